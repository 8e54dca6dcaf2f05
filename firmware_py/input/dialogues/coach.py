"""The dialogue that switches the coach on and off."""

from __future__ import annotations

from engine.events import Event
from engine.match.history import History
from firmware_py.input.dialogues.dialogue_base import LEAVE, DialogueBase
from firmware_py.input.equipment import Equipment
from firmware_py.input.keys import Key
from firmware_py.input.refusal import refused
from firmware_py.words.in_use import words


class CoachSwitch(DialogueBase):
    """The dialogue that switches the coach on and off. It does not affect the game.

    Attributes:
        on: True if the coach gives advice after each deal.
    """

    on: bool = False

    def chosen_settings(self, equipment: Equipment) -> Equipment:
        """Return the board's equipment with the coach on or off, as chosen in this dialogue."""
        return equipment._replace(coach=self.on)

    def press(
        self, key: Key, history: History, equipment: Equipment
    ) -> tuple[CoachSwitch | None, Event | None]:
        """Handle a key press: OK switches the coach on or off. GO, UNDO or MENU closes the dialogue.

        Return the dialogue that is open afterwards, if any, and the event that was produced, if any.
        """
        if key in LEAVE:
            return None, None
        if key is Key.OK:
            return CoachSwitch(not self.on), None
        raise refused(key, words().COACH_KEYS)
