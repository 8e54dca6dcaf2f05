"""Read the messages that say what there is to see on a board. A message that is not valid is ignored."""

from __future__ import annotations

from typing import Any, NamedTuple

from firmware_py.club.game_message import is_number, name_of, read_object

_LONGEST_TEXT = 200


class SideState(NamedTuple):
    """A side, as the page of the club shows it.

    Attributes:
        name: the name of the side.
        score: the score, which is also the hole of the front peg.
        back: the hole of the back peg.
        games: the number of games that the side has won in this match.
        acts: True if the board waits for this side.
        deals: True if the dealer belongs to this side.
    """

    name: str
    score: int
    back: int
    games: int
    acts: bool
    deals: bool


class BoardState(NamedTuple):
    """The state of a board, as the page of the club shows it.

    Attributes:
        run: the name of the board's run, which changes with each start.
        sequence: the number of the view, which grows with each change.
        is_running: False if the board has stopped.
        target: the score that ends the game.
        says: what the board asks for, as a sentence.
        sides: the sides.
        winner: the side that has won, or None.
    """

    run: str
    sequence: int
    is_running: bool
    target: int
    says: str
    sides: tuple[SideState, ...]
    winner: int | None


def read_state(payload: bytes) -> BoardState | None:
    """Return the content of a message about the state of a board, or None if the message is not valid."""
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
