"""Read the games that a board has saved, for the web page: their results, and a ZIP file of all games."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

from firmware_py.errors import JournalError
from firmware_py.journal.archive import archived_games
from firmware_py.journal.finished_games import finished_games
from firmware_py.journal.recovery import read_journal

LARGEST = 50_000_000
"""The maximum total size, in bytes, of the games in a download."""


def saved_games(journal: Path) -> list[Mapping[str, Any]]:
    """Return the results of all finished games, oldest first. Games that cannot be read are omitted."""
    reading = None
    with suppress(JournalError, OSError):
        reading = read_journal(journal)
    try:
        archived = archived_games(journal)
    except OSError:
        archived = {}
    return list(finished_games(journal, reading, archived, lambda fault: None))


def zipped_games(journal: Path) -> bytes:
    """Return a ZIP file that contains the journal and all archived games, unchanged.

    Raises:
        JournalError: no games have been saved, or all the games together are too large to send.
    """
    paths = [journal]
    with suppress(OSError):
        paths += [game.path for game in archived_games(journal).values()]
    made, size = BytesIO(), 0
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for path in paths:
            with suppress(OSError):
                content = path.read_bytes()
                size += len(content)
                if size > LARGEST:
                    raise JournalError("the games are too many to send: copy their folder instead")
                name = path.name if path == journal else f"{path.parent.name}/{path.name}"
                file.writestr(name, content)
    if not size:
        raise JournalError("there are no games yet")
    return made.getvalue()
