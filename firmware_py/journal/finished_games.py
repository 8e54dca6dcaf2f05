"""The results of all finished games, from the archive and from the journal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.errors import CribbageError
from engine.match.games import summary, was_played
from engine.match.timeline import Timeline
from firmware_py.journal.archive import ArchivedGame, is_saved_in, record_in, result_in
from firmware_py.journal.reading import Reading
from firmware_py.system.errors import cause

from .archive import is_worth_listing, result_object, utc

ResultsByGame = dict[int, dict[str, Any] | None]
"""The result of each game, keyed by its number; None for an unfinished or unplayed game."""


def finished_games(
    path: Path,
    reading: Reading | None,
    archived: dict[int, ArchivedGame],
    warn: Callable[[str], object],
) -> list[dict[str, Any]]:
    """Return the results of the games that were won, or given up after at least one deal, oldest first.

    Each result is a JSON object, as returned by `archive.result_object`.

    Args:
        reading: the contents of the journal; None if there is none.
        archived: maps the number of each archived game to its file.
        warn: a function that is called with a message about each file that is damaged or cannot be read.
    """
    results = _in_journal(path, reading, archived, warn) if reading else {}
    for number, file in archived.items():
        if number not in results and (result := _in_archive(file, warn)):
            results[number] = result
    return [game for _, game in sorted(results.items()) if game is not None and is_worth_listing(game)]


def cause_of(error: OSError | ValueError) -> str:
    """Return the reason why a game's file cannot be read, for a message that starts with the file's name."""
    if isinstance(error, OSError):
        return cause(error)
    return "it is not text" if isinstance(error, UnicodeError) else str(error)


def _in_archive(file: ArchivedGame, warn: Callable[[str], object]) -> dict[str, Any] | None:
    """Return the result of an archived game, or None if its file cannot be read."""
    try:
        result = result_in(file)
        if not record_in(file)[1]:
            warn(f"{file.path}: the file was changed after the board wrote it; it is listed as it is now")
    except (OSError, ValueError) as error:
        warn(f"{file.path}: left out: {cause_of(error)}")
        return None
    return result


def _in_journal(
    path: Path, reading: Reading, archived: dict[int, ArchivedGame], warn: Callable[[str], object]
) -> ResultsByGame:
    try:
        timelines = reading.games()
    except CribbageError as error:
        warn(f"{path}: {error}; the games saved in files of their own follow")
        return {}
    current = max(timelines)
    results: ResultsByGame = {}
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
    """Return True if an archived file contains the same game as the journal.

    Also return True if the file cannot be read. `finished_games` then leaves the game out, with a warning
    that names the file.
    """
    try:
        return is_saved_in(file, reading.header, timeline)
    except OSError:
        return True
