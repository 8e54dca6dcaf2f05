"""What was played: the commands that look into a journal, and into the games kept beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.errors import CribbageError
from engine.games import alone, was_played
from engine.line import Stand
from engine.record import write_record
from engine.tally import summary
from firmware_py import archive, standings
from firmware_py.archive import Kept
from firmware_py.ports import JournalError, UsageError
from firmware_py.reading import Reading, read_journal, remedy
from firmware_py.storage import cause

Complain = Callable[[str], object]


def reading(path: Path) -> Reading:
    """What a journal holds.

    Raises:
        UsageError: nothing, or something damaged.
        JournalError: it cannot be read.
    """
    found = read_journal(path)
    if found is None:
        raise UsageError(f"{path}: no game has begun; --journal FILE names another journal")
    if found.damage:
        raise UsageError(f"{path}: {found.damage}; {remedy(found.damage)}")
    return found


def record(path: Path, game: int | None, complain: Complain, *, whole: bool) -> str:
    """A game as text, without its last end of line.

    Args:
        path: the journal.
        game: which, from 1; None: the last.
        complain: told, in a line, that a file is not as it was written.
        whole: the whole journal instead, as it was keyed.

    Raises:
        UsageError: there is no such game.
        JournalError: a file cannot be read.
    """
    kept = _kept(path) if game else {}
    try:
        found = reading(path)
    except (UsageError, JournalError):
        if game is None or game - 1 not in kept:
            raise
        return _kept_record(kept[game - 1], complain)
    if whole:
        return write_record(found.header, found.events(), found.carried).rstrip("\n")
    left = found.left()
    last = max(left)
    number = last if game is None else game - 1
    if number in left:
        return write_record(*alone(found.header, left[number])).rstrip("\n")
    if not 0 <= number <= last:
        raise UsageError(f"--game {game}: the journal has games 1 to {last + 1}")
    if number not in kept:
        raise UsageError(f"--game {game}: nothing was played in it, or its file is gone")
    return _kept_record(kept[number], complain)


def _kept_record(file: Kept, complain: Complain) -> str:
    try:
        text, is_sound = archive.record_of(file)
    except (OSError, UnicodeError) as error:
        raise JournalError(f"{file.path}: {_why(error)}") from None
    if not is_sound:
        complain(f"{file.path}: it is not as the board wrote it: its last line does not fit")
    return text


def history(path: Path, complain: Complain, *, as_json: bool) -> str | dict[str, Any]:
    """The games that are over, and what came of them, as text or as an object.

    Args:
        path: the journal.
        complain: told, in a line, of each file that cannot be read, or is damaged; the others are listed.
        as_json: as an object.

    Raises:
        JournalError: there is neither a journal that can be read nor a game that was kept.
    """
    kept = _kept(path)
    found = None
    try:
        found = read_journal(path)
    except JournalError as error:
        if not kept:
            raise
        complain(f"{error}; the games that have files follow")
    if found and found.damage:
        complain(f"{path}: {found.damage}; {remedy(found.damage)}; the games that have files follow")
    games = _in_journal(path, found, kept, complain) if found else {}
    for number, file in kept.items():
        if number in games:
            continue
        try:
            games[number] = archive.came_to(file)
            if not archive.record_of(file)[1]:
                complain(f"{file.path}: it is not as the board wrote it: listed as it reads now")
        except (OSError, ValueError) as error:
            complain(f"{file.path}: left out: {_why(error)}")
    listed = [game for _, game in sorted(games.items()) if game is not None and archive.is_listed(game)]
    return standings.history_object(listed) if as_json else standings.history_text(listed)


def _in_journal(
    path: Path, found: Reading, kept: dict[int, Kept], complain: Complain
) -> dict[int, dict[str, Any] | None]:
    """What the games that only the journal holds came to; None for those that are none, or not over."""
    try:
        left = found.left()
    except CribbageError as error:
        complain(f"{path}: {error}; the games that have files follow")
        return {}
    current = max(left)
    # A game that was taken up again is not over, and its file is older.
    games: dict[int, dict[str, Any] | None] = {}
    if current in kept and not found.damage:
        games[current] = None
    for number, stand in left.items():
        if number in kept and (found.damage or (number < current and _is_kept(kept[number], found, stand))):
            continue
        is_over = was_played(stand) and (number < current or stand.game.winner is not None)
        ended = archive.when(path.stat().st_mtime) if number == current else None
        games[number] = archive.came_to_object(number, summary(stand), ended) if is_over else None
    return games


def _is_kept(file: Kept, found: Reading, stand: Stand) -> bool:
    """Whether a file holds a game as it was left; so it is taken where it cannot be read."""
    try:
        return archive.holds(file, found.header, stand)
    except OSError:
        return True


def _kept(path: Path) -> dict[int, Kept]:
    try:
        return archive.kept(path)
    except OSError as error:
        raise JournalError(f"{archive.folder_of(path)}: {cause(error)}") from None


def _why(error: OSError | ValueError) -> str:
    if isinstance(error, OSError):
        return cause(error)
    return "it is not text" if isinstance(error, UnicodeError) else str(error)
