"""Key files: words between white space, `#` to the end of a line a comment."""

from __future__ import annotations

import re

from firmware_py.keys import Key


def read_keys(text: str, name: str) -> list[Key]:
    """The keys that a key file names, in order.

    Args:
        text: what the file holds.
        name: what to call it in an error.

    Raises:
        ValueError: a word is no key; the message names it, where it stands and what would be right.
    """
    keys = []
    for number, line in enumerate(text.split("\n"), start=1):
        for word in re.finditer(r"\S+", line.partition("#")[0]):
            try:
                keys.append(Key.parse(word.group()))
            except ValueError as error:
                raise ValueError(f"{name}: line {number}, column {word.start() + 1}: {error}") from None
    return keys
