"""How much the voice says."""

from __future__ import annotations

from enum import Enum


class Level(Enum):
    """How much the voice says. The value of each member is its name in a configuration file."""

    CALLS = "calls"
    """Say what players would call aloud: points, the count, go, the hands, and the winner.

    The code that lets a phone join is said, too.
    """
    FULL = "full"
    """Say everything that a player would read on the screen."""
