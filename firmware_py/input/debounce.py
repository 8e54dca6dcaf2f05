"""Debounce: ignore moves of a contact that are too quick to come from a finger.

- A press counts at once if the key has been up for `QUIET` seconds. A press before that is a bounce, however
  long it lasts: a worn contact that opens for a moment lays no second card, and a keypad's "000" key, which
  sends three presses in a row, is one press.
- A release counts at once, but never within `QUIET` seconds of its press.
"""

from __future__ import annotations

QUIET = 0.022
"""Time, in seconds, during which a contact may bounce.

A worn contact bounces for up to 20 ms, and a fast finger releases a key for 25 ms between two presses. The
limit is nearer to 20 ms than to 25 ms, because a USB keypad that is polled every 8 ms reports 25 ms as 24 ms.
"""


def is_bounce(seconds: float) -> bool:
    """Return True if the time between two moves of a contact is too short for a finger.

    A negative time is not a bounce: the two edges arrived out of order.
    """
    return 0 <= seconds < QUIET


def release_time(pressed: float, came_up: float) -> float:
    """Return the time at which a release counts: at least `QUIET` seconds after the press.

    Args:
        pressed: the time at which the key was pressed.
        came_up: the time at which its contact last opened.
    """
    return max(came_up, pressed + QUIET)
