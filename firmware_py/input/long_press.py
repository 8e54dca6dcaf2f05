"""Long presses: OK, UNDO and GO act as other keys when they are held.

A short press of these three keys takes effect when the key is released. After `LONG` seconds, a held key
acts as the other key. All other keys act when they are pressed. A fast typist may press a key before
releasing the previous one. So if OK, UNDO or GO has been held for less than `LONG` seconds when another key
is pressed on any keypad, the held key counts as a short press at once, and its release has no effect.
"""

from __future__ import annotations

from enum import Enum

from firmware_py.input.keys import Input, Key


class Held(Enum):
    """A one-member enum for a long press of GO, which stands for the key that `key_for_held_go` returns."""

    GO = "GO"


LONG = 0.6
"""The time, in seconds, for which a key must be held to count as a long press."""
LONG_PRESS: dict[Input, Key | Held] = {Key.OK: Key.MENU, Key.UNDO: Key.REDO, Key.GO: Held.GO}
"""Maps each key that can be held to the key that a long press stands for.

A long press of GO stands for the key that `key_for_held_go` returns.

The keys in this mapping act when they are released. All other keys act when they are pressed.
"""


def waits_for_release(key: Input) -> bool:
    """Return True if a key acts only when it is released, because a long press has a different meaning."""
    return key in LONG_PRESS


def long_press_time(pressed: float) -> float:
    """Return the time when a key that has been held since `pressed` counts as long-pressed."""
    return pressed + LONG


def key_for_held_go(*, muggins: bool, last: Input | None) -> Key:
    """Return the key that a long press of GO stands for.

    With muggins, this is MUGGINS. Otherwise it is a key for the voice: AGAIN or, directly after AGAIN, SCORE.

    Args:
        muggins: True if the game is played with muggins.
        last: the previous key press, or None if there was none.
    """
    if muggins:
        return Key.MUGGINS
    return Key.SCORE if last is Key.AGAIN else Key.AGAIN
