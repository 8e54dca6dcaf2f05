"""Read the saved games for a command, from the journal and from the archive beside it."""

from __future__ import annotations

import os
from pathlib import Path

from firmware_py import version
from firmware_py.errors import JournalError, UsageError
from firmware_py.file_errors import cause
from firmware_py.journal import archive
from firmware_py.journal.archive import ArchivedGame
from firmware_py.journal.locations import exists, journal_to_look_into
from firmware_py.journal.reading import Reading
from firmware_py.journal.recovery import read_journal, remedy


def read_played(named: Path | None) -> Reading:
    """Read a journal and check that it is not damaged and that a game has begun in it.

    Args:
        named: the journal named on the command line, or None for the board's own.

    Raises:
        UsageError: nothing has been played yet, or the journal is damaged.
        JournalError: the journal cannot be read.
    """
    path = journal_of(named)
    reading = read_if_begun(path, named)
    if reading is None:
        raise UsageError(
            f"{path}: no game has begun in this journal; name another file" if named else nothing_played()
        )
    if reading.damage:
        raise UsageError(f"{path}: {reading.damage}; {remedy(reading.damage, own=named is None)}")
    return reading


def journal_of(named: Path | None) -> Path:
    """Return the journal named on the command line, or else the board's own journal.

    Raises:
        JournalError: the user does not have permission to read the board's own journal.
    """
    path = named or journal_to_look_into()
    if named is None and exists(path):
        try:
            os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC))  # do not wait if it is a pipe
        except PermissionError:
            raise JournalError(
                f"{path}: you may not read the board's games; put 'sudo' before the command"
            ) from None
        except OSError:
            pass  # any other error is reported when the journal is read
    return path


def read_if_begun(path: Path, named: Path | None) -> Reading | None:
    """Read a journal. Return None if nothing has been played yet.

    Nothing has been played if the journal is empty, or if it is the board's own journal and does not exist
    yet.

    Args:
        path: the path of the journal.
        named: the journal named on the command line, or None if `path` is the board's own journal.

    Raises:
        JournalError: the journal cannot be read.
    """
    return read_journal(path) if named or exists(path) else None


def nothing_played() -> str:
    """Return the message for a user who has not played yet. It also explains how to begin a game."""
    if version.is_packaged():
        return (
            "nothing has been played yet: key the first card on the board; "
            "'systemctl status muggins' says whether it is running"
        )
    return "nothing has been played yet: 'muggins simulate' begins a game in the terminal"


def archived_beside(journal: Path) -> dict[int, ArchivedGame]:
    """Return the archived games that belong to a journal, keyed by game number.

    Raises:
        JournalError: the folder with the archived games cannot be read.
    """
    try:
        return archive.archived_games(journal)
    except OSError as error:
        raise JournalError(f"{archive.folder_of(journal)}: {cause(error)}") from None
