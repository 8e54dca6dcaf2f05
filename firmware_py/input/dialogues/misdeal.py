"""The dialogue for a misdeal, which asks whether to throw the deal in."""

from __future__ import annotations

from engine.errors import IllegalEvent
from engine.events import Event
from engine.match.history import History
from firmware_py.input.dialogues.dialogue_base import LEAVE, DialogueBase
from firmware_py.input.keys import Key
from firmware_py.input.refusal import refused
from firmware_py.words.in_use import words


class Misdeal(DialogueBase):
    """The dialogue that asks whether to throw the deal in."""

    @classmethod
    def of(cls, history: History) -> Misdeal:
        """Return this dialogue for the deal in progress.

        Raises:
            IllegalEvent: no deal is in progress.
        """
        if not history.game.has_deal:
            raise IllegalEvent(words().NOTHING_TO_THROW_IN)
        return cls()

    def press(self, key: Key, history: History) -> tuple[Misdeal | None, Event | None]:
        """Handle a key: OK throws the deal in, GO leaves the dialogue."""
        if key in LEAVE:
            return None, None
        if key is Key.OK:
            return self, Event.thrown_in()
        raise refused(key, words().OK_YES_GO_NO)
