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
from .dialogue import CLOSED, LEAVE, Dialogue, Reply, Scene
from .judge import Judge
from .keys import RANKS, Key
from .new_game import ClubRules, NewGameForm
from .page import Hint, Page, Row, Rows, leaves, place_in_figures
from .phone import Phone
from .questions import AskHint, CallFewer, Misdeal, PointsByHand, RulesInForce, Signs, SwitchOff, Update
from .settings import SETTINGS, Equipment, MenuSetting
from .typed import refused

TURN = Key.REDO
"""The key that turns the page of the menu. On a small keypad, it is a long press of UNDO."""


class Menu(Dialogue):
    """The menu, which is used to open most of the other dialogues. Its entries depend on the equipment.

    Attributes:
        number: the index of the page, starting at 0. The last page is followed by the first.
    """

    number: int = 0

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        if key in LEAVE:
            return CLOSED
        pages = _pages(history, equipment)
        number = self.number % len(pages)
        if key is TURN:
            return Reply(Menu(number + 1))
        entries = {entry.key: entry for entry in pages[number] if entry.is_there(history, equipment)}
        entry = entries.get(key)
        if entry is not None:
            return Reply(entry.opens(history, equipment) if entry.opens else None, wants=entry.asks)
        for missing in pages[number]:
            if missing.key is key and missing.why_not:
                raise IllegalEvent(missing.why_not(words()))
        ranges = _ranges(entries)
        raise refused(key, lambda name: words().menu_keys([list(map(name, each)) for each in ranges]))

    def page(self, scene: Scene) -> Page:
        pages = _pages(scene.history, scene.equipment)
        number = self.number % len(pages)
        shown = [entry for entry in pages[number] if entry.is_there(scene.history, scene.equipment)]
        candidates = [
            (rows, hints)
            for hints in (
                tuple(Hint(entry.key, entry.label(words())) for entry in shown),
                tuple(Hint(entry.key, (entry.short or entry.label)(words())) for entry in shown),
            )
            for rows in _arrangements([hint.text for hint in hints])
        ]
        rows, hints = next((each for each in candidates if _fits(each[0])), candidates[0])
        go_leaves = leaves(Key.GO)
        title = f"{words().MENU} {place_in_figures((number + 1, len(pages)))}"
        turns = Hint(TURN, words().NEXT)
        return Page(title, turns.text, rows, (*hints, turns, go_leaves), unshown=(go_leaves,))


class ChangeSetting(Dialogue):
    """The dialogue that changes a setting. It does not affect the game.

    Attributes:
        name: the name of the setting in `SETTINGS`.
    """

    name: str

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        if key in LEAVE:
            return CLOSED
        setting = SETTINGS[self.name]
        if key is not Key.OK:
            raise refused(key, setting.keys(words()))
        values = list(setting.values.values())
        following = values[(values.index(getattr(equipment, self.name)) + 1) % len(values)]
        return Reply(self, wants=equipment._replace(**{self.name: following}))

    def page(self, scene: Scene) -> Page:
        return SETTINGS[self.name].page(getattr(scene.equipment, self.name), scene.history.game)


def _always(history: History, equipment: Equipment) -> bool:
    return True


class MenuEntry(NamedTuple):
    """An entry in the menu.

    Attributes:
        key: the key that chooses the entry. An entry is on the first page on which its key is free.
        label: a function that takes a message catalogue and returns the label of the entry.
        opens: a function that returns the dialogue to open, or raises CribbageError if the entry is not
            available now. It is None if the entry only closes the menu.
        asks: the key AGAIN, SCORE or HELP if choosing the entry has the same effect as pressing that key;
            otherwise None.
        is_there: a function that returns True if the menu contains the entry now.
        why_not: a function like `label` that returns the refusal of the key while the menu does not contain
            the entry. It is None if the key is then refused like any other.
        short: a function like `label` that returns a shorter label, used if the page lacks room.
    """

    key: Key
    label: Callable[[English], str]
    opens: Callable[[History, Equipment], Dialogue] | None
    asks: Key | None = None
    is_there: Callable[[History, Equipment], bool] = _always
    why_not: Callable[[English], str] | None = None
    short: Callable[[English], str] | None = None


def _pages(history: History, equipment: Equipment) -> list[list[MenuEntry]]:
    """Return the entries on each page, except pages on which none is available now."""
    pages: list[list[MenuEntry]] = []
    for entry in ENTRIES:
        if not (entry.is_there(history, equipment) or entry.why_not):
            continue  # its key is free
        page = next((page for page in pages if all(entry.key is not other.key for other in page)), None)
        if page is None:
            page = []
            pages.append(page)
        page.append(entry)
    return [page for page in pages if any(entry.is_there(history, equipment) for entry in page)]


