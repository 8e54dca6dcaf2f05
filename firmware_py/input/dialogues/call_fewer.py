"""The dialogue in which a player claims fewer points than the last card has scored, when playing muggins."""

from __future__ import annotations

from engine.events import Event
from engine.match.history import History
from firmware_py.input.dialogues.dialogue_base import LEAVE, DialogueBase
from firmware_py.input.equipment import Equipment
from firmware_py.input.keys import Key
from firmware_py.input.refusal import refused
from firmware_py.input.typed_number import DIGITS, Digits
from firmware_py.words.in_use import words


class CallFewer(DialogueBase):
    """The dialogue that lets a player claim fewer points than the last card has scored.

    Attributes:
        digits: the number of points typed so far.
    """

    digits: Digits = Digits()

    def press(
        self, key: Key, history: History, equipment: Equipment
    ) -> tuple[CallFewer | None, Event | None]:
        """Handle a key press: the rank keys enter digits, and OK claims the number of points entered.

        Return the dialogue that is open afterwards, if any, and the event that was produced, if any.
        """
        if key is Key.UNDO and self.digits.text:
            return CallFewer(self.digits.less()), None
        if key in LEAVE:
            return None, None
        if key in DIGITS:
            return CallFewer(self.digits.type(key)), None
        if key is not Key.OK or not self.digits.text:
            raise refused(key, words().TYPE_THE_POINTS_CALLED)
        return self, Event.call(self.digits.number)
