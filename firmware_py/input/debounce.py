"""Debouncing: ignore contact movements that are too fast to be caused by a finger.

- A press counts immediately if the key has been up for at least `QUIET` seconds. Otherwise it is a bounce,
  however long it lasts. So a worn contact that opens for a moment does not play a second card, and the "000"
  key of a keypad, which sends three presses in a row, counts as one press.
- A release counts when the contact opens, or `QUIET` seconds after the press if that is later.
"""

from __future__ import annotations

QUIET = 0.022
"""The time, in seconds, during which a contact may bounce.

A worn contact bounces for up to 20 ms, and a fast finger releases a key for 25 ms between two presses. The
value is closer to 20 ms, because a USB keypad that is polled every 8 ms reports 25 ms as 24 ms.
"""


def is_bounce(seconds: float) -> bool:
    """Return True if the time between two movements of a contact is so short that the second is a bounce.

    Args:
        seconds: the time between the two movements. A negative time is not a bounce.
    """
    return 0 <= seconds < QUIET


def release_time(pressed: float, came_up: float) -> float:
    """Return the time when a key counts as released, at least `QUIET` seconds after it was pressed.

    Args:
        pressed: the time at which the key was pressed.
        came_up: the time at which the key's contact last opened.
    """
    return max(came_up, pressed + QUIET)
