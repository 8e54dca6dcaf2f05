"""The finished games, a file each, beside the journal: `games/00012.txt` for `games.txt`.

Such a file is the game's record, so `muggins replay` plays it again. Its last line, a comment to the record,
holds the result: one JSON object, then the CRC-32 of all that is before it. So thousands of games are listed
without replaying any of them.

    muggins 1 players=2 start=0,0 game=six-card …
    deals 0
    starter 5
    …
    # {"number": 12, "ended": "2026-11-21T20:15:03Z", "scores": [121, 98], "winner": 0, …} #8f3a06d1

A file is never overwritten. A game that was resumed by UNDO after the next had begun gets another one,
`00012-2.txt`, and the last one counts.
"""

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from engine.errors import CribbageError, RecordError
from engine.game import Game
from engine.game_setup import Setup
from engine.match.record import read_header, read_record, write, write_beginning
from engine.match.separate_games import alone, was_played
from engine.match.statistics import Best, Share, Summary, summary
from engine.match.timeline import Timeline
from firmware_py.atomic_files import replace, sync_path
from firmware_py.journal.locations import without_link
from firmware_py.journal.recovery import Reading
from firmware_py.journal.steps import Steps, finish
from firmware_py.player_names import PlayerNames


class Kept(NamedTuple):
    """The file of a finished game.

    Attributes:
        number: the number of the game, from 0.
        version: 1, and one more each time the game was resumed and ended otherwise.
        path: the file.
    """

    number: int
    version: int
    path: Path


def folder_of(journal: Path) -> Path:
    """The folder for the games of a journal: `games` for `games.txt`, `other.games` for one named `other`."""
    journal = without_link(journal)
    name = journal.stem if journal.suffix == ".txt" else f"{journal.name}.games"
    return journal.parent / name


_NAME = re.compile(r"(\d{5,9})(?:-(\d{1,5}))?\.txt")


def kept(journal: Path) -> dict[int, Kept]:
    """The file that counts for each finished game, by the game's number, in order.

    Raises:
        OSError: the folder cannot be read. A missing folder is no error.
    """
    return finish(_kept(journal))


def _kept(journal: Path) -> Steps[dict[int, Kept]]:
    """The same, a file a step."""
    found: dict[int, Kept] = {}
    folder = folder_of(journal)
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                match = _NAME.fullmatch(entry.name)
                if match and int(match[1]) and entry.is_file():
                    one = Kept(int(match[1]) - 1, int(match[2] or 1), folder / entry.name)
                    if one.number not in found or found[one.number].version < one.version:
                        found[one.number] = one
                yield
    except FileNotFoundError:
        return found
    return dict(sorted(found.items()))


def put_away(journal: Path, reading: Reading, current: int, ended: float | None) -> Steps[None]:
    """Write a file for each finished game that a journal holds, unless there is one already.

    Each step is short: an event followed, a line written, a file synced.

    Args:
        journal: the journal.
        reading: what it holds.
        current: the number of the game in progress.
        ended: when the last press of the game before was, in seconds since 1970; None: unknown.

    Raises:
        OSError: not all of them can be written. Files that are there stay as they were.
    """
    files = yield from _kept(journal)
    left = yield from reading.left_since()
    for number, timeline in left.items():
        file = files.get(number)
        # A game that has a file and was then taken back to its beginning gets a new file that says so.
        counts = number < current and (was_played(timeline) or file)
        if counts and not (file and (yield from _holds(file, reading.header, timeline))):
            last = when(ended) if ended and number == current - 1 else None
            version = file.version + 1 if file else 1
            content = yield from _text(reading.header, timeline, last)
            yield from _write(journal, content, number, version)


def _text(setup: Setup, timeline: Timeline, ended: str | None) -> Steps[bytes]:
    """The content of a game's file."""
    import json

    begins, events = alone(setup, timeline)
    lines = write_beginning(begins)
    for event in events:
        lines.append(write(event))
        yield
    result = came_to_object(timeline.game.number, summary(timeline), ended)
    yield
    content = "".join(f"{line}\n" for line in (*lines, f"# {json.dumps(result)}"))[:-1].encode()
    return b"%s #%08x\n" % (content, crc32(content))


