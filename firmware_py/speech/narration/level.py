"""How much the voice says."""

from __future__ import annotations

from enum import Enum


class Level(Enum):
    """How much the voice says. The value is the name in a configuration."""

    CALLS = "calls"
    """What players call aloud: points, the count, go, the hands, the winner."""
    FULL = "full"
    """Everything that a player would read on the screen."""
