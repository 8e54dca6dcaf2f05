"""The archive, which holds a file for each finished game, in a folder beside the journal.

If the journal is `games.txt`, the file of the twelfth game is `games/00012.txt`. It is a record of the game
that `muggins replay` can replay. Its last line is a comment, which contains the result as JSON and the CRC-32
of everything before the checksum. Thanks to that line, thousands of games can be listed without replaying
them.

    muggins 1 players=2 start=0,0 game=six-card …
    deals 0
    starter 5
    …
    # {"number": 12, "ended": "2026-11-21T20:15:03Z", "scores": [121, 98], "winner": 0, …} #8f3a06d1

A file is never overwritten. If UNDO resumes a finished game, a new file is written when the game ends
again, e.g. `00012-2.txt`, and only the newest file is used.

How long a game took is measured by the running board, whose clock cannot jump (`outputs.log_and_buzzer`). The
time is kept beside the journal, in `games.txt.minutes`, until the game is archived.

`finished_games` lists the results of all finished games, those in the archive and those that only the journal
holds so far.
"""

from __future__ import annotations

import calendar
import os
import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from engine.errors import CribbageError, RecordError
from engine.game import Game
from engine.match.games import Best, Summary, as_single_game, summary, was_played
from engine.match.record import read_record
from engine.match.record_lines import read_header, write_beginning, write_event
from engine.match.timeline import Timeline
from engine.setup import Setup
from firmware_py.system.errors import cause
from firmware_py.system.files import replace, sync_path
from firmware_py.words.in_use import PlayerNames

from .checksum import Steps, finish
from .locations import without_link
from .reading import Reading


def result_object(
    number: int, summed: Summary, ended: str | None, minutes: int | None = None
) -> dict[str, Any]:
    """Return the result of a game as a JSON object (REFERENCE.md, JSON).

    Args:
        ended: the time when it ended, as `utc` writes it; None if unknown.
        minutes: how long it took; None if unknown.
    """
    game = summed.game
    return {
        "number": number + 1,
        "ended": ended,
        "minutes": minutes,
        "game": game.rules.game,
        "players": game.rules.players,
        "target": game.rules.target,
        "names": list(PlayerNames(game).sides),
        "scores": [side.front for side in game.sides],
        "winner": game.winner,
        "skunk": game.skunk.value if game.skunk else None,
        "deals": game.deals,
        "sides": [
            {
                "skunk": skunk.value if skunk else None,
                "dealer": tally.dealer._asdict(),
                "pone": tally.pone._asdict(),
                "best_hand": _best_object(tally.hand),
                "best_crib": _best_object(tally.crib),
            }
            for skunk, tally in zip(summed.skunks, summed.tallies, strict=True)
        ],
    }


def _best_object(best: Best | None) -> dict[str, Any] | None:
    return {"points": best.points, "cards": [str(card) for card in best.cards]} if best else None


_TIME = "%Y-%m-%dT%H:%M:%SZ"


def utc(seconds: float) -> str:
    """Convert a time in seconds since 1970 to text in UTC, such as `2026-11-21T20:15:03Z`."""
    return time.strftime(_TIME, time.gmtime(seconds))


def seconds_since_1970(text: object) -> float | None:
    """Convert text that `utc` has made back to a time. Return None if it is not such a text."""
    try:
        return calendar.timegm(time.strptime(str(text), _TIME))
    except ValueError:
        return None


def save_minutes(journal: Path, timeline: Timeline, minutes: int) -> None:
    """Save how long the game just won took, for as long as the journal holds it. An error is ignored.

    The file is not synced, so as not to hold up the next key press: the game is archived seconds later.
    """
    import json

    # The number of the press that won tells this win from another, after it was undone.
    took = {"number": timeline.game.number + 1, "press": timeline.steps[-1].applied, "minutes": minutes}
    path = _minutes_file(journal)
    with suppress(OSError):
        replace(path, f"{json.dumps(took)}\n".encode(), synced=False)


def _saved_minutes(journal: Path, timeline: Timeline) -> int | None:
    """Return None also if the game was taken up again after its time was saved."""
    import json

    try:
        took = json.loads(_minutes_file(journal).read_bytes())
        is_this = (took["number"], took["press"]) == (timeline.game.number + 1, timeline.steps[-1].applied)
        return int(took["minutes"]) if is_this else None
    except (OSError, ValueError, TypeError, LookupError):
        return None


