"""Long presses: OK, UNDO and GO act as other keys when they are held.

These three keys act when they are released, or as the other key once they have been held for `LONG` seconds.
All other keys act when they are pressed. A player who types fast presses a key before releasing the last one.
So a press of any key, on any keypad, ends the wait: a key that is still held then counts as a short press at
once, and its release does nothing.
"""

from __future__ import annotations

from firmware_py.input.keys import Input, Key

LONG = 0.6
"""Time, in seconds, for which a key must be held to count as a long press."""
LONG_PRESS = {Key.OK: Key.MENU, Key.UNDO: Key.REDO, Key.GO: Key.MUGGINS}
"""The key that a long press of each of these keys stands for.

These keys act when they are released, all others when they are pressed.
"""


def waits_for_release(key: Input) -> bool:
    """Return True if a key acts only when released, because a long press has another meaning."""
    return key in LONG_PRESS


def long_press_time(pressed: float) -> float:
    """Return the time at which a key held since the time `pressed` counts as a long press."""
    return pressed + LONG
