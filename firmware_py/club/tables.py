"""All tables that the club has heard of, and what each of them shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from firmware_py.club.state_message import BoardState

TABLES = 1000
"""The maximum number of tables. The messages of further boards are ignored."""


class Table(NamedTuple):
    """A table with a board.

    Attributes:
        board: the id of the board.
        name: the name of the board for people, or an empty string if it is not known yet.
        is_connected: True if the board is connected to the broker.
        state: what there is to see on the board, or None if it is not known yet.
    """

    board: str
    name: str = ""
    is_connected: bool = False
    state: BoardState | None = None

    @property
    def is_online(self) -> bool:
        """True if the board is connected, and running."""
        return self.is_connected and self.state is not None and self.state.is_running

    @property
    def is_known(self) -> bool:
        """True if there is anything to see of the table."""
        return self.state is not None


class Tables:
    """The tables, by the ids of their boards. Two boards may have the same name."""

    def __init__(self, changed: Callable[[str], object]) -> None:
        """Begin without tables.

        Args:
            changed: a function that is told the id of a board whenever its table or its label has changed.
        """
        self._tables: dict[str, Table] = {}
        self._changed = changed

    def __getitem__(self, board: str) -> Table:
        """Return the table of a board. A board of which nothing is known has an empty table."""
        return self._tables.get(board, Table(board))

    def known(self) -> Iterable[Table]:
        """Return all tables of which there is anything to see."""
        return [table for table in self._tables.values() if table.is_known]

    def connect(self, board: str, is_connected: bool) -> None:
        """Remember whether a board is connected to the broker."""
        self._replace(self[board]._replace(is_connected=is_connected))

    def name(self, board: str, name: str) -> None:
        """Remember the name of a board, and tell of the other boards with the same name as before or now."""
        before = self[board].name
        self._replace(self[board]._replace(name=name))
        if name != before:
            for other in [table.board for table in self._tables.values() if table.name in (before, name)]:
                if other != board:
                    self._changed(other)

    def show(self, board: str, state: BoardState) -> None:
        """Remember what there is to see on a board."""
        self._replace(self[board]._replace(state=state))

    def forget(self, board: str) -> None:
        """Forget a board, because its messages were removed from the broker."""
        if self._tables.pop(board, None):
            self._changed(board)

    def label(self, board: str) -> str:
        """Return the name of a table, such as `Table 7`.

        If several boards have this name, the label also contains the first digits of the board's id.
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
        if table.board not in self._tables and len(self._tables) >= TABLES:
            return
        self._tables[table.board] = table
        self._changed(table.board)


_DIGITS = 4
"""The number of digits of a board's id that a label contains, unless another board begins with the same."""
