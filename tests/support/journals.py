"""Journals and archives for tests, and a disk that fails."""

import errno
import fcntl
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from engine.match.history import History
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.board.board import Board
from firmware_py.board.loop import Housekeeping
from firmware_py.input.keys import Key
from firmware_py.journal import line_file
from firmware_py.journal.archive import folder_of
from firmware_py.journal.journal import Journal
from firmware_py.journal.reading import Reading
from firmware_py.journal.recovery import read_journal
from tests.support import keyed
from tests.support.command import muggins

HEADER = (
    "muggins 1 players=2 start=0,0 game=six-card target=121 heels_points=2 heels_can_win=yes "
    "lead_after_go=left_of_last go_multi=all_play_on combo_after_go=counts five_card_replay=stop "
    "five_card_play_on=must three_for_last=on crib_flush=all_five ace_11=off objective=first_wins "
    "first_deal=low next_game_dealer=loser cut_before_deal=optional skunk_worth=2 double_worth=4 "
    "muggins=off muggins_opens=after_next_card muggins_heels=no track=play reveal=at_once calling=running"
)
"""The first line of a standard game: the players, the starting scores, and all options as in OPTIONS.md."""


def line(text: str, before: bytes) -> bytes:
    """Return a line of a journal: its text and a checksum.

    Args:
        text: the text of the line.
        before: the texts of all earlier lines, one after another. The checksum includes them.
    """
    return b"%s #%08x\n" % (text.encode(), crc32(before + text.encode()))


def written(*texts: str) -> bytes:
    """Return the contents of a journal whose lines contain these texts, each with its checksum."""
    before, content = b"", b""
    for text in texts:
        content += line(text, before)
        before += text.encode()
    return content


def content_of(path: Path) -> bytes:
    """Return a journal's contents without the padding spaces at the end of the file."""
    return path.read_bytes().rstrip(b" ")


def keep(path: Path, words: str, header: Setup | None = None) -> bytes:
    """Press keys on a board that uses the journal at `path`, and return the journal's contents.

    Every key must take effect. `header` is the first game's setup, or None for the standard game.
    """
    journal = Journal(path, header)
    board = Board(journal.history, journal)
    assert all(outcome.took for outcome in keyed.press(board, words))
    journal.close()
    return content_of(path)


def read_back(path: Path) -> Reading:
    """Read the journal at `path`."""
    return read_journal(path)


LINES = written(HEADER, "cut 4", "cut 9", "starter J", "lay K", "lay 5", "undo", "redo").splitlines(
    keepends=True
)
WHOLE = b"".join(LINES)
DAMAGED = b"".join([*LINES[:4], b"lay 9 #00000000\n", *LINES[5:]])  # the fifth line


DAMAGE_NOTICE = (
    "games.txt was damaged at line 5: set aside as games.damaged-1.txt; "
    "the game goes on from what can still be read"
)
"""The notice that the board shows when the fifth line of its journal is damaged."""


def check_nothing_was_lost(path: Path) -> None:
    """Check that no data was lost when the board recovered a damaged journal.

    The journal at `path` must contain the undamaged lines, and another file in its folder must be a copy of
    the damaged journal.
    """
    assert read_back(path).text == b"".join(LINES[:4])
    assert DAMAGED in [file.read_bytes() for file in path.parent.iterdir()]


WIN = "J"
"""The key that wins the first game: the dealer turns up a jack and pegs from 119 to 121."""
AGAIN = "OK 3 MENU A GO A 2 A OK"
"""The keys for the next game: `OK` starts it, 3 is the starter, and Right pegs 121 points manually."""
START = Setup(Rules(), (119, 100))


def play(path: Path, words: str) -> History:
    """Press keys on a board that uses the journal at `path`, and return the match.

    Every key must take effect. Each finished game is archived before the next key press.

    Args:
        path: the path to the journal.
        words: the keys, separated by spaces.
    """
    journal = Journal(path, START)
    board = Board(journal.history, journal)
    try:
        for word in words.split():
            assert board.press(Key.parse(word)).why is None, word
            assert Housekeeping(board).work() is None
        return board.history
    finally:
        journal.close()


