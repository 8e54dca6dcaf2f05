"""A number that is being typed on the rank keys."""

from __future__ import annotations

from typing import NamedTuple

from engine.refusals import IllegalEvent
from firmware_py.input.keys import RANKS, Key
from firmware_py.words.in_use import words

MOST = 3
"""The maximum number of digits in a number."""
DIGITS = {key: str(RANKS[key] % 10) for key in list(RANKS)[:10]}
"""Maps each key to its digit: `A` to 1, and `10` to 0."""


class Digits(NamedTuple):
    """The digits of a number that is being typed.

    Attributes:
        text: the digits typed so far.
    """

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
