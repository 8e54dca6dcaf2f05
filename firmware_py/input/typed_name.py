"""A name that is being typed on the rank keys, with several letters on a key as on a telephone."""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import IllegalEvent
from engine.game_setup import LONGEST_NAME
from firmware_py.input.keys import Key
from firmware_py.input.typed_number import DIGITS

LETTERS = dict(zip(DIGITS, "1 ABC2 DEF3 GHI4 JKL5 MNO6 PQRS7 TUV8 WXYZ9 0".split(), strict=True))
"""The letters of each key, as on a telephone."""


class TypedName(NamedTuple):
    """A name that is being typed.

    Attributes:
        text: the letters so far.
        key: the key of the last letter, which turns to its next letter when pressed again; None once the
            letter has ended.
    """

    text: str = ""
    key: Key | None = None

    def type(self, key: Key) -> TypedName:
        """Return the name with the first letter of a key added, or its last letter turned to the next.

        Raises:
            IllegalEvent: the name has the most letters already.
        """
        letters = LETTERS[key]
        if key is self.key:
            text, last = self.text[:-1], self.text[-1].upper()
            letter = letters[(letters.index(last) + 1) % len(letters)]
        elif len(self.text) == LONGEST_NAME:
            raise IllegalEvent(f"A name has {LONGEST_NAME} letters at most: OK ends it, UNDO takes one back")
        else:
            text, letter = self.text, letters[0]
        return TypedName(text + (letter.lower() if text else letter), key)

    def end_letter(self) -> TypedName:
        """Return the name with its last letter ended, so that the same key adds a letter."""
        return TypedName(self.text)

    def less(self) -> TypedName:
        """Return the name without its last letter."""
        return TypedName(self.text[:-1])
