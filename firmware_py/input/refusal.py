"""The error for a key that does nothing at the current prompt."""

from __future__ import annotations

from engine.errors import IllegalEvent
from firmware_py.input.keys import Input
from firmware_py.words.in_use import words


def refused(key: Input, instead: str) -> IllegalEvent:
    """Return the exception for a key that does nothing at the current prompt or in the open dialogue.

    Args:
        key: the key.
        instead: a clause that says what to press instead, such as `key the starter` or `OK is yes, GO is no`.
    """
    return IllegalEvent(words().does_nothing_here(key.value, instead))
