"""The dialogue that asks whether to switch the machine off."""

from __future__ import annotations

from engine.events import Event
from engine.match.history import History
from firmware_py.input.dialogues.dialogue_base import LEAVE, DialogueBase
from firmware_py.input.equipment import Equipment
from firmware_py.input.keys import Key
from firmware_py.input.refusal import refused
from firmware_py.words.in_use import words


class SwitchOff(DialogueBase):
    """The dialogue that asks whether to switch the machine off. It does not affect the game.

    Attributes:
        confirmed: True if the player has answered yes.
    """

    confirmed: bool = False

    @property
    def switches_off(self) -> bool:
        """True if the player has confirmed that the machine should be switched off."""
        return self.confirmed

    def press(
        self, key: Key, history: History, equipment: Equipment
    ) -> tuple[SwitchOff | None, Event | None]:
        """Handle a key press: OK confirms that the player wants to switch off, and GO closes the dialogue.

        Return the dialogue that is open afterwards, if any, and the event that was produced, if any.
        """
        if key in LEAVE:
            return None, None
        if key is Key.OK:
            return SwitchOff(confirmed=True), None
        raise refused(key, words().OK_YES_GO_NO)
