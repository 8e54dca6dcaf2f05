"""The disk under a journal, which can be told to fail, to take little at a time, or to stop at any call.

The calls go through to the real ones: this stands where the kernel does, below all of the journal.
"""

import errno
import fcntl
import os
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from firmware_py.journal import line_file

ALL = ("open", "pwrite", "ftruncate", "fsync", "link", "unlink", "replace", "rename", "write")
SYNC = "fdatasync"
LOCK = "flock"


class Killed(BaseException):
    """The program ends here: what follows in it never happens."""


class Disk:
    """Watches the calls of the journal.

    Attributes:
        calls: the calls so far, by name.
        most: how many bytes a write takes at the most; all if None.
        stop_before: the number of the call, from 0, that is never made; None for no such.
        stop_after: the same, but that call is the last that is made.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        """Watch from now on, till the patches are undone."""
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
        """Let the next calls of a name fail, after some that go well. A write may take some bytes first."""
        self._well = after
        self._faults[name] = times
        self._errno = error
        self._taken = taken

    def heal(self) -> None:
        """All goes well again."""
        self._faults.clear()
        self._taken = self.most = None

    def die(self) -> None:
        """What the kernel does when the program is killed: its files are closed, and the locks let go."""
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
