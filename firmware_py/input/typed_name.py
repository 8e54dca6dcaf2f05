"""A name that is being typed on the rank keys. Each key has several letters, as on a telephone."""

from __future__ import annotations

from typing import NamedTuple

from engine.refusals import IllegalEvent
from engine.setup import LONGEST_NAME
from firmware_py.input.keys import Key
from firmware_py.input.typed_number import DIGITS
from firmware_py.words.in_use import words

LETTERS = dict(zip(DIGITS, "1 ABC2 DEF3 GHI4 JKL5 MNO6 PQRS7 TUV8 WXYZ9 0".split(), strict=True))
"""Maps each key to its letters, as on a telephone."""


class TypedName(NamedTuple):
    """A name that is being typed on the rank keys, each of which has several letters.

    Attributes:
        text: the letters typed so far.
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