def _ranges(chosen: Collection[Key]) -> list[tuple[str, ...]]:
    """Combine three or more neighbouring ranks: A to 7 and 9 become `[("A", "7"), ("9",)]`."""
    ranges: list[tuple[str, ...]] = []
    for belongs, keys in groupby(RANKS, lambda key: key in chosen):
        labels = [key.value for key in keys]
        if belongs:
            ranges += [(labels[0], labels[-1])] if len(labels) > 2 else [(label,) for label in labels]
    return [*ranges, *((key.value,) for key in chosen if key not in RANKS)]


def _by_hand(dialogue: Dialogue) -> Callable[[History, Equipment], Dialogue]:
    def opens(history: History, equipment: Equipment) -> Dialogue:
        if history.game.winner is not None:
            raise IllegalEvent(words().GAME_IS_OVER_UNDO)
        return dialogue

    return opens


def _new_game(history: History, equipment: Equipment) -> NewGameForm:
    setup = equipment.new_game
    return NewGameForm.of(history.game) if setup is None else NewGameForm(setup)


def _setting(name: str, setting: MenuSetting) -> MenuEntry:
    def is_there(history: History, equipment: Equipment) -> bool:
        # The page has no room for settings while points can be called.
        return getattr(equipment, name) is not None and not history.game.points_to_call

    return MenuEntry(
        setting.key, setting.label, lambda history, equipment: ChangeSetting(name), is_there=is_there
    )


ENTRIES = (
    MenuEntry(Key.ACE, lambda words: words.MENU_PEG, _by_hand(PointsByHand(Kind.PEG))),
    MenuEntry(Key.TWO, lambda words: words.MENU_TAKE_BACK, _by_hand(PointsByHand(Kind.TAKE_BACK))),
    MenuEntry(Key.THREE, lambda words: words.MENU_SET_SCORE, _by_hand(PointsByHand(Kind.SCORE))),
    MenuEntry(Key.FOUR, lambda words: words.MENU_MISDEAL, lambda history, equipment: Misdeal.of(history)),
    MenuEntry(Key.FIVE, lambda words: words.MENU_RULES, lambda history, equipment: RulesInForce()),
    MenuEntry(
        Key.SIX, lambda words: words.MENU_NEW_GAME, _new_game, short=lambda words: words.MENU_NEW_GAME_SHORT
    ),
    MenuEntry(
        Key.SEVEN, lambda words: words.MENU_CORRECT, lambda history, equipment: ChoosePress.of(history)
    ),
    MenuEntry(
        Key.EIGHT,
        lambda words: words.MENU_OFF,
        lambda history, equipment: SwitchOff(),
        is_there=lambda history, equipment: equipment.powers_off,
        why_not=lambda words: words.ONLY_THE_SERVICE_SWITCHES_OFF,
    ),
    MenuEntry(Key.NINE, lambda words: words.MENU_SIGNS, lambda history, equipment: Signs()),
    MenuEntry(
        Key.TEN,
        lambda words: words.MENU_CALL_FEWER,
        lambda history, equipment: CallFewer(),
        is_there=lambda history, equipment: bool(history.game.points_to_call),
    ),
    MenuEntry(
        Key.TEN,
        lambda words: words.MENU_HINT,
        lambda history, equipment: AskHint(),
        is_there=lambda history, equipment: equipment.hints and not history.game.rules.is_club,
        short=lambda words: words.MENU_HINT_SHORT,
    ),
    *(_setting(name, setting) for name, setting in SETTINGS.items()),
    MenuEntry(Key.JACK, lambda words: words.MENU_AGAIN, None, asks=Key.AGAIN),
    MenuEntry(Key.QUEEN, lambda words: words.MENU_SCORE, None, asks=Key.SCORE),
    MenuEntry(
        Key.KING,
        lambda words: words.MENU_PHONE,
        lambda history, equipment: Phone(),
        is_there=lambda history, equipment: equipment.phones,
    ),
    MenuEntry(
        Key.TWO,
        lambda words: words.MENU_UPDATE,
        lambda history, equipment: Update(),
        is_there=lambda history, equipment: equipment.updates,
    ),
    MenuEntry(
        Key.JACK,
        lambda words: words.MENU_JUDGE,
        _by_hand(Judge()),
        is_there=lambda history, equipment: not history.game.rules.reverse,
    ),
    MenuEntry(Key.SIX, lambda words: words.MENU_CLUB, lambda history, equipment: ClubRules()),
    MenuEntry(Key.QUEEN, lambda words: words.MENU_HELP, None, asks=Key.HELP),
)
"""All menu entries. To add one, add a line at the end; it may have any key but TURN and those that leave."""


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
