"""Hints: the keys that answer a prompt, each with its meaning."""

from __future__ import annotations

from typing import NamedTuple

from firmware_py.input.keys import Key


class Hint(NamedTuple):
    """A key that answers, and the meaning of its answer.

    Attributes:
        key: the key.
        meaning: what the key does, in a word or two: `yes`, `deal over`.
    """

    key: Key
    meaning: str

    @property
    def text(self) -> str:
        """The key and its meaning as one text: `OK yes`."""
        return f"{self.key.value} {self.meaning}"


def ok_go(ok: str, go: str) -> tuple[Hint, Hint]:
    """Return the hints of a question that OK and GO answer, in this order."""
    return Hint(Key.OK, ok), Hint(Key.GO, go)


YES_NO = ok_go("yes", "no")
"""The hints of a question that is answered with yes or no."""
