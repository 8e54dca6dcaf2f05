"""The file that stores the results, in which each line is a JSON object.

A line is added for each game that is won, and for each win that is undone, and for each of the director's
events, which a command of its own adds while the club is running. When a board is new to the club,
another line is added that lists the games that the board has already played. Lines are never changed, but
damaged ones are overwritten with blanks once they have been copied to a file of their own. If a
line cannot be written, e.g. because the disk is full, it is kept in memory until it can be written.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from firmware_py.club.results import Result, Results
from firmware_py.journal.archive import seconds_since_1970, utc
from firmware_py.journal.set_aside import unused_name
from firmware_py.system import files
from firmware_py.system.errors import UsageError, cause
from firmware_py.system.files import sync, sync_path, write_at

from .director import Act, Stroke, event_of
from .tables import Undone, Won, game_of, is_id, name_of, read_object

RESULTS = "results.jsonl"
"""The name of the file in the club's folder."""


class ResultsFile:
    """The results of a club's games, together with the file in which they are stored.

    Attributes:
        damage: a message about damaged lines that were found in the file, or None if there were none.
    """

    def __init__(self, folder: Path, *, shared: bool = False) -> None:
        """Read the results stored in a folder, and open the results file so that more can be added.

        Damaged lines, such as one that a power cut left incomplete, are moved to a file of their own.

        Args:
            shared: True for a command that adds a line while another program may have the file open.

        Raises:
            UsageError: the file cannot be read or written, or another program has it open.
        """
        self._path = folder / RESULTS
        self.results = Results()
        self.damage: str | None = None
        self._unwritten: list[dict[str, Any]] = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            self._folder = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)  # a folder can be locked, too
            if not shared:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            sync_path(folder)
            with self.alone():
                self._read()
            self._seen = self.results.decisions
        except BlockingIOError:
            raise UsageError(f"{self._path}: another 'muggins club' is running: end it first") from None
        except OSError as error:
            raise UsageError(f"{error.filename or self._path}: {cause(error)}") from None

    def add(self, result: Result) -> int | None:
        """Add a result and return its number. The next call to `store` writes the result to disk.

        If the game already has a result, or was played before the board joined the club, do nothing and
        return None.
        """
        number = self.results.add(result)
        if number is not None:
            self._unwritten.append(_result_object(result))
        return number

    def undo(self, board: str, game: str) -> int | None:
        """Mark the result of a game as undone, and return its number.

        Return None if the game is not known, or if it was already undone. The next call to `store` writes
        the change to disk.
        """
        number = self.results.number_of(board, game)
        if number is None or not self.results.undo(board, game):
            return None
        self._unwritten.append({"board": board, "game": game, "undone": True})
        return number

    def meet(self, board: str, games: Sequence[str]) -> None:
        """Record a board that is new to the club, and the games that the board has already played.

        The next call to `store` writes this to disk.

        Args:
            games: the IDs of these games. From now on, `add` ignores them.
        """
        self.results.meet(board, games)
        self._unwritten.append({"board": board, "before": list(games)})

    def direct(self, event: Stroke) -> int:
        """Add an event of the director, and return the number of the result that it concerns, or 0.

        The next call to `store` writes the event to disk.
        """
        self._unwritten.append({"director": event.typed, "ended": utc(event.time)})
        return self.results.direct(event)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other programs from writing, so that all of them number the results alike."""
        fcntl.flock(self._folder, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._folder, fcntl.LOCK_UN)

    def catch_up(self) -> bool:
        """Read what the director's commands have added. Return True if the director has decided something.

        Raises:
            UsageError: the file cannot be read.
        """
        try:
            self._read_on()
        except OSError as error:
            raise UsageError(f"{self._path}: {cause(error)}") from None
        before, self._seen = self._seen, self.results.decisions
        return self._seen != before

    def store(self) -> None:
        """Append to the file all lines that have not been written yet, with a single sync.

        Raises:
            UsageError: the file cannot be written. The lines are kept for the next call.
        """
        if not self._unwritten:
            return
        lines = [json.dumps(each, ensure_ascii=False).encode() + b"\n" for each in self._unwritten]
        try:
            with self.alone():
                self._read_on()
                self._append(b"".join(lines))
        except OSError as error:
            raise UsageError(f"{self._path}: {cause(error)}") from None
        self._unwritten.clear()

    def close(self) -> None:
        """Close the results file."""
        os.close(self._file)
        os.close(self._folder)

    def _read(self) -> None:
        content = self._path.read_bytes()
        self._end = len(content)
        owner = os.stat(self._path.parent)
        if not content and os.geteuid() == 0:  # the service must be able to write what an administrator began
            os.fchown(self._file, owner.st_uid, owner.st_gid)
        damaged = _load(self.results, content)
        if damaged:
            self._set_aside(damaged)
        if content and not content.endswith(b"\n"):
            self._append(b"\n")

    def _read_on(self) -> None:
        """Leave an incomplete line at the end unread: it is being written, or will be overwritten."""
        content = os.pread(self._file, max(0, os.fstat(self._file).st_size - self._end), self._end)
        complete = content[: content.rfind(b"\n") + 1]
        _load(self.results, complete)
        self._end += len(complete)

    def _set_aside(self, damaged: Sequence[_DamagedLine]) -> None:
        """Copy damaged lines to a file and blank them. If that fails, the next start finds them again."""
        aside = unused_name(self._path, "damaged")
        number = "1 damaged line" if len(damaged) == 1 else f"{len(damaged)} damaged lines"
        try:
            files.replace(aside, b"".join(line.content + b"\n" for line in damaged))
            sync_path(aside.parent)
            for line in damaged:
                write_at(self._file, b" " * len(line.content), line.offset)
            sync(self._file)
        except OSError as error:
            self.damage = f"{self._path}: {number} left out, and not set aside: {cause(error)}"
        else:
            self.damage = f"{self._path}: {number} left out, and set aside in {aside.name}"

    def _append(self, content: bytes) -> None:
        """If this fails, the next call overwrites any part that was written."""
        if os.fstat(self._file).st_size > self._end:
            os.ftruncate(self._file, self._end)
        write_at(self._file, content, self._end)
        sync(self._file)
        self._end += len(content)


def read_results(folder: Path) -> Results:
    """Return the results stored in a folder. Damaged lines are ignored. If there is no file, there are none.

    Raises:
        UsageError: the file cannot be read.
    """
    found = Results()
    _load(found, _content(folder))
    return found


def _content(folder: Path) -> bytes:
    path = folder / RESULTS
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise UsageError(f"{path}: {cause(error)}") from None


def read_evenings(folder: Path) -> Iterator[tuple[Results, int]]:
    """Yield the results as they were at the end of each evening, and how many there were before it.

    The results are the same object each time, which has grown meanwhile. A win that was undone later than its
    evening ended does not count in it.

    Raises:
        UsageError: the file cannot be read.
    """
    found, after = Results(), 0
    lines = [read_object(line) for line in _content(folder).split(b"\n")]
    for undone in filter(_is_undone, lines):
        _load_line(found, undone)
    for line in lines:
        if line.get("director") == [Act.EVENING.value]:
            yield found, after
            after = len(found)
        _load_line(found, line)
    yield found, after


def _is_undone(line: dict[str, Any]) -> bool:
    return line.get("undone") is True


class _DamagedLine(NamedTuple):
    offset: int
    content: bytes


def _load(results: Results, content: bytes) -> list[_DamagedLine]:
    offset, damaged = 0, []
    for line in content.split(b"\n"):
        if line.strip() and not _load_line(results, read_object(line)):
            damaged.append(_DamagedLine(offset, line))
        offset += len(line) + 1
    return damaged


def _load_line(results: Results, found: dict[str, Any]) -> bool:
    """Return False if the line is damaged."""
    ended = seconds_since_1970(found.get("ended")) or 0.0
    if isinstance(typed := found.get("director"), list):
        event = event_of([name_of(str(word)) for word in typed], ended)
        if event:
            results.direct(event)
        return event is not None
    board, before = found.get("board"), found.get("before")
    if not isinstance(board, str) or not is_id(board):
        return False
    if isinstance(before, list):
        results.meet(board, [game for game in before if isinstance(game, str)])
        return True
    match game := game_of(found):
        case Undone():
            results.undo(board, game.game)
        case Won():
            table, seated = (name_of(str(found.get(key, ""))) for key in ("table", "seated"))
            results.add(Result(board, game.game, table, *game[1:5], ended, seated, hands=game.hands))
    return game is not None


def _result_object(result: Result) -> dict[str, Any]:
    line = {**result._asdict(), "ended": utc(result.ended)}
    del line["director"]
    if not result.seated:
        del line["seated"]
    if not any(result.hands):
        del line["hands"]
    return line
