"""All tables known to the club, and the state of each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from firmware_py.club.draw_types import pair_key
from firmware_py.club.state_message import BoardState

TABLES = 1000
"""The maximum number of boards, counted since the program began. Messages of further ones are ignored."""


class Table(NamedTuple):
    """A table at the club, with a board on it.

    Attributes:
        board: the board's ID.
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

    @property
    def is_known(self) -> bool:
        """True if the state of the board on this table is known."""
        return self.state is not None


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

    def known(self) -> Iterable[Table]:
        """Return all tables whose boards have reported their state."""
        return [table for table in self._tables.values() if table.is_known]

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
