"""The menu: its entries with their keys, the dialogues that they open, and its page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations, groupby
from typing import NamedTuple

from engine.events import Kind
from engine.match.history import History
from engine.refusals import IllegalEvent
from firmware_py.words.english import English
from firmware_py.words.in_use import words

from .correction import ChoosePress
from .dialogue import CLOSED, KEYS_ALONE, LEAVE, Dialogue, Equipment, PhoneOffer, Reply
from .keys import RANKS, Key
from .new_game import NewGameForm
from .page import Hint, Page, Row, Rows, leaves
from .phone import Phone
from .questions import CallFewer, CoachSwitch, Misdeal, PointsByHand, SwitchOff
from .rules import RulesInForce, Signs
from .typed import refused

_OFF, _CALL_FEWER, _PHONE, _COACH = Key.EIGHT, Key.TEN, Key.KING, Key.OK


class Menu(Dialogue):
    """The menu, which is used to open most of the other dialogues. Its entries depend on the equipment."""

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        """Handle a key press: choose the menu entry that belongs to this key."""
        if key in LEAVE:
            return CLOSED
        if key is _OFF and not equipment.powers_off:
            raise IllegalEvent(words().ONLY_THE_SERVICE_SWITCHES_OFF)
        entries = self.entries(history, equipment)
        entry = entries.get(key)
        if entry is None:
            ranges = _ranges(entries)
            raise refused(key, lambda name: words().menu_keys([list(map(name, each)) for each in ranges]))
        return Reply(entry.opens(history, equipment) if entry.opens else None, wants=entry.asks)

    def entries(self, history: History, equipment: Equipment) -> dict[Key, MenuEntry]:
        """Return the menu entries that are available now. Each key maps to the entry that it chooses."""
        missing = {
            _OFF: not equipment.powers_off,
            _CALL_FEWER: not history.game.points_to_call,
            _PHONE: not equipment.phones,
            # The menu has no room for both, and no advice is given while points can be called.
            _COACH: equipment.coach is None or bool(history.game.points_to_call),
        }
        return {key: entry for key, entry in ENTRIES.items() if not missing.get(key)}

    def page(
        self, history: History, equipment: Equipment = KEYS_ALONE, phones: PhoneOffer | None = None
    ) -> Page:
        """Return the page that shows the dialogue."""
        available = self.entries(history, equipment)
        entries = tuple(Hint(key, entry.label(words())) for key, entry in available.items())
        short = Hint(Key.SIX, words().MENU_NEW_GAME_SHORT)
        shorter = tuple(short if entry.key is Key.SIX else entry for entry in entries)
        go_leaves = leaves(Key.GO)
        candidates = [
            (rows, hints)
            for hints in (entries, shorter)
            for rows in _arrangements([hint.text for hint in hints])
        ]
        rows, hints = next((each for each in candidates if _fits(each[0])), candidates[0])
        return Page(words().MENU, go_leaves.text, rows, (*hints, go_leaves))


class MenuEntry(NamedTuple):
    """An entry in the menu.

    Attributes:
        label: a function that takes a message catalogue and returns the label of the entry.
        opens: a function that returns the dialogue to open, or raises CribbageError if the entry is not
            available now. It is None if the entry only closes the menu.
        asks: the key AGAIN or SCORE if choosing the entry has the same effect as pressing that key; otherwise
            None.
    """

    label: Callable[[English], str]
    opens: Callable[[History, Equipment], Dialogue] | None
    asks: Key | None = None


def _ranges(chosen: Collection[Key]) -> list[tuple[str, ...]]:
    """Combine three or more neighbouring ranks: A to 7 and 9 become `[("A", "7"), ("9",)]`."""
    ranges: list[tuple[str, ...]] = []
    for belongs, keys in groupby(RANKS, lambda key: key in chosen):
        labels = [key.value for key in keys]
        if belongs:
            ranges += [(labels[0], labels[-1])] if len(labels) > 2 else [(label,) for label in labels]
    return [*ranges, *((key.value,) for key in chosen if key not in RANKS)]


def _by_hand(kind: Kind) -> Callable[[History, Equipment], PointsByHand]:
    def opens(history: History, equipment: Equipment) -> PointsByHand:
        if history.game.winner is not None:
            raise IllegalEvent(words().GAME_IS_OVER_UNDO)
        return PointsByHand(kind)

    return opens


def _new_game(history: History, equipment: Equipment) -> NewGameForm:
    setup = equipment.new_game
    return NewGameForm.of(history.game) if setup is None else NewGameForm(setup)


ENTRIES: dict[Key, MenuEntry] = {
    Key.ACE: MenuEntry(lambda words: words.MENU_PEG, _by_hand(Kind.PEG)),
    Key.TWO: MenuEntry(lambda words: words.MENU_TAKE_BACK, _by_hand(Kind.TAKE_BACK)),
    Key.THREE: MenuEntry(lambda words: words.MENU_SET_SCORE, _by_hand(Kind.SCORE)),
    Key.FOUR: MenuEntry(lambda words: words.MENU_MISDEAL, lambda history, equipment: Misdeal.of(history)),
    Key.FIVE: MenuEntry(lambda words: words.MENU_RULES, lambda history, equipment: RulesInForce()),
    Key.SIX: MenuEntry(lambda words: words.MENU_NEW_GAME, _new_game),
    Key.SEVEN: MenuEntry(
        lambda words: words.MENU_CORRECT, lambda history, equipment: ChoosePress.of(history)
    ),
    _OFF: MenuEntry(lambda words: words.MENU_OFF, lambda history, equipment: SwitchOff()),
    Key.NINE: MenuEntry(lambda words: words.MENU_SIGNS, lambda history, equipment: Signs()),
    _CALL_FEWER: MenuEntry(lambda words: words.MENU_CALL_FEWER, lambda history, equipment: CallFewer()),
    _COACH: MenuEntry(
        lambda words: words.MENU_COACH, lambda history, equipment: CoachSwitch(bool(equipment.coach))
    ),
    Key.JACK: MenuEntry(lambda words: words.MENU_AGAIN, None, asks=Key.AGAIN),
    Key.QUEEN: MenuEntry(lambda words: words.MENU_SCORE, None, asks=Key.SCORE),
    _PHONE: MenuEntry(lambda words: words.MENU_PHONE, lambda history, equipment: Phone()),
}
"""All menu entries, keyed by the key that chooses them."""


_ROWS = 5
"""The number of rows on a full page of the OLED."""
_WIDEST = 23
"""The maximum number of letters in a row of three entries, so that the narrow font has room for them."""


def _fits(rows: Rows) -> bool:
    """Only rows with three menu entries are checked."""
    return all(len(left + right) <= _WIDEST for left, right in rows if "  " in right)


def _arrangements(texts: Sequence[str]) -> Iterator[Rows]:
    wide = max(0, len(texts) - 2 * _ROWS)
    for of_three in combinations(reversed(range(_ROWS)), wide):
        rows, at = [], 0
        for row in range(_ROWS):
            first, *others = texts[at : at + (3 if row in of_three else 2)] or ("",)
            rows.append(Row(first, "  ".join(others)))
            at += 1 + len(others)
        yield tuple(row for row in rows if row.left)
