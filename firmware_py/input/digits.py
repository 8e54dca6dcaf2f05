"""A number that is being typed on the rank keys."""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import IllegalEvent
from firmware_py.input.keys import RANKS, Key

MOST = 3
"""Digits that a number has at most."""
DIGITS = {key: str(RANKS[key] % 10) for key in list(RANKS)[:10]}
"""The digit of each key: `A` is 1, `2` to `9`, `10` is 0."""


class Digits(NamedTuple):
    """What has been typed of a number.

    Attributes:
        text: the digits so far.
    """

    text: str = ""

    @property
    def number(self) -> int:
        """What was typed; 0 if nothing was."""
        return int(self.text or 0)

    def type(self, key: Key) -> Digits:
        """With one more digit.

        Raises:
            IllegalEvent: there is no room for it.
        """
        if len(self.text) == MOST:
            raise IllegalEvent(f"{MOST} digits at most: press OK or UNDO")
        return Digits(self.text + DIGITS[key])

    def less(self) -> Digits:
        """Without the last digit."""
        return Digits(self.text[:-1])
