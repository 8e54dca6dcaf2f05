"""Key files: keys separated by white space, and comments from `#` to the end of the line."""

from __future__ import annotations

import re
from typing import NamedTuple

from firmware_py.input.keys import Key


class KeyInFile(NamedTuple):
    """A key in a key file.

    Attributes:
        key: the key.
        where: the position of the key, for messages, such as `line 3, column 5`.
    """

    key: Key
    where: str


def read_keys(text: str, name: str) -> list[Key]:
    """Return the keys in a key file, in order.

    Args:
        text: the content of the file.
        name: the name of the file, for error messages.

    Raises:
        ValueError: a word is not a key. The message gives the word, its position, and the list of keys.
    """
    return [each.key for each in read_keys_with_positions(text, name)]


def read_keys_with_positions(text: str, name: str) -> list[KeyInFile]:
    """Return the keys in a key file, each with its position.

    The arguments and the error are those of `read_keys`.
    """
    keys = []
    for number, line in enumerate(text.split("\n"), start=1):
        for word in re.finditer(r"\S+", line.partition("#")[0]):
            where = f"line {number}, column {word.start() + 1}"
            try:
                keys.append(KeyInFile(Key.parse(word.group()), where))
            except ValueError as error:
                raise ValueError(f"{name}: {where}: {error}") from None
    return keys
