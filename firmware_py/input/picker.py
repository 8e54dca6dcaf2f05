"""A picker for a joystick: the keys in a grid, which of them can be chosen, and where the stick leads.

    page one    A   2     3     4     5         page two    ♠        ♥     ♦     ♣   GO
                6   7     8     9     10                    OK       UNDO  MENU      REDO
                J   Q     K     UNDO  …                     MUGGINS                  …

Only keys that would be taken now can be chosen; the stick passes over all others.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import Rank
from engine.errors import CribbageError
from engine.events import Event, Kind
from engine.match.history import History
from firmware_py.input.keys import DIRECTIONS, RANKS, SUITS, Key, Stick

if TYPE_CHECKING:
    from firmware_py.input.entry import Entry

COLUMNS = 5
"""Cells of a row; a page has three rows."""


class Turn(Enum):
    """The cell that is no key: it turns to the other page."""

    PAGE = "…"


Cell = Key | Turn
PAGES: tuple[tuple[Cell | None, ...], ...] = (
    (*RANKS, Key.UNDO, Turn.PAGE),
    (
        *(*SUITS, Key.GO),
        *(Key.OK, Key.UNDO, Key.MENU, None, Key.REDO),
        *(Key.MUGGINS, None, None, None, Turn.PAGE),
    ),
)
"""The cells of each page in reading order; where a page has none, None."""
_CARDS, _OTHERS = range(len(PAGES))

_ENTERED = (Kind.LAY, Kind.REST, Kind.HAND, Kind.CRIB)
"""The events that enter a card of the deal."""


class Picker(NamedTuple):
    """Where the picker of a board with a joystick stands.

    Attributes:
        page: the page of its cell.
        place: the place of its cell in reading order, None where it starts.
        open: the grid is on the screen.
    """

    page: int = _CARDS
    place: int | None = None
    open: bool = False


class Grid(NamedTuple):
    """What there is to see of a picker.

    Attributes:
        page: which page.
        labels: what stands in each of its cells, in reading order; None where there is none.
        reachable: the places of those that can be chosen.
        chosen: the place of the one that PICK would press.
        open: the grid is on the screen; otherwise the chosen cell alone is.
    """

    page: int
    labels: tuple[str | None, ...]
    reachable: frozenset[int]
    chosen: int
    open: bool


def grid(entry: Entry, history: History) -> Grid | None:
    """What there is to see of a board's picker; None where nothing is chosen, or there is no joystick."""
    picker = _stands(entry, history)
    if picker.place is None or entry.picker is None:
        return None
    page = picker.page
    return Grid(page, LABELS[page], reachable(page, entry, history), picker.place, picker.open)


def steer(stick: Stick, entry: Entry, history: History) -> tuple[Picker, Key | None]:
    """Where the picker stands after the stick moved, and the key that was picked, if one was.

    Where a rank is wanted, one is chosen already. Elsewhere nothing is, so that no push on the stick answers
    a question by accident: there, whatever the stick does opens the grid on page two.
    """
    picker = _stands(entry, history)
    page, place, _ = picker
    if place is None:
        return _opened(_OTHERS, entry, history), None
    if stick in DIRECTIONS:
        return Picker(page, moved(place, stick, reachable(page, entry, history)), open=True), None
    cell = PAGES[page][place]
    if isinstance(cell, Key):
        return picker, cell
    return _opened(_CARDS if page == _OTHERS else _OTHERS, entry, history), None


def kept(picker: Picker, key: Key, before: Entry, after: Entry) -> Picker:
    """Where the picker stands once a picked key was taken and made no event.

    It stays on a rank as long as a number, a name or a form takes one after the other: a letter of a name is
    the same key again.
    """
    typed = key in RANKS and type(after.dialogue) is type(before.dialogue)
    return picker._replace(open=False) if typed else Picker()


