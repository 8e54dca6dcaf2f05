"""Read what `replay` is given: key files, and the text of records.

A key file has keys separated by white space, and comments from `#` to the end of the line.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

from engine.match.record_header import FORMAT
from firmware_py.errors import UsageError
from firmware_py.file_errors import cause
from firmware_py.input.keys import Key


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


def is_record(text: str) -> bool:
    """Return whether a text is a record: its first line names the format and the rules.

    The name of the format alone could be the key MUGGINS.
    """
    lines = (line.partition("#")[0].split() for line in text.split("\n"))
    first = next((words for words in lines if words), [])
    return first[:1] == [FORMAT] and any("=" in word for word in first)


def read_text(name: str) -> str:
    """Read a file, or standard input for `-`.

    Raises:
        UsageError: it cannot be read, or is not text.
    """
    if name == "-" and sys.stdin is None:
        raise UsageError("standard input is closed: name a key file or a record instead of -")
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        text.encode()  # standard input lets some bytes through that are not text
    except (OSError, UnicodeError) as error:
        why = "this is not text" if isinstance(error, UnicodeError) else cause(error)
        raise UsageError(
            f"{name or repr(name)}: {why}; name a key file or a record, or - for standard input"
        ) from None
    return text.removeprefix("\ufeff")
