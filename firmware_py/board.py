"""The state of a board: the match, the input in progress, and the message on the display."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.errors import CribbageError
from engine.events import Event
from engine.indices import Seat
from engine.match.history import History
from engine.refusals import IllegalEvent
from firmware_py.errors import JournalError
from firmware_py.input.controls import Controls
from firmware_py.input.equipment import KEYS_ALONE, Equipment
from firmware_py.input.keys import VOICE_KEYS, Input, Key
from firmware_py.input.long_press import key_for_held_go
from firmware_py.input.refusal import UnwantedKey
from firmware_py.match import Match
from firmware_py.ports import Store
from firmware_py.view.additions import NO_ADDITIONS, Additions
from firmware_py.view.view import View, view
from firmware_py.words.in_use import words

if TYPE_CHECKING:
    from firmware_py.input.entry import KeyEntry


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
        asks: AGAIN if the voice should repeat what it said, SCORE if it should say the scores; otherwise
            None.
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
        match: the match, which saves each event if a store was given.
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
            history: the match so far.
            store: the store that saves each event before its effect is shown; None to save nothing.
            notice: a message to show until the first key press.
            equipment: the parts and settings that determine which keys the board accepts; by default, those
                of a board that has keys but no joystick.
        """
        self.match = Match(history, store)
        self._controls = Controls()
        self._equipment = equipment
        self._refusal: str | None = None
        self._notices = (notice,) if notice else ()
        self._additions = NO_ADDITIONS
        self._view: View | None = None
        self._views = 0

    @property
    def history(self) -> History:
        """The match so far."""
        return self.match.history

    def press(self, key: Input, seat: Seat | None = None) -> Outcome:
        """Handle a key press, which may produce an event, change only what is displayed, or be refused.

        The keys AGAIN and SCORE, which ask the voice to speak, change nothing.

        Args:
            key: the key, or the joystick move.
            seat: the seat of the player who pressed the key, or None if it is unknown.
        """
        self._controls = self._controls._replace(last=key)
        if isinstance(key, Key) and key in VOICE_KEYS:
            self._view = None  # a new view of the same board, so that the listeners are told
            return Outcome(self.history.applied, asks=key)
        self.match.reach_back()
        before, made = self.history, None
        self._view, self._notices = None, ()
        try:
            controls, event = self._controls.press(key, before, self._equipment, seat)
            if event is not None:
                self.match.take(event)
                made = Made(before, event, self.history)
        except (CribbageError, JournalError) as error:
            self._refusal = error.in_words(words()) if isinstance(error, IllegalEvent) else str(error)
            aloud = error.aloud if isinstance(error, UnwantedKey) else None
            unsaved = isinstance(error, JournalError)
            return Outcome(before.applied, why=self._refusal, why_aloud=aloud, unsaved=unsaved)
        self._controls, self._refusal = controls._replace(last=key), None
        self._equipment = controls.entry.chosen_settings(self._equipment)
        return Outcome(before.applied, took=made is not None, made=made, asks=controls.entry.asks)

    def say(self, notice: str) -> None:
        """Show a notice until the next key press. If another notice is already shown, both are shown."""
        self._notices = (*self._notices, notice)
        self._view = None

    def equip(self, equipment: Equipment) -> None:
        """Use the parts and settings of a new configuration, and discard any unfinished input."""
        self._equipment, self._controls = equipment, Controls()
        self._view = None

    @property
    def switches_off(self) -> bool:
        """True if the players have confirmed that the machine should be switched off."""
        return self._controls.entry.switches_off

    def return_to_game(self, notice: str) -> None:
        """Close the open dialogue, and show a notice until the next key press."""
        self._controls = self._controls._replace(
            entry=self._controls.entry._replace(dialogue=None), picker=None
        )
        self.say(notice)

    def refuse(self, why: str) -> Outcome:
        """Refuse a key press, show the reason `why` on the display, and return the outcome of the press.

        The match is unchanged.
        """
        self._view, self._refusal, self._notices = None, why, ()
        self._controls = self._controls._replace(last=None)
        return Outcome(self.history.applied, why=why)

    def show_game(self) -> Outcome:
        """Close the open page, remove all messages, and return the outcome of the key press that caused this.

        The match is unchanged.
        """
        self._view, self._refusal, self._notices = None, None, ()
        self._controls = self._controls._replace(entry=self._controls.entry._replace(page=0))
        return Outcome(self.history.applied)

    @property
    def equipment(self) -> Equipment:
        """The parts and settings that determine which keys the board accepts."""
        return self._equipment

    @property
    def entry(self) -> KeyEntry:
        """The unfinished input, including the open dialogue."""
        return self._controls.entry

    @property
    def additions(self) -> Additions:
        """Everything that the board's add-ons give it to show."""
        return self._additions

    def show_also(self, additions: Additions) -> None:
        """Show the given additions from the board's add-ons, in place of all previous additions."""
        if additions != self._additions:
            self._additions, self._view = additions, None

    def take(self, event: Event) -> None:
        """Apply an event that was not produced by a key press, e.g. an event from a saved record.

        Raises:
            IllegalEvent: the rules do not allow the event now.
            JournalError: the event cannot be saved.
        """
        self.match.take(event)
        self._view = None

    @property
    def key_for_held_go(self) -> Key:
        """The key that a long press of GO currently acts as: MUGGINS, AGAIN or SCORE."""
        return key_for_held_go(muggins=self.history.game.rules.claims, last=self._controls.last)

    @property
    def prompt(self) -> str:
        """The name of the current prompt, as written in JSON output."""
        return self._controls.entry.prompt or self.history.game.prompt.value

    @property
    def view(self) -> View:
        """The current view, i.e. everything that the board shows. Each new view has a new number."""
        if self._view is None:
            self._views += 1
            covered = self._refusal is not None or bool(self._notices)
            picker = None if covered else self._controls.picker_view(self.history, self._equipment)
            entry = self._controls.entry
            seen = view(
                self.history,
                entry,
                self._refusal,
                self._notices,
                picker,
                self._additions,
                self._equipment,
            )
            self._view = seen._replace(number=self._views)
        return self._view
