"""The picker: a grid on the screen from which a player chooses a key with the joystick.

The keys on its two pages are those of `PICKER_PADS`. A last cell on each page turns to the other. Only cells
whose key does something now can be chosen. The joystick skips all others. A cell is identified by its index
on its page, counted row by row.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from engine.cards import Rank
from engine.errors import CribbageError
from engine.events import Event, Kind
from engine.indices import EventIndex
from engine.match.history import History

from .entry import KeyEntry
from .keys import DIRECTIONS, PICKER_PADS, RANKS, Key, Stick
from .settings import Equipment

COLUMNS = 5
"""The number of cells in a row."""
ROWS = 3
"""The number of rows on a page."""


class PageTurn(Enum):
    """A one-member enum for the cell that turns the page in the joystick's grid of keys."""

    OTHER_PAGE = "…"


Cell = Key | PageTurn
PAGES: tuple[tuple[Cell | None, ...], ...] = tuple((*pad, PageTurn.OTHER_PAGE) for pad in PICKER_PADS)
"""The cells of each page, row by row. None stands for a blank cell."""
CARDS, OTHERS = range(len(PAGES))
"""The index of the page with the ranks, and of the page with all other keys."""
LABELS = tuple((*(key and key.label for key in pad), PageTurn.OTHER_PAGE.value) for pad in PICKER_PADS)
"""The labels of the cells on each page. None stands for a blank cell."""
RANK_CELLS = frozenset(index for index, cell in enumerate(PAGES[CARDS]) if cell in RANKS)
"""The cells on page one that are ranks."""
_MENU = PAGES[OTHERS].index(Key.MENU)


