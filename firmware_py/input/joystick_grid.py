"""The joystick's grid: the layout of its cells, and the cell to which each direction leads.

    page one    A   2     3     4     5         page two    ♠        ♥     ♦     ♣   GO
                6   7     8     9     10                    OK       UNDO  MENU      REDO
                J   Q     K     UNDO  …                     MUGGINS                  …

Only keys that would do something now can be chosen; the joystick skips all others. A cell is given by
its index on its page, in reading order.
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
    """The cell of the grid that turns to the other page. All other cells stand for keys."""

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
"""The cells of each page, in reading order; None where the grid is blank."""
CARDS, OTHERS = range(len(PAGES))
"""The page with the ranks, and the page with all other keys."""


def _label(cell: Cell | None) -> str | None:
    if cell is None:
        return None
    return SUITS[cell].symbol if isinstance(cell, Key) and cell in SUITS else cell.value


LABELS = tuple(tuple(map(_label, page)) for page in PAGES)
"""The label of each cell, page by page; None where the grid is blank."""
RANK_CELLS = frozenset(index for index, cell in enumerate(PAGES[CARDS]) if cell in RANKS)
"""The cells of the ranks on page one."""
_MENU = PAGES[OTHERS].index(Key.MENU)


def moved(cell: int, stick: Stick, cells: frozenset[int]) -> int:
    """Return the cell to which the joystick moves from `cell` in this direction.

    LEFT and RIGHT move through the cells in reading order. UP and DOWN move to the nearest cell in the next
    row that has one; if two cells are equally near, to the left one. All directions wrap around.

    Args:
        cells: the cells that can be chosen.
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
    """Return the cell at which the joystick starts on a page.

    On page one, this is the rank from which the fewest moves lead to all other ranks. On page two, it is
    MENU, because picking MENU by accident does not change the game. If MENU cannot be chosen, it is the cell
    from which the fewest moves lead to all other cells.

    Args:
        cells: the cells of the page that can be chosen; on page one they must include a rank.
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
    """Return the cells to which the four directions of the joystick lead from `cell`."""
    return tuple(moved(cell, stick, cells) for stick in DIRECTIONS)


def _distances(cell: int, neighbours: Mapping[int, tuple[int, ...]]) -> dict[int, int]:
    """Return the number of moves from a cell to each cell that can be reached from it.

    `neighbours` maps each cell to the cells that are one move away.
    """
    distances, ahead = {cell: 0}, deque([cell])
    while ahead:
        here = ahead.popleft()
        for there in neighbours[here]:
            if there not in distances:
                distances[there] = distances[here] + 1
                ahead.append(there)
    return distances