def _minutes_file(journal: Path) -> Path:
    journal = without_link(journal)
    return journal.with_name(f"{journal.name}.minutes")


class ArchivedGame(NamedTuple):
    """The archive file of a finished game.

    Attributes:
        number: the game's number in its match, counted from 0.
        version: 1 for a game's first file, 2 after the game was resumed and ended again, and so on.
    """

    number: int
    version: int
    path: Path


def folder_of(journal: Path) -> Path:
    """Return the folder for the archived games of a journal, e.g. `games` for the journal `games.txt`."""
    journal = without_link(journal)
    name = journal.stem if journal.suffix == ".txt" else f"{journal.name}.games"
    return journal.parent / name


_NAME = re.compile(r"(\d{5,9})(?:-(\d{1,5}))?\.txt")


def archived_games(journal: Path) -> dict[int, ArchivedGame]:
    """Return the latest file of each archived game, keyed and sorted by game number.

    Raises:
        OSError: the folder exists, but cannot be read.
    """
    return finish(_archived_games(journal))


def _archived_games(journal: Path) -> Steps[dict[int, ArchivedGame]]:
    found: dict[int, ArchivedGame] = {}
    folder = folder_of(journal)
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                match = _NAME.fullmatch(entry.name)
                if match and int(match[1]) and entry.is_file():
                    file = ArchivedGame(int(match[1]) - 1, int(match[2] or 1), folder / entry.name)
                    if file.number not in found or found[file.number].version < file.version:
                        found[file.number] = file
                yield
    except FileNotFoundError:
        return found
    return dict(sorted(found.items()))


def save_finished_games(journal: Path, reading: Reading, current: int, ended: float | None) -> Steps[None]:
    """Save each finished game in the journal to a file of its own, unless this has been done before.

    The work is done in short steps.

    Args:
        ended: the time when the game before the current one ended, i.e. when its last key was pressed, in
            seconds since 1970; None if unknown.

    Raises:
        OSError: the file cannot be written or synced. Existing files are unchanged.
    """
    archived = yield from _archived_games(journal)
    timelines = yield from reading.recent_games()
    for number, timeline in timelines.items():
        file = archived.get(number)
        # If UNDO has taken an archived game back to its beginning, a new file records that.
        is_finished = number < current and (was_played(timeline) or file)
        if is_finished and not (file and (yield from _is_saved_in(file, reading.header, timeline))):
            last_press = utc(ended) if ended and number == current - 1 else None
            version = file.version + 1 if file else 1
            minutes = _saved_minutes(journal, timeline)
            content = yield from _content(reading.header, timeline, last_press, minutes)
            yield from _write(journal, content, number, version)


def _content(setup: Setup, timeline: Timeline, ended: str | None, minutes: int | None) -> Steps[bytes]:
    import json

    setup, events = as_single_game(setup, timeline)
    lines = write_beginning(setup)
    for event in events:
        lines.append(write_event(event))
        yield
    result = result_object(timeline.game.number, summary(timeline), ended, minutes)
    yield
    content = "".join(f"{line}\n" for line in (*lines, f"# {json.dumps(result)}"))[:-1].encode()
    return b"%s #%08x\n" % (content, crc32(content))


def _write(journal: Path, content: bytes, number: int, version: int) -> Steps[None]:
    folder = folder_of(journal)
    if not folder.is_dir():
        folder.mkdir(exist_ok=True)
        sync_path(folder.parent)
        yield
    suffix = f"-{version}" if version > 1 else ""
    replace(folder / f"{number + 1:05}{suffix}.txt", content)
    yield
    sync_path(folder)
    yield


def _is_saved_in(file: ArchivedGame, setup: Setup, timeline: Timeline) -> Steps[bool]:
    setup, events = as_single_game(setup, timeline)
    try:
        header, *lines = _split(file)[0].decode().splitlines()
        # A file from an older program lacks the newer options; they have their default values.
        if read_header(header) != setup or len(lines) != len(events):
            return False
    except (ValueError, RecordError):
        return False
    for line, event in zip(lines, events, strict=True):
        if line != write_event(event):
            return False
        yield
    return True