def moved(cell: int, stick: Stick, cells: frozenset[int]) -> int:
    """Return the index of the cell to which the joystick moves in the on-screen key picker.

    LEFT and RIGHT move to the previous or next cell that can be chosen, row by row. UP and DOWN move to the
    nearest such cell in the next row that contains one. All moves wrap around at the edges. `cells` are all
    cells that can be chosen.
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
    """Count the joystick moves from a cell to every cell that can be reached from it."""
    distances, ahead = {cell: 0}, deque([cell])
    while ahead:
        here = ahead.popleft()
        for there in neighbours[here]:
            if there not in distances:
                distances[there] = distances[here] + 1
                ahead.append(there)
    return distances


_CARD_KINDS = (Kind.LAY, Kind.REST, Kind.HAND, Kind.CRIB)
"""The kinds of events that enter a card."""


class Picker(NamedTuple):
    """The state of the key picker, a grid on the screen from which a player chooses a key with the joystick.

    Attributes:
        page: the current page of the grid.
        cell: the cell that the joystick has moved to, or None if no cell is selected.
        open: True if the whole grid is on the screen, False if only the selected cell is.
    """

    page: int = CARDS
    cell: int | None = None
    open: bool = False


class PickerView(NamedTuple):
    """The key picker as it is shown: a grid of keys on the screen, from which the joystick chooses one.

    Attributes:
        page: the page of the grid: `CARDS` for the ranks, `OTHERS` for all other keys.
        labels: the label of each cell, row by row, or None for a blank cell.
        reachable: the cells that can be chosen.
        chosen: the cell that the joystick has moved to.
        open: True to show the whole grid, or False to show only the chosen cell.
    """

    page: int
    labels: tuple[str | None, ...]
    reachable: frozenset[int]
    chosen: int
    open: bool


class PickerContext(NamedTuple):
    """The state of the board at a given moment, which determines the keys that the joystick can choose.

    Attributes:
        entry: the input that the player has not finished yet, such as an open dialogue or the digits typed.
    """

    entry: KeyEntry
    history: History
    equipment: Equipment


def picker_view(picker: Picker | None, context: PickerContext) -> PickerView | None:
    """Return the key picker as it is shown on the screen.

    Return None if no cell is selected, so that the screen does not show the picker. `picker` is None if the
    joystick has not been moved yet.
    """
    page, cell, is_open = _position(picker, context)
    if cell is None:
        return None
    return PickerView(page, LABELS[page], reachable(page, context), cell, is_open)


def steer(picker: Picker | None, stick: Stick, context: PickerContext) -> tuple[Picker, Key | None]:
    """Handle a joystick movement in the key picker, a grid on the screen from which keys are chosen.

    Return the new position in the grid, and the key that was picked, if any. If no cell is selected, the
    movement only opens the grid.

    Args:
        picker: the position before the movement, or None if the joystick has not been moved yet.
        stick: the movement. PICK picks the selected cell.
    """
    now = _position(picker, context)
    if now.cell is None:
        return _opened(OTHERS, context), None
    if stick in DIRECTIONS:
        there = moved(now.cell, stick, reachable(now.page, context))
        return Picker(now.page, there, open=True), None
    cell = PAGES[now.page][now.cell]
    if isinstance(cell, Key):
        return now, cell
    return _opened(CARDS if now.page == OTHERS else OTHERS, context), None


def kept(picker: Picker, key: Key, before: KeyEntry, after: KeyEntry) -> Picker | None:
    """Return the new state of the joystick's key picker after a player has chosen a key.

    This function is for keys that do not produce a game event, such as the digits of a number.

    If the player is typing a name or a number, the same key stays selected, so that it can be chosen again.
    Otherwise, return None, which resets the picker.
    """
    typed = key in RANKS and type(after.dialogue) is type(before.dialogue)
    return picker._replace(open=False) if typed else None


@lru_cache(maxsize=len(PAGES))
def reachable(page: int, context: PickerContext) -> frozenset[int]:
    """Return the cells that can be chosen on a page of the joystick's grid of keys.

    These are the cells of the keys that do something now, and the cell that turns the page. On the page with
    the other keys, the cell that turns the page is included only if a rank can be chosen.

    Args:
        page: `CARDS` for the page with the ranks, `OTHERS` for the page with the other keys.
    """
    cells = enumerate(PAGES[page])
    found = {index for index, cell in cells if isinstance(cell, Key) and takes(cell, context)}
    if page == CARDS or reachable(CARDS, context) & RANK_CELLS:
        found.add(PAGES[page].index(PageTurn.OTHER_PAGE))
    return frozenset(found)


def takes(key: Key, context: PickerContext) -> bool:
    """Return True if the board would accept a key in the state `context`. The game is not changed."""
    try:
        event = context.entry.press(key, context.history, context.equipment).event
        if event is not None:
            _try(event, context.history)
    except CribbageError:
        return False
    return True


def _try(event: Event, history: History) -> None:
    """Raise CribbageError if the rules do not allow an event at this point in the game."""
    game = history.game
    if event.other is not None:
        # Only the corrected event itself can make a correction impossible; its effect on later events cannot.
        corrected = history.timeline.step_at(EventIndex(event.numbers[0]))
        event, game = event.other, corrected.before
    if event.kind in _CARD_KINDS and isinstance(event.named, Rank):
        # A card that the prompt asks for can be refused for only one reason, which `add_card` checks.
        # Applying the event might count a whole hand, which takes longer.
        game.add_card(event.named)
    elif game is history.game:
        history.apply(event)
    else:
        game.apply(event)


def _position(picker: Picker | None, context: PickerContext) -> Picker:
    """Keep the position while the picker is open or its key still works. Otherwise select a rank, if any."""
    picker = picker or Picker()
    if picker.open:
        return picker
    cells = reachable(CARDS, context)
    if picker.cell in cells:
        return picker
    if not cells & RANK_CELLS:
        return Picker(OTHERS)
    return Picker(CARDS, start(CARDS, cells))


def _opened(page: int, context: PickerContext) -> Picker:
    cells = reachable(page, context)
    return Picker(page, start(page, cells), open=True) if cells else Picker()
