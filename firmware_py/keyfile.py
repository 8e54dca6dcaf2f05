"""Read key files: keys separated by white space, with comments from `#` to the end of the line."""

from __future__ import annotations

import re
from typing import NamedTuple

from firmware_py.keys import Key


class Keyed(NamedTuple):
    """A key in a key file.

    Attributes:
        key: the key.
        where: its place, for messages: `line 3, column 5`.
    """

    key: Key
    where: str


def read_keys(text: str, name: str) -> list[Key]:
    """Return the keys in a key file, in order.

    Args:
        text: the content of the file.
        name: the name of the file, for error messages.

    Raises:
        ValueError: a word is not a key. The message names the word, its place, and the keys there are.
    """
    return [keyed.key for keyed in read_keyed(text, name)]


def read_keyed(text: str, name: str) -> list[Keyed]:
    """Return the keys in a key file, each with its place; otherwise like `read_keys`."""
    keys = []
    for number, line in enumerate(text.split("\n"), start=1):
        for word in re.finditer(r"\S+", line.partition("#")[0]):
            where = f"line {number}, column {word.start() + 1}"
            try:
                keys.append(Keyed(Key.parse(word.group()), where))
            except ValueError as error:
                raise ValueError(f"{name}: {where}: {error}") from None
    return keys
