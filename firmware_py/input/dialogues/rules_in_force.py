"""The dialogue that shows the rules in force, page by page."""

from __future__ import annotations

from engine.events import Event
from engine.match.history import History
from firmware_py.input.dialogues.dialogue_base import DialogueBase
from firmware_py.input.equipment import Equipment
from firmware_py.input.keys import Key
from firmware_py.input.refusal import refused
from firmware_py.words.in_use import words


class RulesInForce(DialogueBase):
    """The dialogue that shows the current game's rules, page by page.

    Attributes:
        page: the index of the page, starting at 0. The last page is followed by the first.
    """

    page: int = 0

    def press(
        self, key: Key, history: History, equipment: Equipment
    ) -> tuple[RulesInForce | None, Event | None]:
        """Handle a key press: OK shows the next page, UNDO the previous one, and GO closes the dialogue.

        Return the dialogue that is open afterwards, if any, and the event that was produced, if any.
        """
        if key in (Key.GO, Key.MENU) or (key is Key.UNDO and not self.page):
            return None, None
        if key in (Key.OK, Key.UNDO):
            return RulesInForce(self.page + (1 if key is Key.OK else -1)), None
        raise refused(key, words().PAGE_KEYS)