def _write(journal: Path, content: bytes, number: int, version: int) -> Steps[None]:
    """Write the file of a game; each step waits for the disk once."""
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


def holds(file: Kept, setup: Setup, timeline: Timeline) -> bool:
    """True if a file holds this game as it was left.

    Raises:
        OSError: the file cannot be read.
    """
    return finish(_holds(file, setup, timeline))


def _holds(file: Kept, setup: Setup, timeline: Timeline) -> Steps[bool]:
    """The same, a line a step."""
    begins, events = alone(setup, timeline)
    try:
        header, *lines = _split(file)[0].decode().splitlines()
        # An earlier program left out the options that it did not know; they had their usual values.
        if read_header(header) != begins or len(lines) != len(events):
            return False
    except (ValueError, RecordError):
        return False
    for line, event in zip(lines, events, strict=True):
        if line != write(event):
            return False
        yield
    return True


def _split(file: Kept) -> tuple[bytes, bytes | None]:
    """The record in a file, and the object in its last line, None if the checksum there does not match.

    Raises:
        OSError: the file cannot be read.
    """
    content = file.path.read_bytes()
    body, _, last = content.removesuffix(b"\n").rpartition(b"\n")
    text, _, given = last.rpartition(b" #")
    if text.startswith(b"# {") and given == b"%08x" % crc32(body + b"\n" + text):
        return body, text.removeprefix(b"# ")
    return (body if last.startswith(b"#") else content), None


def record_of(file: Kept) -> tuple[str, bool]:
    """The record in a file, without its last end of line, and whether the file is as it was written.

    Raises:
        OSError: the file cannot be read.
        UnicodeError: the file is not text.
    """
    body, summed = _split(file)
    return body.decode().rstrip("\n"), summed is not None


def when(seconds: float) -> str:
    """A time in UTC, `2026-11-21T20:15:03Z`, from seconds since 1970."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def came_to_object(number: int, summed: Summary, ended: str | None) -> dict[str, Any]:
    """The result of a game, as in the last line of its file and in `muggins history --json`.

    Args:
        number: the number of the game, from 0.
        summed: its result.
        ended: when its last press was, in UTC, `2026-11-21T20:15:03Z`, by the board's clock; None: unknown.
    """
    game = summed.game
    return {
        "number": number + 1,
        "ended": ended,
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
                "dealer": _share_object(tally.dealer),
                "pone": _share_object(tally.pone),
                "best_hand": _best_object(tally.hand),
                "best_crib": _best_object(tally.crib),
            }
            for skunk, tally in zip(summed.skunks, summed.tallies, strict=True)
        ],
    }


def _share_object(share: Share) -> dict[str, int]:
    return share._asdict()


def _best_object(best: Best | None) -> dict[str, Any] | None:
    return {"points": best.points, "cards": [str(card) for card in best.cards]} if best else None


def came_to(file: Kept) -> dict[str, Any]:
    """The result of a finished game: from the last line of its file, or, if that is damaged, by replaying it.

    Raises:
        OSError: the file cannot be read.
        ValueError: the file holds no game, or is of a format that this program does not know; the message
            says why.
    """
    body, summed = _split(file)
    try:
        if summed is None:
            record = read_record(body.decode())
            return came_to_object(file.number, summary(record.history.timeline), None)
        read_header(body.partition(b"\n")[0].decode())
    except CribbageError as error:
        raise ValueError(str(error)) from None
    import json

    made: dict[str, Any] = json.loads(summed)
    if not set(came_to_object(0, summary(Timeline(Game.new())), None)) <= set(made):
        raise ValueError("its last line does not say all that it should")
    return made | {"number": file.number + 1}


def is_listed(game: dict[str, Any]) -> bool:
    """True if a game is worth listing: it was played to its end, or beyond its first deal."""
    return game["winner"] is not None or game["deals"] > 0
