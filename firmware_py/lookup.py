"""What was played: the commands that look into a journal, and into the games kept beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.games import alone, stands, was_played
from engine.line import Stand
from engine.record import write_record
from engine.tally import summary
from firmware_py import archive, standings
from firmware_py.archive import Kept
from firmware_py.ports import JournalError, UsageError
from firmware_py.reading import Reading, read_journal, remedy
from firmware_py.storage import cause


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


def record(path: Path, game: int | None, *, whole: bool) -> str:
    """A game as text, without its last end of line.

    Args:
        path: the journal.
        game: which, from 1; None: the last.
        whole: the whole journal instead, as it was keyed.

    Raises:
        UsageError: there is no such game.
        JournalError: a file cannot be read.
    """
    found = reading(path)
    if whole:
        return write_record(found.header, found.events(), found.carried).rstrip("\n")
    left = _left(found)
    last = max(left)
    number = last if game is None else game - 1
    if number in left:
        return write_record(*alone(found.header, left[number])).rstrip("\n")
    kept = _kept(path)
    if not 0 <= number <= last:
        raise UsageError(f"--game {game}: the journal has games 1 to {last + 1}")
    if number not in kept:
        raise UsageError(f"--game {game}: nothing was played in it, or its file is gone")
    try:
        lines = kept[number].path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError) as error:
        raise JournalError(f"{kept[number].path}: {_why(error)}") from None
    return "\n".join(line for line in lines if not line.startswith("#"))


def history(path: Path, complain: Callable[[str], object], *, as_json: bool) -> str | dict[str, Any]:
    """The games that are over, and what came of them, as text or as an object.

    Args:
        path: the journal.
        complain: told, in a line, of each game whose file cannot be read; the others are listed.
        as_json: as an object.

    Raises:
        JournalError: the journal cannot be read.
        UsageError: it is damaged, or there is no game yet.
    """
    kept = _kept(path)
    games = _in_journal(path, kept) if path.exists() or not kept else {}
    for number, file in kept.items():
        if number in games:
            continue
        try:
            games[number] = archive.came_to(file)
        except (OSError, ValueError) as error:
            complain(f"{file.path}: left out: {_why(error)}")
    listed = [game for _, game in sorted(games.items()) if game is not None]
    return standings.history_object(listed) if as_json else standings.history_text(listed)


def _in_journal(path: Path, kept: dict[int, Kept]) -> dict[int, dict[str, Any] | None]:
    """What the games that the journal still holds came to; None for those that are none, or not over."""
    found = read_journal(path)
    if found is None:
        return {}
    left = _left(found)
    current = max(left)
    games: dict[int, dict[str, Any] | None] = {number: None for number in kept if number >= current}
    for number, stand in left.items():
        file = kept.get(number)
        if file and number < current and archive.holds(file, found.header, stand):
            continue
        is_over = was_played(stand) and (number < current or stand.game.winner is not None)
        ended = archive.when(path.stat().st_mtime) if number == current else None
        games[number] = archive.came_to_object(number, summary(stand), ended) if is_over else None
    return games


def _left(found: Reading) -> dict[int, Stand]:
    """Where each game that the journal holds was left."""
    return stands(found.begun, found.events())


def _kept(path: Path) -> dict[int, Kept]:
    try:
        return archive.kept(path)
    except OSError as error:
        raise JournalError(f"{archive.folder_of(path)}: {cause(error)}") from None


def _why(error: OSError | ValueError) -> str:
    if isinstance(error, OSError):
        return cause(error)
    return "it is not text" if isinstance(error, UnicodeError) else str(error)
