"""The dialogue that explains the symbols on the screen."""

from __future__ import annotations

from engine.events import Event
from engine.match.history import History
from firmware_py.input.dialogues.dialogue_base import LEAVE, DialogueBase
from firmware_py.input.equipment import Equipment
from firmware_py.input.keys import Key
from firmware_py.input.refusal import refused
from firmware_py.words.in_use import words


class Signs(DialogueBase):
    """The dialogue that explains the symbols on the screen."""

    def press(self, key: Key, history: History, equipment: Equipment) -> tuple[Signs | None, Event | None]:
        """Close the dialogue if the key is OK, GO, UNDO or MENU, and return (None, None).

        Raises:
            CribbageError: the key does nothing in this dialogue.
        """
        if key in (*LEAVE, Key.OK):
            return None, None
        raise refused(key, words().GO_LEAVES)
