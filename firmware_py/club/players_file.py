"""Read the file that lists the names of the players on a club night."""

from __future__ import annotations

from pathlib import Path

from firmware_py.club.game_message import LONGEST_NAME
from firmware_py.errors import UsageError
from firmware_py.file_errors import system_words


def read_players(path: Path) -> list[str]:
    """Return the names in a file that contains one name per line. Empty lines are ignored.

    Raises:
        UsageError: the file cannot be read, or a name is unprintable, too long or occurs twice.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise UsageError(f"{path}: this is not text in UTF-8: save the names as plain text") from None
    except OSError as error:
        raise UsageError(f"{path}: {system_words(error)}") from None
    found: dict[str, str] = {}
    for number, name in enumerate(map(str.strip, lines), 1):
        if not name:
            continue
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise UsageError(f"{path}: line {number}: this is no name: write one name in each line")
        if name.casefold() in found:
            raise UsageError(
                f"{path}: line {number}: {name} is there twice: give each player a different name"
            )
        found[name.casefold()] = name
    return list(found.values())
