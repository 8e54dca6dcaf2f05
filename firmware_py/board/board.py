"""The state of a board: the match, the input in progress, and the message on the display.

A press becomes an event, or changes only what is open on the screen. Each event is saved before it takes
effect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.errors import CribbageError
from engine.events import Event
from engine.indices import Seat
from engine.match.history import History
from engine.refusals import IllegalEvent
from firmware_py.input.dialogue import Want
from firmware_py.input.entry import KeyEntry, Pressed
from firmware_py.input.keys import ASKING_KEYS, Input, Key, Stick
from firmware_py.input.settings import KEYS_ALONE, Equipment
from firmware_py.input.typed import UnwantedKey, refused
from firmware_py.system.errors import JournalError
from firmware_py.view.view import NO_ADDITIONS, Additions, View, view
from firmware_py.words.in_use import words

from .ports import Store

if TYPE_CHECKING:
    from firmware_py.input.joystick import Picker, PickerView


class Made(NamedTuple):
    """An event produced by a key press, and the match (a `History`) before and after this event."""

    before: History
    event: Event
    after: History


class Outcome(NamedTuple):
    """The outcome of a key press.

    Attributes:
        presses: the number of key presses that took effect before this one.
        took: True if this key press took effect: it produced an event, and the event is saved.
        why: the reason why the key press was refused; None if it was accepted.
        why_aloud: the spoken form of this reason, if it contains the names of keys; otherwise None.
        unsaved: True if the key press was refused only because its event could not be saved.
        made: the event that the key press produced, if any.
        asks: the key, if it is one that asks something of a listener, such as AGAIN; otherwise None.
    """

    presses: int
    took: bool = False
    why: str | None = None
    why_aloud: str | None = None
    unsaved: bool = False
    made: Made | None = None
    asks: Key | None = None


class Board:
    """The state of a board: the match, the input in progress, and the message on the display.

    Attributes:
        store: the store that saves each event before it takes effect; None if nothing is saved.
        equipment: the parts and settings that determine which keys the board accepts.
        entry: the unfinished input, including the open dialogue.
        switches_off: True if the players have confirmed that the machine should be switched off.
        wants_update: True if the players have confirmed that the board should be updated. Whoever sees to it
            sets it to False again.
    """

    def __init__(
        self,
        history: History,
        store: Store | None = None,
        notice: str | None = None,
        *,
        equipment: Equipment = KEYS_ALONE,
    ) -> None:
        """Create a board for a match.

        Args:
            notice: a message to show until the first key press.
        """
        self.history = history
        self.store = store
        self._reach = store.reach if store else None
        self.equipment = equipment
        self.entry = KeyEntry()
        self._picker: Picker | None = None
        self._last: Input | None = None
        self.switches_off = self.wants_update = False
        self._refusal: str | None = None
        self._notices = (notice,) if notice else ()
        self._additions = NO_ADDITIONS
        self._view: View | None = None
        self._views = 0

    def press(self, key: Input, seat: Seat | None = None) -> Outcome:
        """Handle a key press, which may produce an event, change only what is displayed, or be refused.

        The keys that ask something of a listener, such as AGAIN, change nothing.

        Args:
            key: the key, or the joystick move.
            seat: the seat of the player who pressed the key, or None if it is unknown. If it is known, the
                board need not ask who claims missed points.
        """
        self._last = key
        if isinstance(key, Key) and key in ASKING_KEYS:
            self._view = None  # a new view of the same board, so that the listeners are told
            return Outcome(self.history.applied, asks=key)
        self.reach_back()
        before, made = self.history, None
        self._view, self._notices = None, ()
        try:
            picker, pressed = self._pressed(key, seat)
            if pressed.event is not None:
                self.take(pressed.event)
                made = Made(before, pressed.event, self.history)
        except (CribbageError, JournalError) as error:
            self._refusal = error.in_words(words()) if isinstance(error, IllegalEvent) else str(error)
            aloud = error.aloud if isinstance(error, UnwantedKey) else None
            unsaved = isinstance(error, JournalError)
            return Outcome(before.applied, why=self._refusal, why_aloud=aloud, unsaved=unsaved)
        self.entry, self._picker, self._refusal = pressed.entry, picker, None
        match pressed.wants:
            case Key() as asks:
                return Outcome(before.applied, asks=asks)
            case Equipment() as equipment:
                self.equipment = equipment
            case Want.SWITCH_OFF:
                self.switches_off = True
            case Want.UPDATE:
                self.wants_update = True
        return Outcome(before.applied, took=made is not None, made=made)

    def _pressed(self, key: Input, seat: Seat | None) -> tuple[Picker | None, Pressed]:
        if isinstance(key, Stick):
            return self._steered(key)
        pressed = self.entry.press(key, self.history, self.equipment)
        if seat is not None and self.entry.dialogue is None:
            claimed = pressed.entry.claimed_by(seat, self.history.game)
            if claimed is not None:
                return None, Pressed(KeyEntry(), claimed)
        return None, pressed

    def _steered(self, stick: Stick) -> tuple[Picker | None, Pressed]:
        if not self.equipment.joystick:
            raise refused(stick, words().NO_JOYSTICK)
        # Only boards with a joystick import the picker, because it takes time to load.
        from firmware_py.input.joystick import PickerContext, kept, steer

        picker, key = steer(self._picker, stick, PickerContext(self.entry, self.history, self.equipment))
        if key is None:
            return picker, Pressed(self.entry)
        pressed = self.entry.press(key, self.history, self.equipment)
        return None if pressed.event else kept(picker, key, self.entry, pressed.entry), pressed

    def take(self, event: Event) -> None:
        """Apply an event and save it. If either fails, the match is unchanged.

        Raises:
            IllegalEvent: the rules do not allow the event now.
            JournalError: the event cannot be saved.
        """
        self.reach_back()
        history = self.history.apply(event)
        if self.store:
            self.store.append(event)
        self.history, self._view = history, None

    def reach_back(self) -> None:
        """Load all events that UNDO can reach. Without some of them, the board starts sooner."""
        reach, self._reach = self._reach, None
        self.history = (reach and reach()) or self.history

    def say(self, notice: str) -> None:
        """Show a notice until the next key press. If another notice is already shown, both are shown."""
        self._notices = (*self._notices, notice)
        self._view = None

    def equip(self, equipment: Equipment) -> None:
        """Use the parts and settings of a new configuration. Discard unfinished input and all additions."""
        self._additions = NO_ADDITIONS
        self.equipment, self.entry, self._picker, self._last = equipment, KeyEntry(), None, None
        self.switches_off, self._view = False, None

    def return_to_game(self, notice: str) -> None:
        """Close the open dialogue, and show a notice until the next key press."""
        self.entry, self._picker, self.switches_off = self.entry._replace(dialogue=None), None, False
        self.say(notice)

    def refuse(self, why: str) -> Outcome:
        """Refuse a key press, show the reason `why` on the display, and return the outcome of the press.

        The match is unchanged.
        """
        self._view, self._refusal, self._notices, self._last = None, why, (), None
        return Outcome(self.history.applied, why=why)

    def show_game(self) -> Outcome:
        """Close the open page, remove all messages, and return the outcome of the key press that caused this.

        The match is unchanged.
        """
        self._view, self._refusal, self._notices = None, None, ()
        self.entry = self.entry._replace(page=0)
        return Outcome(self.history.applied)

    def show_also(self, additions: Additions) -> None:
        """Show the given additions from the board's add-ons, in place of all previous additions."""
        if additions != self._additions:
            self._additions, self._view = additions, None

    @property
    def key_for_held_go(self) -> Key:
        """The key that a long press of GO currently acts as.

        With muggins, this is MUGGINS. Otherwise it is AGAIN or, directly after AGAIN, SCORE.
        """
        if self.history.game.rules.claims:
            return Key.MUGGINS
        return Key.SCORE if self._last is Key.AGAIN else Key.AGAIN

    @property
    def prompt(self) -> str:
        """The name of the current prompt, as written in JSON output."""
        return self.entry.prompt or self.history.game.prompt.value

    @property
    def view(self) -> View:
        """The current view, i.e. everything that the board shows. Each new view has a new number."""
        if self._view is None:
            self._views += 1
            covered = self._refusal is not None or bool(self._notices)
            seen = view(
                self.history,
                self.entry,
                self._refusal,
                self._notices,
                None if covered else self._picker_view(),
                self._additions,
                self.equipment,
            )
            self._view = seen._replace(number=self._views)
        return self._view

    def _picker_view(self) -> PickerView | None:
        if not self.equipment.joystick:
            return None
        from firmware_py.input.joystick import PickerContext, picker_view

        return picker_view(self._picker, PickerContext(self.entry, self.history, self.equipment))
