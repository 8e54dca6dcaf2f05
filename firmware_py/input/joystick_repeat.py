"""Repeated moves while the joystick is held in one direction.

The move repeats after `FIRST_REPEAT` seconds and then every `REPEAT` seconds. The repetition stops when the
joystick is released or moved in a different direction, or after `STUCK` seconds.
"""

from __future__ import annotations

from math import inf

from firmware_py.input.keys import DIRECTIONS, Input

FIRST_REPEAT = 0.5
"""The time, in seconds, for which a direction must be held before it repeats for the first time."""
REPEAT = 0.15
"""The time, in seconds, between two repeats."""
STUCK = 10.0
"""The time, in seconds, after which a held direction stops repeating, because the joystick may be stuck."""


def repeats(key: Input) -> bool:
    """Return True if a key repeats while it is held down."""
    return key in DIRECTIONS


def first_repeat_time(pressed: float) -> float:
    """Return the time of the first repeat for a joystick held in one direction since `pressed`."""
    return pressed + FIRST_REPEAT


def next_repeat_time(pressed: float, repeated: float) -> float:
    """Return the time of the next repeat, or infinity if the joystick has been held for too long.

    All times are in seconds on the same clock.

    Args:
        pressed: the time at which the joystick was moved in its current direction.
        repeated: the time of the last repeat.
    """
    again = repeated + REPEAT
    return again if again - pressed <= STUCK else inf
