"""The menu: its entries, the key of each entry, and the dialogue that the entry opens."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.errors import IllegalEvent
from engine.events import Event, Kind
from engine.game_setup import Setup
from engine.match.history import History
from firmware_py.input.dialogues.call_fewer import CallFewer
from firmware_py.input.dialogues.correction import ChoosePress
from firmware_py.input.dialogues.dialogue_base import LEAVE, DialogueBase
from firmware_py.input.dialogues.misdeal import Misdeal
from firmware_py.input.dialogues.new_game import NewGameForm
from firmware_py.input.dialogues.points_by_hand import PointsByHand
from firmware_py.input.dialogues.rules_in_force import RulesInForce
from firmware_py.input.dialogues.signs import Signs
from firmware_py.input.dialogues.switch_off import SwitchOff
from firmware_py.input.keys import Key
from firmware_py.input.refusal import refused

Opened = PointsByHand | Misdeal | RulesInForce | NewGameForm | ChoosePress | SwitchOff | Signs | CallFewer
"""The dialogues that the menu opens."""
_OFF, _CALL_FEWER = Key.EIGHT, Key.TEN


class Menu(DialogueBase):
    """The menu, from which most other dialogues are opened.

    Attributes:
        new_game: the setup with which a new game starts; None for the setup of the game in progress.
        powers_off: True if the menu can switch the machine off.
    """

    new_game: Setup | None = None
    powers_off: bool = False

    def press(self, key: Key, history: History) -> tuple[Opened | None, Event | None]:
        """Handle a key: open the dialogue of the entry that has this key."""
        if key in LEAVE:
            return None, None
        if key is _OFF and not self.powers_off:
            raise IllegalEvent("Only the service can switch the machine off: GO leaves")
        entry = self.entries(history).get(key)
        if entry is None:
            raise refused(key, f"{self._choices(history)} choose, GO leaves")
        return entry.opens(self, history) if entry.opens else None, None

    def asks(self, key: Key) -> Key | None:
        """Return AGAIN or SCORE if the entry with this key stands for it; None otherwise."""
        entry = ENTRIES.get(key)
        return entry.asks if entry else None

    def entries(self, history: History) -> dict[Key, MenuEntry]:
        """Return the entries that can be chosen now, by key."""
        missing = {_OFF: not self.powers_off, _CALL_FEWER: not history.game.callable}
        return {key: entry for key, entry in ENTRIES.items() if not missing.get(key)}

    def _choices(self, history: History) -> str:
        """Return the keys of the entries that can be chosen, in words, such as `A to Q`."""
        if self.powers_off:
            return "A to Q" if history.game.callable else "A to 9, J and Q"
        return "A to 7, 9 to Q" if history.game.callable else "A to 7, 9, J and Q"


class MenuEntry(NamedTuple):
    """An entry of the menu.

    Attributes:
        label: the name of the entry on the screen.
        opens: returns the dialogue that the entry opens, or raises `CribbageError` if the entry cannot be
            chosen now. None if the entry only closes the menu.
        asks: AGAIN or SCORE if the entry stands for this key; None for all other entries.
    """

    label: str
    opens: Callable[[Menu, History], Opened] | None
    asks: Key | None = None


def _by_hand(kind: Kind) -> Callable[[Menu, History], PointsByHand]:
    """Return a function that opens the dialogue for this kind of manual correction.

    The function raises `IllegalEvent` if the game is over.
    """

    def opens(menu: Menu, history: History) -> PointsByHand:
        if history.game.winner is not None:
            raise IllegalEvent("The game is over: UNDO takes its last points back")
        return PointsByHand(kind)

    return opens


def _new_game(menu: Menu, history: History) -> NewGameForm:
    return NewGameForm.of(history.game) if menu.new_game is None else NewGameForm(menu.new_game)


ENTRIES: dict[Key, MenuEntry] = {
    Key.ACE: MenuEntry("peg", _by_hand(Kind.PEG)),
    Key.TWO: MenuEntry("take back", _by_hand(Kind.TAKE_BACK)),
    Key.THREE: MenuEntry("set score", _by_hand(Kind.SCORE)),
    Key.FOUR: MenuEntry("misdeal", lambda menu, history: Misdeal.of(history)),
    Key.FIVE: MenuEntry("rules", lambda menu, history: RulesInForce()),
    Key.SIX: MenuEntry("new game", _new_game),
    Key.SEVEN: MenuEntry("correct", lambda menu, history: ChoosePress.of(history)),
    _OFF: MenuEntry("off", lambda menu, history: SwitchOff()),
    Key.NINE: MenuEntry("signs", lambda menu, history: Signs()),
    _CALL_FEWER: MenuEntry("part", lambda menu, history: CallFewer()),
    Key.JACK: MenuEntry("again", None, asks=Key.AGAIN),
    Key.QUEEN: MenuEntry("score", None, asks=Key.SCORE),
}
"""The entries of the menu, each by its key."""
