"""`muggins history`: list the finished games, with totals and statistics."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware_py.commands.output import complain, show
from firmware_py.commands.saved_games import (
    archived_beside,
    journal_of,
    nothing_played,
    read_if_begun,
)
from firmware_py.errors import JournalError, UsageError
from firmware_py.journal.finished_games import finished_games
from firmware_py.journal.locations import exists
from firmware_py.journal.recovery import remedy
from firmware_py.view import listed_games

if TYPE_CHECKING:
    from argparse import Namespace


def history(options: Namespace) -> None:
    """Print the finished games and the statistics. Print a warning for each file that cannot be read.

    Raises:
        UsageError: nothing has been played yet.
        JournalError: neither the journal nor the archived games can be read.
    """
    listed = _results(options.journal)
    show(listed_games.history_object(listed) if options.json else listed_games.history_text(listed))


def _results(named: Path | None) -> list[dict[str, Any]]:
    path = journal_of(named)
    archived = archived_beside(path)
    reading = None
    try:
        reading = read_if_begun(path, named)
        if not (reading or archived or named or exists(path)):
            raise UsageError(nothing_played())
    except JournalError as error:
        if not archived:
            raise
        complain(f"{error}; the games saved in files of their own follow")
    if reading and reading.damage:
        then = remedy(reading.damage, own=named is None)
        complain(f"{path}: {reading.damage}; {then}; the games saved in files of their own follow")
    return finished_games(path, reading, archived, complain)
