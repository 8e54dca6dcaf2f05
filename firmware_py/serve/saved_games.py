"""The games that a board has saved, read for the page: their results, and all of them in one file."""

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
"""The number of bytes of games up to which a download is made."""


def saved_games(journal: Path) -> list[Mapping[str, Any]]:
    """Return the results of all finished games, oldest first; those that cannot be read are left out."""
    reading = None
    with suppress(JournalError, OSError):
        reading = read_journal(journal)
    try:
        archived = archived_games(journal)
    except OSError:
        archived = {}
    return list(finished_games(journal, reading, archived, lambda fault: None))


def zipped_games(journal: Path) -> bytes:
    """Return a ZIP file with the journal and the file of each archived game, as they lie on the disk.

    Raises:
        JournalError: there are no games, or too many to send.
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
