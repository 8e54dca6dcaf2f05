"""Hints: the keys that answer a prompt, and their meanings."""

from __future__ import annotations

from typing import NamedTuple

from firmware_py.input.keys import Key
from firmware_py.words.in_use import words


class Hint(NamedTuple):
    """A key that answers a prompt, with its meaning.

    Attributes:
        key: the key.
        meaning: the meaning of the key in one or two words, such as `yes` or `deal over`.
    """

    key: Key
    meaning: str

    @property
    def text(self) -> str:
        """The key and its meaning, such as `OK yes`."""
        return words().key_and_meaning(self.key.value, self.meaning)


def ok_go(ok: str, go: str) -> tuple[Hint, Hint]:
    """Return two hints: one says that the key OK means `ok`, the other that the key GO means `go`."""
    return Hint(Key.OK, ok), Hint(Key.GO, go)


def leaves(key: Key) -> Hint:
    """Return the hint that says that `key` closes the page."""
    return Hint(key, words().LEAVES)


def yes_no() -> tuple[Hint, Hint]:
    """Return two hints, which say that OK means yes and GO means no."""
    return ok_go(words().YES, words().NO)
