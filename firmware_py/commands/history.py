"""`muggins history`: list the finished games, with totals and statistics."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import CribbageError
from engine.match.game_summary import summary
from engine.match.separate_games import was_played
from engine.match.timeline import Timeline
from firmware_py.commands import standings
from firmware_py.commands.output import complain, show
from firmware_py.commands.saved_games import (
    archived_beside,
    journal_of,
    nothing_played,
    read_if_begun,
    reason,
)
from firmware_py.errors import JournalError, UsageError
from firmware_py.journal.archive import ArchivedGame, is_saved_in, record_in, result_in
from firmware_py.journal.game_result import is_worth_listing, result_object, utc
from firmware_py.journal.locations import exists
from firmware_py.journal.reading import Reading
from firmware_py.journal.recovery import remedy

if TYPE_CHECKING:
    from argparse import Namespace

Results = dict[int, dict[str, Any] | None]
"""The result of each game, by the game's number; None for an unfinished or unplayed game."""


def history(options: Namespace) -> None:
    """Print the finished games and their totals, and a warning for each file that is damaged or unreadable.

    Raises:
        UsageError: nothing has been played yet.
        JournalError: neither the journal nor any archived game can be read.
    """
    results = _results(options.journal)
    listed = [game for _, game in sorted(results.items()) if game is not None and is_worth_listing(game)]
    show(standings.history_object(listed) if options.json else standings.history_text(listed))


def _results(named: Path | None) -> Results:
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
    results = _in_journal(path, reading, archived) if reading else {}
    for number, file in archived.items():
        if number not in results and (result := _in_archive(file)):
            results[number] = result
    return results


def _in_archive(file: ArchivedGame) -> dict[str, Any] | None:
    """Return the result of an archived game; print a warning and return None if its file cannot be read."""
    try:
        result = result_in(file)
        if not record_in(file)[1]:
            complain(f"{file.path}: the file was changed after the board wrote it; it is listed as it is now")
    except (OSError, ValueError) as error:
        complain(f"{file.path}: left out: {reason(error)}")
        return None
    return result


def _in_journal(path: Path, reading: Reading, archived: dict[int, ArchivedGame]) -> Results:
    """Return the results of the games that are in the journal but not in the archive.

    `archived` maps the number of a game to its file in the archive.
    """
    try:
        timelines = reading.games()
    except CribbageError as error:
        complain(f"{path}: {error}; the games saved in files of their own follow")
        return {}
    current = max(timelines)
    results: Results = {}
    if current in archived and not reading.damage:
        results[current] = None  # the game was resumed after its file was written
    for number, timeline in timelines.items():
        if number in archived and (
            reading.damage or (number < current and _is_archived(archived[number], reading, timeline))
        ):
            continue
        is_over = was_played(timeline) and (number < current or timeline.game.winner is not None)
        ended = utc(path.stat().st_mtime) if number == current else None
        results[number] = result_object(number, summary(timeline), ended) if is_over else None
    return results


def _is_archived(file: ArchivedGame, reading: Reading, timeline: Timeline) -> bool:
    """Return True if the archive file holds the same game as the journal, or cannot be read."""
    try:
        return is_saved_in(file, reading.header, timeline)
    except OSError:
        return True
