"""The dialogue that shows a code with which phones can join the game."""

from __future__ import annotations

from engine.events import Event
from engine.match.history import History
from firmware_py.input.dialogues.dialogue_base import LEAVE, DialogueBase, PhoneRequests
from firmware_py.input.equipment import Equipment
from firmware_py.input.keys import Key
from firmware_py.input.refusal import refused
from firmware_py.words.in_use import words


class Phone(DialogueBase):
    """The dialogue that lets phones join. It does not affect the game.

    It only counts the players' requests; the codes are created by `firmware_py.phones.phone_joining`.

    Attributes:
        codes: the number of codes that the players have asked for in this dialogue.
        withdrawals: the number of times that the players have used this dialogue to withdraw every phone's
            permission to press keys.
        is_asking: True if the dialogue asks whether to do this.
    """

    codes: int = 1
    withdrawals: int = 0
    is_asking: bool = False
    prompt = "phone"

    @property
    def phone_requests(self) -> PhoneRequests:
        """The requests that the players have made in this dialogue."""
        return PhoneRequests(self.codes, self.withdrawals, self.is_asking)

    def press(self, key: Key, history: History, equipment: Equipment) -> tuple[Phone | None, Event | None]:
        """Handle a key press.

        OK asks for a new code. UNDO asks whether to put all phones out. After OK there, no phone may press
        keys until it scans a new code. GO or MENU closes the dialogue.

        Return the dialogue that is open afterwards, if any, and the event that was produced, if any.
        """
        if self.is_asking:
            if key in LEAVE:
                return Phone(self.codes, self.withdrawals), None
            if key is Key.OK:
                return Phone(self.codes, self.withdrawals + 1), None
            raise refused(key, words().OK_YES_GO_NO)
        if key in (Key.GO, Key.MENU):
            return None, None
        if key is Key.OK:
            return Phone(self.codes + 1, self.withdrawals), None
        if key is Key.UNDO:
            return Phone(self.codes, self.withdrawals, is_asking=True), None
        raise refused(key, words().PHONE_KEYS)
