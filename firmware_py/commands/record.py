"""`muggins record`: print a game as a record, which `muggins replay` can replay."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.match.record import write_record
from engine.match.separate_games import as_single_game
from firmware_py.commands.output import complain, say
from firmware_py.commands.saved_games import archived_beside, journal_of, read_played
from firmware_py.errors import JournalError, UsageError
from firmware_py.journal.archive import ArchivedGame, record_in
from firmware_py.journal.finished_games import cause_of

if TYPE_CHECKING:
    from argparse import Namespace


def record(options: Namespace) -> None:
    """Print the record of a game, or of the whole journal with `--all`.

    Raises:
        UsageError: the game does not exist, or the journal is damaged.
        JournalError: a file cannot be read.
    """
    say(_whole_journal(options.journal) if options.all else _game(options.journal, options.game))


def _whole_journal(named: Path | None) -> str:
    """Return the whole journal as a record. If `named` is None, read the board's own journal."""
    reading = read_played(named)
    return write_record(reading.header, reading.events(), reading.checkpoint).rstrip("\n")


def _game(named: Path | None, game: int | None) -> str:
    """Return the record of a game, without a newline at the end.

    Args:
        named: the journal named on the command line, or None for the board's own journal.
        game: the number of the game, starting at 1, or None for the last game.
    """
    archived = archived_beside(journal_of(named)) if game else {}
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
    """Return the record of an archived game.

    Print a warning if the file has been changed since it was written.

    Raises:
        JournalError: the file cannot be read.
    """
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
