"""Key files, which contain keys separated by white space.

A comment starts with `#` and extends to the end of the line.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from firmware_py.input.keys import Key


class KeyInFile(NamedTuple):
    """A key read from a key file, with its position.

    Attributes:
        key: the key.
        where: the position of the key, for error messages, such as `line 3, column 5`.
    """

    key: Key
    where: str


def read_keys(text: str, name: str) -> list[KeyInFile]:
    """Parse a key file and return its keys in order, with their positions.

    Args:
        text: the contents of the file.
        name: the file's name, for error messages.

    Raises:
        ValueError: a word is not a key. The message contains the word, its position, and a list of the keys.
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
