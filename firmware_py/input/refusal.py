"""The error for a key that does nothing at the current prompt."""

from __future__ import annotations

from collections.abc import Callable

from engine.refusals import IllegalEvent
from firmware_py.input.keys import Input
from firmware_py.words.in_use import words

KeyName = Callable[[str], str]
"""A function that takes the label of a key, such as `A`, and returns its name in a message.

This is the label itself for the screen, and the spoken name, such as `ace`, for the voice.
"""


class UnwantedKey(IllegalEvent):
    """Raised when a key does nothing at the current prompt or in the open dialogue.

    Attributes:
        aloud: the message as it is spoken, with keys named as in speech, such as `ace` for the key A.
    """

    def __init__(self, message: str, aloud: str) -> None:
        super().__init__(message)
        self.aloud = aloud


def refused(key: Input, instead: str | Callable[[KeyName], str]) -> UnwantedKey:
    """Return the exception for a key that does nothing at the current prompt or in the open dialogue.

    Args:
        key: the key.
        instead: a clause that says what to press instead, such as `key the starter`. If the clause names any
            keys, pass a function that takes a `KeyName` and returns the clause.
    """
    texts = (
        words().does_nothing_here(name(key.value), instead if isinstance(instead, str) else instead(name))
        for name in (str, words().key)
    )
    return UnwantedKey(*texts)
