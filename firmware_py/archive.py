"""The games that are over, a file each, beside the journal: `games/00012.txt` for `games.txt`.

Such a file is the game's record, so `muggins replay` plays it again. What the game came to stands in its
last line, a comment to the record: one JSON object, then the CRC-32 of all that is before it. So thousands of
games are listed without playing any of them again.

    muggins 1 players=2 start=0,0 game=six-card …
    deals 0
    starter 5
    …
    # {"number": 12, "ended": "2026-11-21T20:15:03Z", "scores": [121, 98], "winner": 0, …} #8f3a06d1

A file is never written over. A game that was taken up again by UNDO after the next had begun gets another
one, `00012-2.txt`, and the last one counts.
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
from engine.games import alone, was_played
from engine.line import Stand
from engine.record import read_header, read_record, write, write_record
from engine.setup import Setup
from engine.tally import Best, Share, Summary, summary
from firmware_py.names import Names
from firmware_py.reading import Reading
from firmware_py.storage import put, sync_path


class Kept(NamedTuple):
    """A file with a game.

    Attributes:
        number: which game it is, from 0.
        version: 1, or how often its ending was changed since.
        path: the file.
    """

    number: int
    version: int
    path: Path


def folder_of(journal: Path) -> Path:
    """Where the games of a journal are kept: `games` for `games.txt`, `other.games` for one named `other`."""
    journal = journal.resolve() if journal.is_symlink() else journal
    name = journal.stem if journal.suffix == ".txt" else f"{journal.name}.games"
    return journal.parent / name


_NAME = re.compile(r"(\d{5,9})(?:-(\d{1,5}))?\.txt")


def kept(journal: Path) -> dict[int, Kept]:
    """The file that counts for each game that was kept, by the game's number, in order.

    Raises:
        OSError: the folder cannot be read. That there is none is no error.
    """
    found: dict[int, Kept] = {}
    try:
        with os.scandir(folder_of(journal)) as entries:
            names = [entry.name for entry in entries if entry.is_file()]
    except FileNotFoundError:
        return found
    for name in names:
        match = _NAME.fullmatch(name)
        if match and int(match[1]):
            one = Kept(int(match[1]) - 1, int(match[2] or 1), folder_of(journal) / name)
            if one.number not in found or found[one.number].version < one.version:
                found[one.number] = one
    return dict(sorted(found.items()))


def put_away(journal: Path, reading: Reading, current: int, ended: float | None) -> None:
    """Keep each game that a journal holds and that is over, unless it is kept already.

    Args:
        journal: the journal.
        reading: what it holds.
        current: the game that is being played.
        ended: when the last press of the game before that was, in seconds since 1970; None: unknown.

    Raises:
        OSError: not all of them can be written. What is there stays as it was.
    """
    files = kept(journal)
    for number, stand in reading.left_since().items():
        file = files.get(number)
        # Of a game that was kept and then taken back to its beginning, the file is to say so.
        counts = number < current and (was_played(stand) or file)
        if counts and not (file and holds(file, reading.header, stand)):
            last = when(ended) if ended and number == current - 1 else None
            version = file.version + 1 if file else 1
            _write(journal, _text(reading.header, stand, last), number, version)


def _text(setup: Setup, stand: Stand, ended: str | None) -> bytes:
    """What the file of a game holds."""
    import json

    last = json.dumps(came_to_object(stand.game.number, summary(stand), ended))
    content = f"{write_record(*alone(setup, stand))}# {last}".encode()
    return b"%s #%08x\n" % (content, crc32(content))


def _write(journal: Path, content: bytes, number: int, version: int) -> None:
    """Keep a game."""
    folder = folder_of(journal)
    if not folder.is_dir():
        folder.mkdir(exist_ok=True)
        sync_path(folder.parent)
    suffix = f"-{version}" if version > 1 else ""
    os.close(put(folder / f"{number + 1:05}{suffix}.txt", content))
    sync_path(folder)


def holds(file: Kept, setup: Setup, stand: Stand) -> bool:
    """Whether a file holds this game as it was left.

    Raises:
        OSError: the file cannot be read.
    """
    begins, events = alone(setup, stand)
    try:
        header, *lines = _split(file)[0].decode().splitlines()
        # Options that a later program has are as usual in what an earlier one wrote.
        return read_header(header) == begins and lines == [write(event) for event in events]
    except (ValueError, RecordError):
        return False


def _split(file: Kept) -> tuple[bytes, bytes | None]:
    """The record that a file holds, and the object in its last line, None if its checksum does not fit.

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
    """The record that a file holds, without its last end of line, and whether it is as it was written.

    Raises:
        OSError: the file cannot be read.
        UnicodeError: it is not text.
    """
    body, summed = _split(file)
    return body.decode().rstrip("\n"), summed is not None


def when(seconds: float) -> str:
    """A time in UTC, `2026-11-21T20:15:03Z`, from seconds since 1970."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def came_to_object(number: int, summed: Summary, ended: str | None) -> dict[str, Any]:
    """What a game came to, as the last line of its file and `muggins history --json` have it.

    Args:
        number: which game it was, from 0.
        summed: what it came to.
        ended: when its last press was, in UTC, `2026-11-21T20:15:03Z`, by the board's clock; None: unknown.
    """
    game = summed.game
    return {
        "number": number + 1,
        "ended": ended,
        "game": game.rules.game,
        "players": game.rules.players,
        "target": game.rules.target,
        "names": list(Names(game).sides),
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
    """What a game that was kept came to: from the last line of its file, or, where that does not pass, by
    playing it again.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is no game's, or of a format that this program does not know; the message says why.
    """
    body, summed = _split(file)
    try:
        if summed is None:
            record = read_record(body.decode())
            return came_to_object(file.number, summary(record.history.stand), None)
        read_header(body.partition(b"\n")[0].decode())
    except CribbageError as error:
        raise ValueError(str(error)) from None
    import json

    made: dict[str, Any] = json.loads(summed)
    if not set(came_to_object(0, summary(Stand(Game.new())), None)) <= set(made):
        raise ValueError("its last line does not say all that it should")
    return made | {"number": file.number + 1}


def is_listed(game: dict[str, Any]) -> bool:
    """Whether a game came to something: one that was given up in its first deal did not."""
    return game["winner"] is not None or game["deals"] > 0
