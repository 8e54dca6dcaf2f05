"""Read messages about the state of a board. Invalid messages are ignored."""

from __future__ import annotations

from typing import Any, NamedTuple

from firmware_py.club.game_message import is_number, name_of, read_object

_LONGEST_TEXT = 200


class SideState(NamedTuple):
    """A side's state, as shown on the club's page.

    Attributes:
        name: the side's name.
        score: the score, which is also the hole of the front peg.
        back: the hole of the back peg.
        games: the number of games that the side has won in this match.
        acts: True if the board is waiting for this side.
        deals: True if the dealer belongs to this side.
    """

    name: str
    score: int
    back: int
    games: int
    acts: bool
    deals: bool


class BoardState(NamedTuple):
    """The state of a board, as shown on the club's page.

    Attributes:
        run: the ID of the board's run, which changes each time the board starts.
        sequence: the sequence number of the board's state, which increases with each change.
        is_running: False if the board has stopped.
        target: the score that ends the game.
        says: the prompt, as a sentence.
        sides: each side's state.
        winner: the index of the side that has won, or None if the game is not over.
    """

    run: str
    sequence: int
    is_running: bool
    target: int
    says: str
    sides: tuple[SideState, ...]
    winner: int | None


def read_state(payload: bytes) -> BoardState | None:
    """Parse the payload of a message about a board's state. Return None if the payload is not valid."""
    found = read_object(payload)
    try:
        return _state(found)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return None


def _state(found: dict[str, Any]) -> BoardState:
    number = len(found["sides"])
    if number not in (2, 3) or not is_number(found["players"], 4):
        raise ValueError("sides")
    seats = {side: range(side, found["players"], number) for side in range(number)}
    sides = tuple(
        SideState(
            name_of(side["name"]),
            _number(side["score"]),
            _number(side["back"]),
            _number(side["games"]),
            found["to_act"] in seats[index],
            found["dealer"] in seats[index],
        )
        for index, side in enumerate(found["sides"])
    )
    winner = found["winner"]
    return BoardState(
        str(found["run"])[:_LONGEST_TEXT],
        _number(found["sequence"], 1 << 53),
        found["running"] is True,
        max(1, _number(found["target"])),
        name_of(found["says"][:_LONGEST_TEXT].replace("\n", " ")),
        sides,
        None if winner is None else _number(winner, number - 1),
    )


def _number(value: Any, highest: int = 999) -> int:
    if not is_number(value, highest):
        raise ValueError(f"{value!r} is not a number from 0 to {highest}")
    return int(value)
