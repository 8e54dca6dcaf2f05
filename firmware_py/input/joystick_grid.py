"""The grid from which a joystick picks keys: its cells, and how the joystick moves between them.

    page one    A   2     3     4     5         page two    ♠        ♥     ♦     ♣   GO
                6   7     8     9     10                    OK       UNDO  MENU      REDO
                J   Q     K     UNDO  …                     MUGGINS                  …

Only cells whose key does something now can be chosen. The joystick skips all others. A cell is identified
by its index on its page, counted row by row.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache

from firmware_py.input.keys import DIRECTIONS, RANKS, SUITS, Key, Stick

COLUMNS = 5
"""The number of cells in a row."""
ROWS = 3
"""The number of rows on a page."""


class PageTurn(Enum):
    """A one-member enum for the cell that turns the page in the joystick's grid of keys."""

    OTHER_PAGE = "…"


Cell = Key | PageTurn
PAGES: tuple[tuple[Cell | None, ...], ...] = (
    (*RANKS, Key.UNDO, PageTurn.OTHER_PAGE),
    (
        *(*SUITS, Key.GO),
        *(Key.OK, Key.UNDO, Key.MENU, None, Key.REDO),
        *(Key.MUGGINS, None, None, None, PageTurn.OTHER_PAGE),
    ),
)
"""The cells of each page, row by row. None stands for a blank cell."""
CARDS, OTHERS = range(len(PAGES))
"""The index of the page with the ranks, and of the page with all other keys."""


def _label(cell: Cell | None) -> str | None:
    if cell is None:
        return None
    return SUITS[cell].symbol if isinstance(cell, Key) and cell in SUITS else cell.value


LABELS = tuple(tuple(map(_label, page)) for page in PAGES)
"""The labels of the cells on each page. None stands for a blank cell."""
RANK_CELLS = frozenset(index for index, cell in enumerate(PAGES[CARDS]) if cell in RANKS)
"""The cells on page one that are ranks."""
_MENU = PAGES[OTHERS].index(Key.MENU)


def moved(cell: int, stick: Stick, cells: frozenset[int]) -> int:
    """Return the index of the cell to which the joystick moves in the on-screen key picker.

    LEFT and RIGHT move to the previous or next cell that can be chosen, row by row. UP and DOWN move to the
    nearest such cell in the next row that contains one. All moves wrap around at the edges.

    Args:
        cell: the index of the current cell, counted row by row.
        stick: the direction.
        cells: the indices of the cells that can be chosen.
    """
    row, column = divmod(cell, COLUMNS)
    if stick is Stick.RIGHT:
        return min(cells, key=lambda other: (other <= cell, other), default=cell)
    if stick is Stick.LEFT:
        return max(cells, key=lambda other: (other < cell, other), default=cell)
    step = -1 if stick is Stick.UP else 1
    for rows in range(1, ROWS):
        in_row = [other for other in cells if other // COLUMNS == (row + rows * step) % ROWS]
        if in_row:
            return min(in_row, key=lambda other: (abs(other % COLUMNS - column), other))
    return cell


@lru_cache(maxsize=64)
def start(page: int, cells: frozenset[int]) -> int:
    """Return the index of the cell at which the joystick starts on a page of the on-screen key picker.

    On the page `OTHERS`, this is MENU, if it can be chosen. On the page `CARDS`, it is the rank from which
    the other ranks can be reached with the fewest moves.

    Args:
        page: the page: `CARDS` for the ranks, `OTHERS` for all other keys.
        cells: the cells of the page that can be chosen. On the page `CARDS`, they must include a rank.
    """
    if page == OTHERS and _MENU in cells:
        return _MENU
    neighbours = {cell: _neighbours(cell, cells) for cell in cells}
    wanted = cells if page == OTHERS else cells & RANK_CELLS

    def moves(cell: int) -> tuple[int, int, int]:
        distances = _distances(cell, neighbours)
        return sum(distances[other] for other in wanted), sum(distances.values()), cell

    return min(wanted, key=moves)


def _neighbours(cell: int, cells: frozenset[int]) -> tuple[int, ...]:
    return tuple(moved(cell, stick, cells) for stick in DIRECTIONS)


def _distances(cell: int, neighbours: Mapping[int, tuple[int, ...]]) -> dict[int, int]:
    """Return the number of joystick moves from a cell to every cell that can be reached from it.

    Args:
        cell: the cell to start from.
        neighbours: maps each cell to the cells that are one move away.
    """
    distances, ahead = {cell: 0}, deque([cell])
    while ahead:
        here = ahead.popleft()
        for there in neighbours[here]:
            if there not in distances:
                distances[there] = distances[here] + 1
                ahead.append(there)
    return distances
