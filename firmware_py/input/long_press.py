"""Long presses: OK, UNDO and GO mean another key when they are held.

These three act on release, or as the other key once they have been held for `LONG` seconds. All other keys
act on press. Whoever types fast presses a key before the finger is off the last one, so a press of any key,
on any keypad, ends the wait: a key still held acts as a short press at that moment, and its release does
nothing.
"""

from __future__ import annotations

from firmware_py.input.keys import Input, Key

LONG = 0.6
"""Time, in seconds, for which a key is held until it is a long press."""
LONG_PRESS = {Key.OK: Key.MENU, Key.UNDO: Key.REDO, Key.GO: Key.MUGGINS}
"""The meaning of a long press of a key. These keys act on release, all others on press."""


def waits_for_release(key: Input) -> bool:
    """Return True if a key acts on release, because it can be pressed long as well."""
    return key in LONG_PRESS


def long_press_time(pressed: float) -> float:
    """Return the time at which a key that went down at `pressed` becomes a long press."""
    return pressed + LONG
