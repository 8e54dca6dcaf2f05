"""Numbers and names that are being typed on the rank keys, and the error for a key that does nothing here."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.refusals import IllegalEvent
from engine.setup import LONGEST_NAME
from firmware_py.words.in_use import words

from .keys import RANKS, Input, Key

MOST = 3
"""The maximum number of digits in a number."""
DIGITS = {key: str(RANKS[key] % 10) for key in list(RANKS)[:10]}
"""Maps each key to its digit: `A` to 1, and `10` to 0."""


class Digits(NamedTuple):
    """The digits of a number that is being typed."""

    text: str = ""

    @property
    def number(self) -> int:
        """The number typed so far, or 0 if no digit has been typed yet."""
        return int(self.text or 0)

    def type(self, key: Key) -> Digits:
        """Return a copy with the key's digit appended.

        Raises:
            IllegalEvent: the number already has the maximum number of digits.
        """
        if len(self.text) == MOST:
            raise IllegalEvent(words().too_many_digits(MOST))
        return Digits(self.text + DIGITS[key])

    def less(self) -> Digits:
        """Return a copy without the last digit."""
        return Digits(self.text[:-1])


LETTERS = dict(zip(DIGITS, "1 ABC2 DEF3 GHI4 JKL5 MNO6 PQRS7 TUV8 WXYZ9 0".split(), strict=True))
"""Maps each key to its letters, as on a telephone."""


class TypedName(NamedTuple):
    """A name that is being typed on the rank keys, each of which has several letters.

    Attributes:
        key: the key that typed the last letter. If it is pressed again, the letter changes. None if the last
            letter is finished.
    """

    text: str = ""
    key: Key | None = None

    def type(self, key: Key) -> TypedName:
        """Return the name after a key press.

        If the key is the one that typed the last letter (`self.key`), this letter changes. Otherwise a letter
        is added.

        Raises:
            IllegalEvent: the name already has the maximum number of letters.
        """
        letters = LETTERS[key]
        if key is self.key:
            text, last = self.text[:-1], self.text[-1].upper()
            letter = letters[(letters.index(last) + 1) % len(letters)]
        elif len(self.text) == LONGEST_NAME:
            raise IllegalEvent(words().too_many_letters(LONGEST_NAME))
        else:
            text, letter = self.text, letters[0]
        return TypedName(text + (letter.lower() if text else letter), key)

    def end_letter(self) -> TypedName:
        """Return a copy in which the last letter is finished, so that the same key can add another letter."""
        return TypedName(self.text)

    def less(self) -> TypedName:
        """Return a copy of the name without its last letter."""
        return TypedName(self.text[:-1])


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
        instead: a clause that says what to press instead, such as `key the starter`. If the clause names any
            keys, pass a function that takes a `KeyName` and returns the clause.
    """
    texts = (
        words().does_nothing_here(name(key.value), instead if isinstance(instead, str) else instead(name))
        for name in (str, words().key)
    )
    return UnwantedKey(*texts)
