"""A locked file that shows that a board is running.

The file is in the runtime folder. When the board's process ends, the kernel releases the lock, even if the
process was killed. The file contains a random ID, which is chosen each time the board starts. `view.json`
contains the same ID under `run`.
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
    """A file that lets other programs see that the board is running. It is locked until the board stops."""

    def __init__(self, folder: Path, run: str) -> None:
        """Store the lock file's path and content. The file is not created until `give` is called.

        Args:
            folder: the runtime folder.
            run: the random ID chosen when the board started. `view.json` contains the same ID.
        """
        self._path, self._run = folder / ALIVE, run
        self._file: int | None = None

    def give(self) -> None:
        """Create the file and lock it, to show other programs that the board is running.

        Do nothing if the file is already locked, or cannot be locked now, e.g. because another program is
        checking it.
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
        """Stop showing that the board is running: remove the file and release the lock."""
        if self._file is None:
            return
        with suppress(OSError):
            self._path.unlink()
        os.close(self._file)
        self._file = None


def has_died(folder: Path, run: object) -> bool:
    """Return True if a board has stopped without reporting this in `view.json`, e.g. because it was killed.

    Return False if the board is still running, or if there is no lock file. Older versions of the board
    do not create one.

    Args:
        folder: the runtime folder.
        run: the value of `run` in `view.json`.
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