def moved(place: int, stick: Stick, cells: frozenset[int]) -> int:
    """The place to which a direction leads.

    LEFT and RIGHT go through the cells in reading order, and round. UP and DOWN go to the next row that has a
    cell, and round; there to the nearest column, of two the left one.

    Args:
        place: where the picker is.
        stick: the direction.
        cells: the places that can be chosen.
    """
    row, column = divmod(place, COLUMNS)
    if stick is Stick.RIGHT:
        return min(cells, key=lambda cell: (cell <= place, cell), default=place)
    if stick is Stick.LEFT:
        return max(cells, key=lambda cell: (cell < place, cell), default=place)
    step = -1 if stick is Stick.UP else 1
    for rows in (1, 2):
        there = [cell for cell in cells if cell // COLUMNS == (row + rows * step) % 3]
        if there:
            return min(there, key=lambda cell: (abs(cell % COLUMNS - column), cell))
    return place


@lru_cache(maxsize=64)
def start(page: int, cells: frozenset[int]) -> int:
    """The place of a page where the picker starts.

    On page one the rank from which the mean number of moves to all ranks is least; of several the one
    nearest to the other cells, then the first. On page two it is MENU, which changes nothing in a game if it
    is picked by accident, and otherwise the cell nearest to all others.

    Args:
        page: which page.
        cells: the places on it that can be chosen, a rank among them on page one.
    """
    if page == _OTHERS and _MENU in cells:
        return _MENU
    ways = {cell: _ways(cell, cells) for cell in cells}
    wanted = cells if page == _OTHERS else cells & RANK_PLACES

    def moves(cell: int) -> tuple[int, int, int]:
        walked = _walked(cell, ways)
        return sum(walked[place] for place in wanted), sum(walked.values()), cell

    return min(wanted, key=moves)


def reachable(page: int, entry: Entry, history: History) -> frozenset[int]:
    """The places on a page that can be chosen where a board stands: keys that are taken, and the other page.

    It is found out by trying each key, once for a board that does not change.
    """
    return _reachable(page, _Moment(entry, history))


def takes(key: Key, entry: Entry, history: History) -> bool:
    """Whether a key would be taken where a board stands; nothing happens."""
    try:
        _, event = entry.press(key, history)
        if event is not None:
            _try(event, history)
    except CribbageError:
        return False
    return True


def _try(event: Event, history: History) -> None:
    """Find out whether an event can happen, with no more work than that takes.

    Raises:
        CribbageError: it cannot.
    """
    game = history.game
    if event.other is not None:
        # What is put right is refused for itself alone; what it does to the later events is worked out after.
        steps = history.this_deal
        event, game = event.other, steps[event.numbers[0] - steps[0].before.at].before
    if event.kind in _ENTERED and isinstance(event.named, Rank):
        # Nothing else can be wrong with a card that is wanted, and the last of a hand would be counted.
        game.add_card(event.named)
    elif game is history.game:
        history.apply(event)
    else:
        game.apply(event)


class _Moment:
    """A board at one moment: the same as another if both are of the very same values.

    Two histories are compared in no time like this. Dialogues could not be compared otherwise: they are
    tuples, and those of two kinds are equal where both are empty.
    """

    __slots__ = ("_same", "entry", "history")

    def __init__(self, entry: Entry, history: History) -> None:
        self.entry = entry
        self.history = history
        self._same = (id(history), id(entry.dialogue), id(entry.digits))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Moment) and self._same == other._same

    def __hash__(self) -> int:
        return hash(self._same)


@lru_cache(maxsize=len(PAGES))
def _reachable(page: int, at: _Moment) -> frozenset[int]:
    cells = enumerate(PAGES[page])
    found = {place for place, cell in cells if isinstance(cell, Key) and takes(cell, at.entry, at.history)}
    if page == _CARDS or _reachable(_CARDS, at) & RANK_PLACES:
        found.add(PAGES[page].index(Turn.PAGE))
    return frozenset(found)


def _stands(entry: Entry, history: History) -> Picker:
    """Where a board's picker stands: its place is None only where nothing is chosen."""
    picker = entry.picker or Picker()
    if picker.open:
        return picker
    cells = reachable(_CARDS, entry, history)
    if picker.place in cells:
        return picker
    if not cells & RANK_PLACES:
        return Picker(_OTHERS)
    return Picker(_CARDS, start(_CARDS, cells))


def _opened(page: int, entry: Entry, history: History) -> Picker:
    """The grid, opened at a page where it starts there; closed if nothing could be chosen on it."""
    cells = reachable(page, entry, history)
    return Picker(page, start(page, cells), open=True) if cells else Picker()


def _ways(place: int, cells: frozenset[int]) -> tuple[int, ...]:
    return tuple(moved(place, stick, cells) for stick in DIRECTIONS)


def _walked(place: int, ways: Mapping[int, tuple[int, ...]]) -> dict[int, int]:
    """The moves to each place that ways lead to from one."""
    moves, ahead = {place: 0}, deque([place])
    while ahead:
        here = ahead.popleft()
        for there in ways[here]:
            if there not in moves:
                moves[there] = moves[here] + 1
                ahead.append(there)
    return moves


def _label(cell: Cell | None) -> str | None:
    if cell is None:
        return None
    return SUITS[cell].symbol if isinstance(cell, Key) and cell in SUITS else cell.value


LABELS = tuple(tuple(map(_label, page)) for page in PAGES)
"""What stands in the cells of each page."""
RANK_PLACES = frozenset(place for place, cell in enumerate(PAGES[_CARDS]) if cell in RANKS)
"""The places of the ranks on page one."""
_MENU = PAGES[_OTHERS].index(Key.MENU)
