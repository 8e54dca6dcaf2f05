"""The dialogue that asks whether to abandon the current deal after a misdeal and deal the cards again."""

from __future__ import annotations

from engine.events import Event
from engine.match.history import History
from engine.refusals import IllegalEvent
from firmware_py.input.dialogues.dialogue_base import LEAVE, DialogueBase
from firmware_py.input.equipment import Equipment
from firmware_py.input.keys import Key
from firmware_py.input.refusal import refused
from firmware_py.words.in_use import words


class Misdeal(DialogueBase):
    """The dialogue that asks whether to abandon the deal and deal the cards again."""

    @classmethod
    def of(cls, history: History) -> Misdeal:
        """Return a new dialogue for the current deal.

        Raises:
            IllegalEvent: there is no deal to abandon.
        """
        if not history.game.has_deal:
            raise IllegalEvent(words().NOTHING_TO_THROW_IN)
        return cls()

    def press(self, key: Key, history: History, equipment: Equipment) -> tuple[Misdeal | None, Event | None]:
        """Handle a key press: OK abandons the deal, so that it is dealt again, and GO closes the dialogue.

        Return the dialogue that is open afterwards, if any, and the event that was produced, if any.
        """
        if key in LEAVE:
            return None, None
        if key is Key.OK:
            return self, Event.thrown_in()
        raise refused(key, words().OK_YES_GO_NO)
