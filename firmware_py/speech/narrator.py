"""The narrator: from successive states of the board's window to the sentences to say."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from firmware_py.speech.sentence import Heard


class Level(Enum):
    """How much the voice says."""

    CALLS = "calls"
    """What players call aloud: points, the count, go, the hands, the winner."""
    FULL = "full"
    """Everything that a player would read on the screen."""


class Narrator:
    """It hears successive states of the board's window, and says each thing once.

    The narrator is pure: it has no clock, and it neither reads nor speaks.
    """

    def __init__(self, level: Level) -> None:
        """Create a narrator that has not heard anything yet."""
        self._level = level

    def hear(self, view: Mapping[str, Any]) -> Heard:
        """Return what there is to say about the object that `view.json` holds now."""
        return Heard()
