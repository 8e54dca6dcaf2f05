"""The commands that look at what was played: into a journal, and into the finished games beside it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.errors import CribbageError
from engine.match.record import write_record
from engine.match.separate_games import as_single_game, was_played
from engine.match.statistics import summary
from engine.match.timeline import Timeline
from firmware_py import version
from firmware_py.commands import standings
from firmware_py.errors import JournalError, UsageError
from firmware_py.file_errors import cause
from firmware_py.journal import archive
from firmware_py.journal.archive import ArchivedGame
from firmware_py.journal.game_result import is_worth_listing, result_object, utc
from firmware_py.journal.locations import exists, journal_to_look_into
from firmware_py.journal.reading import Reading
from firmware_py.journal.recovery import read_journal, remedy

Complain = Callable[[str], object]


def reading(named: Path | None) -> Reading:
    """Read a journal in which something was played.

    Args:
        named: the journal that the user named; the board's if None.

    Raises:
        UsageError: nothing was played, or the journal is damaged.
        JournalError: it cannot be read.
    """
    path = _journal(named)
    found = _read(path, named)
    if found is None:
        raise UsageError(
            f"{path}: no game has begun in this journal; name another file" if named else _nothing_yet()
        )
    if found.damage:
        raise UsageError(f"{path}: {found.damage}; {remedy(found.damage, own=named is None)}")
    return found


def _journal(named: Path | None) -> Path:
    """The journal to look into: the one that the user named, or the board's if None.

    Raises:
        JournalError: the board's is there, and this user may not read it.
    """
    path = named or journal_to_look_into()
    if named is None and exists(path):
        try:
            os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC))  # of a pipe, at once
        except PermissionError:
            raise JournalError(
                f"{path}: you may not read the board's games; put 'sudo' before the command"
            ) from None
        except OSError:
            pass  # something else is wrong, which the reading tells
    return path


def _read(path: Path, named: Path | None) -> Reading | None:
    """Read a journal, as `read_journal` does; one of the board's that is not there yet holds nothing.

    Raises:
        JournalError: it cannot be read.
    """
    return read_journal(path) if named or exists(path) else None


def _nothing_yet() -> str:
    """The message that the board's journal is empty, and how to begin."""
    if version.is_packaged():
        return (
            "nothing has been played yet: key the first card on the board; "
            "'systemctl status muggins' says whether it is running"
        )
    return "nothing has been played yet: 'muggins simulate' begins a game in the terminal"


def record(named: Path | None, game: int | None, complain: Complain, *, whole: bool) -> str:
    """A game as text, without its last end of line.

    Args:
        named: the journal that the user named; the board's if None.
        game: the number of the game, from 1; the last one if None.
        complain: told, in a line, that a file is not as it was written.
        whole: print the whole journal instead: the game in progress and the one before, press by press.

    Raises:
        UsageError: there is no such game.
        JournalError: a file cannot be read.
    """
    kept = _kept(_journal(named)) if game else {}
    try:
        found = reading(named)
    except (UsageError, JournalError):
        if game is None or game - 1 not in kept:
            raise
        return _kept_record(kept[game - 1], complain)
    if whole:
        return write_record(found.header, found.events(), found.checkpoint).rstrip("\n")
    left = found.games()
    last = max(left)
    number = last if game is None else game - 1
    if number in left:
        return write_record(*as_single_game(found.header, left[number])).rstrip("\n")
    if not 0 <= number <= last:
        raise UsageError(f"--game {game}: there is no such game: choose 1 to {last + 1}")
    if number not in kept:
        raise UsageError(f"--game {game}: nothing was played in this game, or its file is gone")
    return _kept_record(kept[number], complain)


def _kept_record(file: ArchivedGame, complain: Complain) -> str:
    try:
        text, is_sound = archive.record_in(file)
    except (OSError, UnicodeError) as error:
        raise JournalError(f"{file.path}: {_why(error)}") from None
    if not is_sound:
        complain(
            f"{file.path}: the file was changed after the board wrote it: "
            "the checksum in its last line is wrong"
        )
    return text


def history(named: Path | None, complain: Complain, *, as_json: bool) -> str | dict[str, Any]:
    """The finished games and their results, as text or as an object.

    Args:
        named: the journal that the user named; the board's if None.
        complain: told, in a line, of each file that cannot be read, or is damaged; the others are listed.
        as_json: as an object.

    Raises:
        UsageError: nothing has been played yet.
        JournalError: neither the journal nor the file of any game can be read.
    """
    path = _journal(named)
    kept = _kept(path)
    found = None
    try:
        found = _read(path, named)
        if not (found or kept or named or exists(path)):
            raise UsageError(_nothing_yet())
    except JournalError as error:
        if not kept:
            raise
        complain(f"{error}; the games saved in files of their own follow")
    if found and found.damage:
        what = remedy(found.damage, own=named is None)
        complain(f"{path}: {found.damage}; {what}; the games saved in files of their own follow")
    games = _in_journal(path, found, kept, complain) if found else {}
    for number, file in kept.items():
        if number in games:
            continue
        try:
            games[number] = archive.result_in(file)
            if not archive.record_in(file)[1]:
                complain(
                    f"{file.path}: the file was changed after the board wrote it; it is listed as it is now"
                )
        except (OSError, ValueError) as error:
            complain(f"{file.path}: left out: {_why(error)}")
    listed = [game for _, game in sorted(games.items()) if game is not None and is_worth_listing(game)]
    return standings.history_object(listed) if as_json else standings.history_text(listed)


def _in_journal(
    path: Path, found: Reading, kept: dict[int, ArchivedGame], complain: Complain
) -> dict[int, dict[str, Any] | None]:
    """The results of games that only the journal holds; None for those not finished, or never played."""
    try:
        left = found.games()
    except CribbageError as error:
        complain(f"{path}: {error}; the games saved in files of their own follow")
        return {}
    current = max(left)
    # A game that was resumed is not over, and its file is older.
    games: dict[int, dict[str, Any] | None] = {}
    if current in kept and not found.damage:
        games[current] = None
    for number, timeline in left.items():
        if number in kept and (
            found.damage or (number < current and _is_kept(kept[number], found, timeline))
        ):
            continue
        is_over = was_played(timeline) and (number < current or timeline.game.winner is not None)
        ended = utc(path.stat().st_mtime) if number == current else None
        games[number] = result_object(number, summary(timeline), ended) if is_over else None
    return games


def _is_kept(file: ArchivedGame, found: Reading, timeline: Timeline) -> bool:
    """True if a file holds a game as it was left, or cannot be read to tell."""
    try:
        return archive.is_saved_in(file, found.header, timeline)
    except OSError:
        return True


def _kept(path: Path) -> dict[int, ArchivedGame]:
    try:
        return archive.archived_games(path)
    except OSError as error:
        raise JournalError(f"{archive.folder_of(path)}: {cause(error)}") from None


def _why(error: OSError | ValueError) -> str:
    if isinstance(error, OSError):
        return cause(error)
    return "it is not text" if isinstance(error, UnicodeError) else str(error)
