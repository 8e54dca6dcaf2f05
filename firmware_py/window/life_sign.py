"""A sign that a board is still running, which disappears with it even if the board is killed.

While a board runs, it keeps a file in the runtime folder locked. The kernel releases the lock when the
process ends, whatever the reason. The file contains the board's `run`, as in `view.json`.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from firmware_py.window.runtime_folder import ALIVE

_MODE = 0o640
"""The permissions of the file: the owner can write it, and the group can read it."""
_LONGEST = 64
"""The maximum number of bytes to read from the file."""


class LifeSign:
    """The sign of a running board. Without it, other programs believe what the view file says."""

    def __init__(self, folder: Path, run: str) -> None:
        """Prepare the sign. The file is not created until `give` is called.

        Args:
            folder: the runtime folder.
            run: the board's `run`.
        """
        self._path, self._run = folder / ALIVE, run
        self._file: int | None = None

    def give(self) -> None:
        """Create and lock the file, unless that has been done already.

        If it is not possible now, e.g. because another program is looking at the file, do nothing.
        """
        if self._file is not None:
            return
        with suppress(OSError):
            file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, _MODE)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                os.ftruncate(file, 0)
                os.write(file, self._run.encode())
            except OSError:
                os.close(file)
                raise
            self._file = file

    def withdraw(self) -> None:
        """Remove the file, and release the lock."""
        if self._file is None:
            return
        with suppress(OSError):
            self._path.unlink()
        os.close(self._file)
        self._file = None


def has_died(folder: Path, run: object) -> bool:
    """Return True if the board with this `run` has ended without saying so in its view file.

    Return False if it is still running, or if it has given no sign, like the boards of older versions.
    """
    try:
        # If the name is a pipe, opening it without O_NONBLOCK would wait forever.
        file = os.open(folder / ALIVE, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return os.read(file, _LONGEST).decode(errors="replace") == run
    except OSError:  # the file is locked
        return False
    finally:
        os.close(file)
