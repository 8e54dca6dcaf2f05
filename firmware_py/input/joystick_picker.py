"""The picker: choose a key on the screen with the joystick.

`joystick_grid` has the cells and the way from one to the next; this file decides which of them can be chosen
now, and what the joystick does.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.cards import Rank
from engine.errors import CribbageError
from engine.events import Event, Kind
from engine.match.history import History
from firmware_py.input.entry import KeyEntry
from firmware_py.input.equipment import Equipment
from firmware_py.input.joystick_grid import CARDS, LABELS, OTHERS, PAGES, RANK_CELLS, PageTurn, moved, start
from firmware_py.input.keys import DIRECTIONS, RANKS, Key, Stick

_CARD_KINDS = (Kind.LAY, Kind.REST, Kind.HAND, Kind.CRIB)
"""The events that enter a card of the deal."""


class Picker(NamedTuple):
    """The position of the picker.

    Attributes:
        page: the page of the grid that it is on.
        cell: the cell that it is on; None before the joystick has moved.
        open: True while the grid is on the screen.
    """

    page: int = CARDS
    cell: int | None = None
    open: bool = False


class PickerView(NamedTuple):
    """The picker as the screen shows it.

    Attributes:
        page: the page of the grid.
        labels: the label of each cell, in reading order; None where the grid is blank.
        reachable: the cells that can be chosen.
        chosen: the cell that PICK would press.
        open: True to show the whole grid, False to show the chosen cell alone.
    """

    page: int
    labels: tuple[str | None, ...]
    reachable: frozenset[int]
    chosen: int
    open: bool


class Moment(NamedTuple):
    """The board at one moment: all that decides which keys are taken.

    Attributes:
        entry: the input begun on the keys.
        history: the match so far.
        equipment: the equipment of the board.
    """

    entry: KeyEntry
    history: History
    equipment: Equipment


def picker_view(picker: Picker | None, moment: Moment) -> PickerView | None:
    """Return the picker for the screen; None where nothing is chosen."""
    page, cell, is_open = _position(picker, moment)
    if cell is None:
        return None
    return PickerView(page, LABELS[page], reachable(page, moment), cell, is_open)


def steer(picker: Picker | None, stick: Stick, moment: Moment) -> tuple[Picker, Key | None]:
    """Return the picker after the joystick moved, and the key that was picked, if one was.

    Where a rank is wanted, one is chosen already. Elsewhere no key is, so that no push on the joystick
    answers a question by accident: there, every movement of the joystick opens the grid on page two.
    """
    now = _position(picker, moment)
    if now.cell is None:
        return _opened(OTHERS, moment), None
    if stick in DIRECTIONS:
        there = moved(now.cell, stick, reachable(now.page, moment))
        return Picker(now.page, there, open=True), None
    cell = PAGES[now.page][now.cell]
    if isinstance(cell, Key):
        return now, cell
    return _opened(CARDS if now.page == OTHERS else OTHERS, moment), None


def kept(picker: Picker, key: Key, before: KeyEntry, after: KeyEntry) -> Picker | None:
    """Return the picker after a picked key was taken and made no event; None to start anew.

    The picker stays on a rank as long as a number, a name or a form takes one rank key after the other: the
    next letter of a name may be on the same key.
    """
    typed = key in RANKS and type(after.dialogue) is type(before.dialogue)
    return picker._replace(open=False) if typed else None


@lru_cache(maxsize=len(PAGES))
def reachable(page: int, moment: Moment) -> frozenset[int]:
    """Return the cells of a page that can be chosen: those of keys that are taken, and the page turn.

    Each key is tried, once for a board that does not change.
    """
    cells = enumerate(PAGES[page])
    found = {index for index, cell in cells if isinstance(cell, Key) and takes(cell, moment)}
    if page == CARDS or reachable(CARDS, moment) & RANK_CELLS:
        found.add(PAGES[page].index(PageTurn.OTHER_PAGE))
    return frozenset(found)


def takes(key: Key, moment: Moment) -> bool:
    """Return True if a key would be taken now. Nothing is changed."""
    try:
        _, event = moment.entry.press(key, moment.history, moment.equipment)
        if event is not None:
            _try(event, moment.history)
    except CribbageError:
        return False
    return True


def _try(event: Event, history: History) -> None:
    """Find out, with as little work as possible, whether an event can happen.

    Raises:
        CribbageError: the event cannot happen.
    """
    game = history.game
    if event.other is not None:
        # Only the corrected event itself can make a correction impossible; its effect on later ones cannot.
        steps = history.this_deal
        event, game = event.other, steps[event.numbers[0] - steps[0].before.at].before
    if event.kind in _CARD_KINDS and isinstance(event.named, Rank):
        # A card that is wanted can only be wrong in one way. Applying it would count a whole hand.
        game.add_card(event.named)
    elif game is history.game:
        history.apply(event)
    else:
        game.apply(event)


def _position(picker: Picker | None, moment: Moment) -> Picker:
    """Return the picker as it is now; its cell is None only where nothing is chosen."""
    picker = picker or Picker()
    if picker.open:
        return picker
    cells = reachable(CARDS, moment)
    if picker.cell in cells:
        return picker
    if not cells & RANK_CELLS:
        return Picker(OTHERS)
    return Picker(CARDS, start(CARDS, cells))


def _opened(page: int, moment: Moment) -> Picker:
    """Return the picker with the grid open at the first cell of a page; closed if no cell can be chosen."""
    cells = reachable(page, moment)
    return Picker(page, start(page, cells), open=True) if cells else Picker()
