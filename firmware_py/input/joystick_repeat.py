"""The repeats of a joystick direction that is held.

The direction repeats after `FIRST_REPEAT` seconds and then every `REPEAT` seconds, until the player releases
it or moves the joystick another way, or until the direction has been held for `STUCK` seconds.
"""

from __future__ import annotations

from math import inf

from firmware_py.input.keys import DIRECTIONS, Input

FIRST_REPEAT = 0.5
"""Time, in seconds, for which a direction must be held before it repeats for the first time."""
REPEAT = 0.15
"""Time, in seconds, between one repeat and the next."""
STUCK = 10.0
"""Time, in seconds, after which a held direction stops repeating: no finger holds it for so long."""


def repeats(key: Input) -> bool:
    """Return True if a key repeats while it is held."""
    return key in DIRECTIONS


def first_repeat_time(pressed: float) -> float:
    """Return when a direction that has been held since the time `pressed` repeats for the first time."""
    return pressed + FIRST_REPEAT


def next_repeat_time(pressed: float, repeated: float) -> float:
    """Return the time of the next repeat, or infinity once the direction has been held for `STUCK` seconds.

    Args:
        pressed: the time at which the joystick was moved in this direction.
        repeated: the time of the last repeat.
    """
    again = repeated + REPEAT
    return again if again - pressed <= STUCK else inf
