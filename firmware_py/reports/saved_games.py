"""Read saved games from a journal and from the archive beside it.

The argument `named` is the journal named on the command line, or None for the board's own journal.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from engine.match.games import as_single_game
from engine.match.record import write_record
from firmware_py.journal import archive
from firmware_py.journal.archive import ArchivedGame, cause_of, finished_games, record_in
from firmware_py.journal.locations import exists, journal_to_look_into
from firmware_py.journal.reading import Reading
from firmware_py.journal.recovery import read_journal, remedy
from firmware_py.system import process
from firmware_py.system.errors import JournalError, UsageError, cause
from firmware_py.system.output import complain


def read_played(named: Path | None) -> Reading:
    """Read a journal and check that it is not damaged and that a game has begun in it.

    Raises:
        UsageError: nothing has been played yet, or the journal is damaged.
        JournalError: the journal cannot be read.
    """
    path = _journal_of(named)
    reading = _read_if_begun(path, named)
    if reading is None:
        raise UsageError(
            f"{path}: no game has begun in this journal; name another file" if named else _nothing_played()
        )
    if reading.damage:
        raise UsageError(f"{path}: {reading.damage}; {remedy(reading.damage, own=named is None)}")
    return reading


def _journal_of(named: Path | None) -> Path:
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


def _read_if_begun(path: Path, named: Path | None) -> Reading | None:
    """Return None if no game has begun in it, or if the board has no journal yet."""
    return read_journal(path) if named or exists(path) else None


def _nothing_played() -> str:
    if process.is_packaged():
        return (
            "nothing has been played yet: key the first card on the board; "
            "'systemctl status muggins' says whether it is running"
        )
    return "nothing has been played yet: 'muggins simulate' begins a game in the terminal"


def _archived_beside(journal: Path) -> dict[int, ArchivedGame]:
    try:
        return archive.archived_games(journal)
    except OSError as error:
        raise JournalError(f"{archive.folder_of(journal)}: {cause(error)}") from None


def record_of_game(named: Path | None, game: int | None) -> str:
    """Return a game as text with one event per line (RECORD.md), without a newline at the end.

    Args:
        game: the number of the game, starting at 1, or None for the last game.

    Raises:
        UsageError: the game does not exist, or the journal is damaged.
        JournalError: a file cannot be read.
    """
    archived = _archived_beside(_journal_of(named)) if game else {}
    try:
        reading = read_played(named)
    except (UsageError, JournalError):
        if game is None or game - 1 not in archived:
            raise
        return _archived_record(archived[game - 1])
    timelines = reading.games()
    last = max(timelines)
    number = last if game is None else game - 1
    if number in timelines:
        return write_record(*as_single_game(reading.header, timelines[number])).rstrip("\n")
    if not 0 <= number <= last:
        raise UsageError(f"--game {game}: there is no such game: choose 1 to {last + 1}")
    if number not in archived:
        raise UsageError(f"--game {game}: nothing was played in this game, or its file is gone")
    return _archived_record(archived[number])


def _archived_record(file: ArchivedGame) -> str:
    """Print a warning if the checksum is wrong."""
    try:
        text, is_unchanged = record_in(file)
    except (OSError, UnicodeError) as error:
        raise JournalError(f"{file.path}: {cause_of(error)}") from None
    if not is_unchanged:
        complain(
            f"{file.path}: the file was changed after the board wrote it: "
            "the checksum in its last line is wrong"
        )
    return text


def results_of_games(named: Path | None) -> list[dict[str, Any]]:
    """Return the results of the finished games, oldest first, in the form of `archive.result_object`.

    Print a warning for each file that cannot be read.

    Raises:
        UsageError: nothing has been played yet.
        JournalError: neither the journal nor the archived games can be read.
    """
    path = _journal_of(named)
    archived = _archived_beside(path)
    reading = None
    try:
        reading = _read_if_begun(path, named)
        if not (reading or archived or named or exists(path)):
            raise UsageError(_nothing_played())
    except JournalError as error:
        if not archived:
            raise
        complain(f"{error}; the games saved in files of their own follow")
    if reading and reading.damage:
        then = remedy(reading.damage, own=named is None)
        complain(f"{path}: {reading.damage}; {then}; the games saved in files of their own follow")
    return finished_games(path, reading, archived, complain)


def last_finished(named: Path | None) -> int | None:
    """Return the number of the last finished game, starting at 1, or None if no game is finished.

    Raises:
        UsageError: nothing has been played yet.
        JournalError: neither the journal nor the archived games can be read.
    """
    path = _journal_of(named)
    archived = _archived_beside(path)
    try:
        reading = _read_if_begun(path, named)
    except JournalError:
        if not archived:
            raise
        reading = None
    games = finished_games(path, reading, archived, complain)
    return games[-1]["number"] if games else None
