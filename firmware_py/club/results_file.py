"""The file that stores the results: a line of JSON for each game, and one for each game that was undone.

Each line is on the disk before the page shows the result. Lines are only added, and never changed.
"""

from __future__ import annotations

import calendar
import fcntl
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from firmware_py.atomic_files import sync, sync_path, write_at
from firmware_py.club.game_message import Undone, Won, read_game, read_object
from firmware_py.club.results import Result, Results
from firmware_py.errors import UsageError
from firmware_py.journal.game_result import utc

RESULTS = "results.jsonl"
"""The name of the file in the club's folder."""
_TIME = "%Y-%m-%dT%H:%M:%SZ"


class ResultsFile:
    """The results, and the file in which they are stored.

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
            if self._end and os.pread(self._file, 1, self._end - 1) != b"\n":
                self._append(b"\n")
        except BlockingIOError:
            raise UsageError(f"{self._path}: another 'muggins club' is running: end it first") from None
        except OSError as error:
            raise self._error(error) from None

    def add(self, result: Result) -> int | None:
        """Store a result and return its number. If the game is already known, do nothing and return None.

        Raises:
            UsageError: the result could not be stored, so it was not added.
        """
        if self.results.number_of(result.board, result.game) is not None:
            return None
        self._write(_result_object(result))
        return self.results.add(result)

    def undo(self, board: str, game: str) -> int | None:
        """Store that a game was undone, and return the number of its result.

        Return None if the game is not known, or if it was already undone.

        Raises:
            UsageError: the results file cannot be written. The game still counts.
        """
        number = self.results.number_of(board, game)
        if number is None or self.results.numbered(number).is_undone:
            return None
        self._write({"board": board, "game": game, "undone": True})
        self.results.undo(board, game)
        return number

    def close(self) -> None:
        """Close the results file."""
        os.close(self._file)

    def _write(self, line: dict[str, Any]) -> None:
        try:
            self._append(json.dumps(line, ensure_ascii=False).encode() + b"\n")
        except OSError as error:
            raise self._error(error) from None

    def _append(self, content: bytes) -> None:
        """Append to the results file. If this fails, the next call writes at the same position."""
        write_at(self._file, content, self._end)
        sync(self._file)
        self._end += len(content)

    def _error(self, error: OSError) -> UsageError:
        why = (error.strerror or str(error)).lower()
        return UsageError(f"{self._path}: {why}: the results cannot be stored")


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
        raise UsageError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    for line in _lines(lines):
        if isinstance(line, Result):
            found.add(line)
        else:
            found.undo(*line)
    return found


def _lines(lines: list[bytes]) -> Iterator[Result | tuple[str, str]]:
    """Yield the content of each valid line: a result, or the board and the id of a game that was undone."""
    for line in lines:
        found, game = read_object(line), read_game(line)
        board = found.get("board")
        if not isinstance(board, str):
            continue
        match game:
            case Undone():
                yield board, game.game
            case Won():
                yield Result(board, game.game, str(found.get("table", "")), *game[1:], _seconds(found))


def _result_object(result: Result) -> dict[str, Any]:
    return {**result._asdict(), "ended": utc(result.ended)}


def _seconds(found: dict[str, Any]) -> float:
    try:
        return calendar.timegm(time.strptime(str(found.get("ended")), _TIME))
    except ValueError:
        return 0.0
