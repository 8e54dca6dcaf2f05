"""The tables known to the club, and the messages about their boards. Invalid messages are ignored."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from firmware_py.mqtt.messages import LISTED

from .pairing import pair_key

LONGEST_NAME = 60
"""The maximum number of characters in a name. Longer names are shortened."""
LONGEST_ID = 64
"""The maximum number of characters in the ID of a game or of a board."""
MOST = 10 * LISTED
"""The maximum number of games that are read from a list, which is far more than a board lists."""
_SIDES = (2, 3, 4)
_SKUNKS = (None, "skunk", "double")
_HIGHEST = 999


class Won(NamedTuple):
    """A game that was won: its ID, the names and scores of the sides, the winner's index, and any skunk.

    `hands` are the points of each side's hands and cribs of 24 points and more; empty if they are not known.
    """

    game: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    winner: int
    skunk: str | None
    hands: tuple[tuple[int, ...], ...] = ()


class Undone(NamedTuple):
    """A game whose win has been undone by the players. The result no longer counts."""

    game: str


def read_game(payload: bytes) -> Won | Undone | None:
    """Parse the payload of a message about a game. Return None if the payload is not valid."""
    return game_of(read_object(payload))


def read_games(payload: bytes) -> list[Won | Undone | None] | None:
    """Parse the payload of a message that lists a board's latest games, oldest first.

    The list contains None for each game that is not valid. If it is too long, its first games are left out.
    Return None if the payload as a whole is not valid.
    """
    listed = read_object(payload).get("games")
    if not isinstance(listed, list):
        return None
    return [game_of(each) if isinstance(each, dict) else None for each in listed[-MOST:]]


def game_of(found: Mapping[str, Any]) -> Won | Undone | None:
    """Parse a JSON object that reports a won game, or reports that the players have undone the win.

    Return None if the object is not valid.
    """
    game = found.get("game")
    if not isinstance(game, str) or not is_id(game):
        return None
    if found.get("undone") is True:
        return Undone(game)
    names, scores, winner = found.get("names"), found.get("scores"), found.get("winner")
    if not (isinstance(names, list) and isinstance(scores, list) and len(names) == len(scores)):
        return None
    is_valid = (
        len(names) in _SIDES
        and all(isinstance(name, str) and name_of(name) for name in names)
        and all(is_number(score) for score in scores)
        and is_number(winner, len(names) - 1)
        and found.get("skunk", "") in _SKUNKS
    )
    if not is_valid:
        return None
    hands = _hands(found.get("hands"), len(names))
    return Won(game, tuple(map(name_of, names)), tuple(scores), found["winner"], found["skunk"], hands)


def _hands(found: object, sides: int) -> tuple[tuple[int, ...], ...]:
    """Return no hands if they are not valid: the result counts without them."""
    if not isinstance(found, list) or len(found) != sides:
        return ()
    is_valid = all(isinstance(hands, list) and all(map(is_number, hands)) for hands in found)
    return tuple(map(tuple, found)) if is_valid else ()


def read_object(payload: bytes) -> dict[str, Any]:
    """Return the JSON object in a message's payload, or an empty dictionary if there is none."""
    try:
        found = json.loads(payload)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def is_id(text: str) -> bool:
    """Return True if a text can be the ID of a board or of a game: it is short, and can be printed."""
    return 0 < len(text) <= LONGEST_ID and text.isprintable()


def is_number(value: object, highest: int = _HIGHEST) -> bool:
    """Return True if a value from a message is a whole number from 0 to `highest`."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= highest


def name_of(text: str) -> str:
    """Remove unprintable characters from a name in a message, and shorten the name if it is too long."""
    return "".join(char for char in text if char.isprintable())[:LONGEST_NAME].strip()


_LONGEST_TEXT = 200


class SideState(NamedTuple):
    """A side's state, as shown on the club's page.

    Attributes:
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
        says: the prompt, as a sentence.
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
    if number not in _SIDES or not is_number(found["players"], 4):
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


TABLES = 1000
"""The maximum number of boards, counted since the program began. Messages of further ones are ignored."""


class Table(NamedTuple):
    """A table at the club, with a board on it.

    Attributes:
        name: the human-readable name of the board, or an empty string if it is not known yet.
        is_connected: True if the board is connected to the broker.
        state: the state of the board, or None if it is not known yet.
    """

    board: str
    name: str = ""
    is_connected: bool = False
    state: BoardState | None = None

    @property
    def is_online(self) -> bool:
        """True if the board is running and connected to the broker."""
        return self.is_connected and self.state is not None and self.state.is_running


class Tables:
    """The tables at a club, keyed by the IDs of their boards, because two boards may have the same name."""

    def __init__(self, changed: Callable[[str], object]) -> None:
        """Create an empty collection of tables.

        Args:
            changed: a function that is called with a board's ID each time the state or the label of its table
                changes.
        """
        self._tables: dict[str, Table] = {}
        self._admitted: set[str] = set()
        self._changed = changed

    def __getitem__(self, board: str) -> Table:
        """Return the table of a board.

        If nothing is known about the board, return a table without a name and without a state.
        """
        return self._tables.get(board, Table(board))

    @property
    def boards(self) -> list[str]:
        """The IDs of all boards whose tables are known."""
        return list(self._tables)

    def admit(self, board: str) -> bool:
        """Return True if a board is one of the first that were heard, so that its messages count."""
        if len(self._admitted) < TABLES:
            self._admitted.add(board)
        return board in self._admitted

    def of_players(self, names: Sequence[str]) -> list[str]:
        """Return the IDs of the boards that are online and at which exactly these players sit."""
        wanted = pair_key(names)
        return [
            board
            for board, table in self._tables.items()
            if table.is_online and table.state and pair_key(s.name for s in table.state.sides) == wanted
        ]

    def connect(self, board: str, is_connected: bool) -> None:
        """Record whether a board is connected to the broker."""
        self._replace(self[board]._replace(is_connected=is_connected))

    def name(self, board: str, name: str) -> None:
        """Record a board's name.

        If several boards share a name, their labels also contain part of their IDs. The labels of other
        boards may therefore change, too. The `changed` function passed to the constructor is called for each
        board whose label may have changed.
        """
        before = self[board].name
        self._replace(self[board]._replace(name=name))
        if name != before:
            for other in [table.board for table in self._tables.values() if table.name in (before, name)]:
                if other != board:
                    self._changed(other)

    def show(self, board: str, state: BoardState) -> None:
        """Store a board's new state, which is then shown on the club's page."""
        self._replace(self[board]._replace(state=state))

    def forget(self, board: str) -> None:
        """Forget a board whose messages have been removed from the broker."""
        if self._tables.pop(board, None):
            self._changed(board)

    def label(self, board: str) -> str:
        """Return the label of a board's table, normally the board's name, such as `Table 7`.

        If several boards have this name, the label also contains the first digits of the board's ID. If the
        board has no name, the label consists only of these digits.
        """
        name = self[board].name
        others = [other for other, table in self._tables.items() if table.name == name and other != board]
        if name and not others:
            return name
        digits = board[:_DIGITS]
        if any(other.startswith(digits) for other in others):
            digits = board
        return f"{name} ({digits})" if name else digits

    def _replace(self, table: Table) -> None:
        if table == self._tables.get(table.board):
            return
        self._tables[table.board] = table
        self._changed(table.board)


_DIGITS = 4
"""The number of digits of a board's id in a label, unless another id begins with the same digits."""
