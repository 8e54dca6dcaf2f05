"""The file that stores the results, in which each line is a JSON object.

A line is added for each game that is won, and for each win that is undone. When a board is new to the club,
another line is added that lists the games that the board has already played. Lines are never changed. If a
line cannot be written, e.g. because the disk is full, it is kept in memory until it can be written.
"""

from __future__ import annotations

import calendar
import fcntl
import json
import os
import time
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from firmware_py.club.results import Result, Results
from firmware_py.journal.archive import utc
from firmware_py.system.errors import UsageError, cause
from firmware_py.system.files import sync, sync_path, write_at

from .tables import Undone, Won, game_of, read_object

RESULTS = "results.jsonl"
"""The name of the file in the club's folder."""
_TIME = "%Y-%m-%dT%H:%M:%SZ"


class ResultsFile:
    """The results of a club's games, together with the file in which they are stored.

    Attributes:
        results: all results.
    """

    def __init__(self, folder: Path) -> None:
        """Read the results stored in a folder, and open the results file so that more can be added.

        Damaged lines are ignored, and remain in the file. If the last line is incomplete because of a power
        cut, a newline is added to it, so that the next line can be read.

        Raises:
            UsageError: the file cannot be read or written, or another program has it open.
        """
        self._path = folder / RESULTS
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            sync_path(folder)
            self.results = read_results(folder)
            self._end = os.fstat(self._file).st_size
            self._unwritten: deque[dict[str, Any]] = deque()
            if self._end and os.pread(self._file, 1, self._end - 1) != b"\n":
                self._append(b"\n")
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
            board: the board's ID.
            games: the IDs of these games. From now on, `add` ignores them.
        """
        self.results.meet(board, games)
        self._unwritten.append({"board": board, "before": list(games)})

    def store(self) -> None:
        """Append to the file all lines that have not been written yet.

        Raises:
            UsageError: the file cannot be written. The remaining lines are kept for the next call.
        """
        while self._unwritten:
            try:
                self._append(json.dumps(self._unwritten[0], ensure_ascii=False).encode() + b"\n")
            except OSError as error:
                raise UsageError(f"{self._path}: {cause(error)}") from None
            self._unwritten.popleft()

    def close(self) -> None:
        """Close the results file."""
        os.close(self._file)

    def _append(self, content: bytes) -> None:
        """Append `content` to the results file.

        If this fails, the next call overwrites any part that was written.
        """
        write_at(self._file, content, self._end)
        sync(self._file)
        self._end += len(content)


def read_results(folder: Path) -> Results:
    """Return the results stored in a folder. If there is no file, return an empty collection.

    Raises:
        UsageError: the file cannot be read.
    """
    path = folder / RESULTS
    found = Results()
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return found
    except OSError as error:
        raise UsageError(f"{path}: {cause(error)}") from None
    for line in _lines(lines):
        match line:
            case Result():
                found.add(line)
            case _Undo():
                found.undo(*line)
            case _Meeting():
                found.meet(*line)
    return found


class _Undo(NamedTuple):
    board: str
    game: str


class _Meeting(NamedTuple):
    board: str
    games: tuple[str, ...]


def _lines(lines: list[bytes]) -> Iterator[Result | _Undo | _Meeting]:
    for line in lines:
        found = read_object(line)
        board, before = found.get("board"), found.get("before")
        if not isinstance(board, str):
            continue
        if isinstance(before, list):
            yield _Meeting(board, tuple(str(each) for each in before))
        match game := game_of(found):
            case Undone():
                yield _Undo(board, game.game)
            case Won():
                yield Result(board, game.game, str(found.get("table", "")), *game[1:], _seconds(found))


def _result_object(result: Result) -> dict[str, Any]:
    return {**result._asdict(), "ended": utc(result.ended)}


def _seconds(found: dict[str, Any]) -> float:
    try:
        return calendar.timegm(time.strptime(str(found.get("ended")), _TIME))
    except ValueError:
        return 0.0