def _split(file: ArchivedGame) -> tuple[bytes, bytes | None]:
    """Return None for the JSON object if the last line is missing or its checksum is wrong."""
    content = file.path.read_bytes()
    body, _, last = content.removesuffix(b"\n").rpartition(b"\n")
    text, _, given = last.rpartition(b" #")
    if text.startswith(b"# {") and given == b"%08x" % crc32(body + b"\n" + text):
        return body, text.removeprefix(b"# ")
    return (body if last.startswith(b"#") else content), None


def record_in(file: ArchivedGame) -> tuple[str, bool]:
    """Return the record of an archived game, and True if the checksum in the file is correct.

    The format of the record is described in `engine/RECORD.md`. The newline at the end is removed.

    Raises:
        OSError: the file cannot be read.
        UnicodeError: the file is not text.
    """
    body, result = _split(file)
    return body.decode().rstrip("\n"), result is not None


def _result_in(file: ArchivedGame) -> dict[str, Any]:
    """Replay the game if the file's last line, which holds the result, is damaged."""
    body, result = _split(file)
    try:
        if result is None:
            record = read_record(body.decode())
            return result_object(file.number, summary(record.history.timeline), None)
        read_header(body.partition(b"\n")[0].decode())
    except CribbageError as error:
        raise ValueError(str(error)) from None
    import json

    made: dict[str, Any] = json.loads(result)
    needed = result_object(0, summary(Timeline(Game.new())), None)
    if needed.keys() - made.keys() - {"minutes"}:  # older programs did not measure the time
        raise ValueError("its last line does not say all that it should")
    return needed | made | {"number": file.number + 1}


def finished_games(
    path: Path,
    reading: Reading | None,
    archived: dict[int, ArchivedGame],
    warn: Callable[[str], object],
) -> list[dict[str, Any]]:
    """Return the results of the games that were won, or given up after at least one deal, oldest first.

    Each result is a JSON object (REFERENCE.md, JSON).

    Args:
        reading: the contents of the journal; None if there is none.
    """
    results = _in_journal(path, reading, archived, warn) if reading else {}
    for number, file in archived.items():
        if number not in results and (result := _in_archive(file, warn)):
            results[number] = result
    return [
        game
        for _, game in sorted(results.items())
        if game is not None and (game["winner"] is not None or game["deals"] > 0)
    ]


def cause_of(error: OSError | ValueError) -> str:
    """Return the reason why a game's file cannot be read, for a message that starts with the file's name."""
    if isinstance(error, OSError):
        return cause(error)
    return "it is not text" if isinstance(error, UnicodeError) else str(error)


def _in_archive(file: ArchivedGame, warn: Callable[[str], object]) -> dict[str, Any] | None:
    try:
        result = _result_in(file)
        if not record_in(file)[1]:
            warn(f"{file.path}: the file was changed after the board wrote it; it is listed as it is now")
    except (OSError, ValueError) as error:
        warn(f"{file.path}: left out: {cause_of(error)}")
        return None
    return result


def _in_journal(
    path: Path, reading: Reading, archived: dict[int, ArchivedGame], warn: Callable[[str], object]
) -> dict[int, dict[str, Any] | None]:
    """Return the result of each game, keyed by its number; None for an unfinished or unplayed game."""
    try:
        timelines = reading.games()
    except CribbageError as error:
        warn(f"{path}: {error}; the games saved in files of their own follow")
        return {}
    current = max(timelines)
    results: dict[int, dict[str, Any] | None] = {}
    if current in archived and not reading.damage:
        results[current] = None  # the game was resumed after its file was written
    for number, timeline in timelines.items():
        if number in archived and (
            reading.damage or (number < current and _is_archived(archived[number], reading, timeline))
        ):
            continue
        is_over = was_played(timeline) and (number < current or timeline.game.winner is not None)
        ended = utc(path.stat().st_mtime) if number == current else None
        minutes = _saved_minutes(path, timeline)
        results[number] = result_object(number, summary(timeline), ended, minutes) if is_over else None
    return results


def _is_archived(file: ArchivedGame, reading: Reading, timeline: Timeline) -> bool:
    """Return True also if the file cannot be read: `_in_archive` then leaves the game out, with a warning."""
    try:
        return finish(_is_saved_in(file, reading.header, timeline))
    except OSError:
        return True
