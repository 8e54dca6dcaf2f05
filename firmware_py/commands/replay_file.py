"""Read a file for `muggins replay`, and find out whether it lists keys to press or the events of a match."""

from __future__ import annotations

import sys
from pathlib import Path

from engine.match.record_lines import FORMAT
from firmware_py.errors import UsageError
from firmware_py.file_errors import cause


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input if the name is `-`.

    Raises:
        UsageError: the input cannot be read, or is not text.
    """
    if name == "-" and sys.stdin is None:
        raise UsageError("standard input is closed: name a key file or a record instead of -")
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        text.encode()  # fails if standard input contained bytes that are not text
    except (OSError, UnicodeError) as error:
        why = "this is not text" if isinstance(error, UnicodeError) else cause(error)
        raise UsageError(
            f"{name or repr(name)}: {why}; name a key file or a record, or - for standard input"
        ) from None
    return text.removeprefix("\ufeff")


def is_record(text: str) -> bool:
    """Return True if `text` is a record of a match's events, or False if it is a key file (a list of keys).

    The first line of a record contains the format's name and the rules.
    """
    lines = (line.partition("#")[0].split() for line in text.split("\n"))
    first = next((words for words in lines if words), [])
    return first[:1] == [FORMAT] and any("=" in word for word in first)
