"""Read the file that lists the names of the players on a club night.

A result belongs to a player only if the names agree, so the file takes the names that can be entered on a
board: letters and digits. Text after `#` is a comment.
"""

from __future__ import annotations

from pathlib import Path
from unicodedata import normalize

from engine.cribbage_error import quoted
from engine.game_setup import LONGEST_NAME
from firmware_py.errors import UsageError
from firmware_py.file_errors import system_words


def read_players(path: Path) -> list[str]:
    """Return the names in a file that contains one name per line. Empty lines and comments are ignored.

    Raises:
        UsageError: the file cannot be read, a name cannot be entered on a board, or a name occurs twice.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise UsageError(f"{path}: this is not text in UTF-8: save the names as plain text") from None
    except OSError as error:
        raise UsageError(f"{path}: {system_words(error)}") from None
    found: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        name = normalize("NFC", line.partition("#")[0].strip())
        if not name:
            continue
        if len(name) > LONGEST_NAME or not name.isalnum():
            raise UsageError(
                f"{path}: line {number}: {quoted(name)} cannot be entered on a board: write one name in each "
                f"line, of 1 to {LONGEST_NAME} letters or digits"
            )
        if name.casefold() in found:
            raise UsageError(
                f"{path}: line {number}: {name} is there twice: give each player a different name"
            )
        found[name.casefold()] = name
    return list(found.values())