def files(path: Path) -> dict[str, bytes]:
    """Return the contents of the game files archived from the journal at `path`, keyed by file name."""
    return {file.name: file.read_bytes() for file in sorted(folder_of(path).glob("*"))}


def listed(path: Path) -> list[dict[str, Any]]:
    return muggins("history", "--journal", path, "--json").json["games"]


def journal_of(path: Path) -> History:
    """Return the match in a journal, after checking that the journal is undamaged."""
    reading = read_journal(path)
    assert reading.damage is None
    return reading.history


ALL = ("open", "pwrite", "ftruncate", "fsync", "link", "unlink", "replace", "rename", "write")
SYNC = "fdatasync"
LOCK = "flock"


class Killed(BaseException):
    """Raised to end the program as if it had been killed."""


class Disk:
    """A fake disk that records the journal's system calls and can make them fail.

    Attributes:
        calls: the names of the system calls so far.
        most: the maximum number of bytes that a single write accepts; None for no limit.
        stop_before: the program stops before the call with this index; None to never stop.
        stop_after: the program stops after the call with this index; None to never stop.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.calls: list[str] = []
        self.most: int | None = None
        self.stop_before: int | None = None
        self.stop_after: int | None = None
        self._faults: Counter[str] = Counter()
        self._errno = 0
        self._taken: int | None = None
        self._well = 0
        self._open: set[int] = set()
        self._dead = False
        for name in ALL:
            patch.setattr(os, name, self._watched(name, getattr(os, name)))
        patch.setattr(line_file, "sync", self._watched(SYNC, line_file.sync))
        patch.setattr(fcntl, "flock", self._watched(LOCK, fcntl.flock))
        self._close, self._dup = os.close, os.dup
        patch.setattr(os, "dup", self._duplicated)
        patch.setattr(os, "close", self._closing)

    def fail(
        self, name: str, error: int = errno.EIO, times: int = 1, taken: int | None = None, after: int = 0
    ) -> None:
        """Make a system call fail the next few times that it is called.

        Args:
            name: the name of the system call, such as `pwrite`.
            error: the error number that the system call reports.
            times: the number of calls that fail.
            taken: if above 0, one `pwrite` call writes only this many bytes of its data, without an error,
                just before the failures begin.
            after: the number of calls that succeed completely before the short write and the failures.
        """
        self._well = after
        self._faults[name] = times
        self._errno = error
        self._taken = taken

    def heal(self) -> None:
        self._faults.clear()
        self._taken = self.most = None

    def die(self) -> None:
        """Close all files, and thereby release their locks, as the kernel does when a program is killed."""
        for file in self._open:
            self._close(file)
        self._open.clear()
        self._dead = False
        self.stop_before = self.stop_after = None

    def _watched(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            number = len(self.calls)
            if self._dead or number == self.stop_before:
                self._dead = True
                raise Killed
            self.calls.append(name)
            made = self._made(name, real, arguments, named)
            if number == self.stop_after:
                self._dead = True
                raise Killed
            return made

        return call

    def _made(self, name: str, real: Callable[..., Any], arguments: Any, named: Any) -> Any:
        if self._faults[name] and self._well:
            self._well -= 1
            return real(*arguments, **named)
        if name == "pwrite":
            file, data, offset = arguments
            if self._taken is not None:
                data, self._taken = data[: self._taken], None
                return real(file, data, offset) if data else self._made(name, real, arguments, named)
            if not self._faults[name]:
                return real(file, data[: self.most], offset)
        if self._faults[name]:
            self._faults[name] -= 1
            raise OSError(self._errno, os.strerror(self._errno))
        made = real(*arguments, **named)
        if name == "open":
            self._open.add(made)
        return made

    def _duplicated(self, file: int) -> int:
        made = self._dup(file)
        self._open.add(made)
        return made

    def _closing(self, file: int) -> None:
        self._open.discard(file)
        self._close(file)
