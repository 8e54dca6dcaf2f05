"""How much the voice says."""

from __future__ import annotations

from enum import Enum


class Level(Enum):
    """The amount of speech. The value is the name in a configuration file."""

    CALLS = "calls"
    """What players would call aloud: points, the count, go, the hands, and the winner."""
    FULL = "full"
    """Everything that a player would read on the screen."""
