"""The menu: its entries, their keys, and the dialogues that they open."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import groupby
from typing import NamedTuple

from engine.events import Event, Kind
from engine.match.history import History
from engine.refusals import IllegalEvent
from firmware_py.input.dialogues.call_fewer import CallFewer
from firmware_py.input.dialogues.coach import CoachSwitch
from firmware_py.input.dialogues.correction import ChoosePress
from firmware_py.input.dialogues.dialogue_base import LEAVE, DialogueBase
from firmware_py.input.dialogues.misdeal import Misdeal
from firmware_py.input.dialogues.new_game import NewGameForm
from firmware_py.input.dialogues.phone import Phone
from firmware_py.input.dialogues.points_by_hand import PointsByHand
from firmware_py.input.dialogues.rules_in_force import RulesInForce
from firmware_py.input.dialogues.signs import Signs
from firmware_py.input.dialogues.switch_off import SwitchOff
from firmware_py.input.equipment import Equipment
from firmware_py.input.keys import RANKS, Key
from firmware_py.input.refusal import refused
from firmware_py.words.english import English
from firmware_py.words.in_use import words

Opened = (
    PointsByHand
    | Misdeal
    | RulesInForce
    | NewGameForm
    | ChoosePress
    | SwitchOff
    | Signs
    | CallFewer
    | Phone
    | CoachSwitch
)
"""The dialogues that the menu can open."""
_OFF, _CALL_FEWER, _PHONE, _COACH = Key.EIGHT, Key.TEN, Key.KING, Key.OK


class Menu(DialogueBase):
    """The menu, which is used to open most of the other dialogues. Its entries depend on the equipment."""

    def press(self, key: Key, history: History, equipment: Equipment) -> tuple[Opened | None, Event | None]:
        """Handle a key press: choose the menu entry that belongs to this key.

        Return the dialogue that is open afterwards, if any, and the event that was produced, if any.
        """
        if key in LEAVE:
            return None, None
        if key is _OFF and not equipment.powers_off:
            raise IllegalEvent(words().ONLY_THE_SERVICE_SWITCHES_OFF)
        entries = self.entries(history, equipment)
        entry = entries.get(key)
        if entry is None:
            ranges = _ranges(entries)
            raise refused(key, lambda name: words().menu_keys([list(map(name, each)) for each in ranges]))
        return entry.opens(history, equipment) if entry.opens else None, None

    def asks(self, key: Key) -> Key | None:
        """Return AGAIN if the key asks the voice to repeat itself, or SCORE if the key asks for the score.

        Return None for any other key.
        """
        entry = ENTRIES.get(key)
        return entry.asks if entry else None

    def entries(self, history: History, equipment: Equipment) -> dict[Key, MenuEntry]:
        """Return the menu entries that are available now. Each key maps to the entry that it chooses.

        Args:
            history: the match so far.
            equipment: the parts and settings of the board.
        """
        missing = {
            _OFF: not equipment.powers_off,
            _CALL_FEWER: not history.game.points_to_call,
            _PHONE: not equipment.phones,
            # The menu has no room for both, and no advice is given while points can be called.
            _COACH: equipment.coach is None or bool(history.game.points_to_call),
        }
        return {key: entry for key, entry in ENTRIES.items() if not missing.get(key)}


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
    opens: Callable[[History, Equipment], Opened] | None
    asks: Key | None = None


def _ranges(chosen: Collection[Key]) -> list[tuple[str, ...]]:
    """Return the labels of the given keys, with three or more neighbouring ranks combined into a range.

    For example, the keys A to 7 and 9 result in `[("A", "7"), ("9",)]`.
    """
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
