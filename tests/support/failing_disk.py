"""A disk for the journal that can fail, write only a few bytes at a time, or stop the program at any call.

The functions with which the journal's code makes system calls are replaced by fakes. Each fake calls the
original function unless it simulates a fault.
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
