"""The runtime folder, in which the board creates the files and the socket for other programs.

The contents of the folder need not survive a power cut, because the games are saved in the journal. The file
`alive` is locked while the board runs. When the board's process ends, the kernel releases the lock, even if
the process was killed. The file contains a random ID, which is chosen each time the board starts. `view.json`
contains the same ID under `run`.
"""

from __future__ import annotations

import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path

from firmware_py.journal.locations import exists
from firmware_py.system.files import RUNTIME_MODE

SERVICE_RUNTIME_FOLDER = Path("/run/muggins")
"""The runtime directory of the service that the Debian package installs."""
FOLDER_MODE = 0o750
"""The permissions of a new folder: the owner has full access, and the group can read it."""
VIEW, KEYS, PHONE, ALIVE = "view.json", "keys", "phone.json", "alive"
"""The names of the view file, the socket that accepts keys, the file for phones, and the lock file."""
UPDATE = "update"
"""The name of the file that asks for an update of the board. Only that it exists matters."""


def runtime_folder(journal: Path) -> Path:
    """Return the folder where a board run by this user creates its view file and its socket.

    Args:
        journal: the board's journal. Its folder is returned if the system has no runtime directory.
    """
    # systemd may name several folders; the first is for the window (systemd.exec(5)).
    service = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if service:
        return Path(service)
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR", ""))
    return runtime / "muggins" if runtime.is_absolute() else journal.parent


def update_status(folder: Path) -> Path:
    """Return the file in which the service that updates a board with this folder says how far it is."""
    return folder.with_name(f"{folder.name}-update") / "status"


def own_folder() -> Path | None:
    """Return the runtime folder that systemd created for this program, or None if it did not create one.

    This is the last folder in `$RUNTIME_DIRECTORY`. The first is the board's folder.
    """
    named = os.environ.get("RUNTIME_DIRECTORY", "").rpartition(":")[2]
    return Path(named) if named else None


def folder_of_a_board(journal: Path) -> Path:
    """Return the runtime folder in which other programs look for a board.

    In a systemd service, this is the first folder in `$RUNTIME_DIRECTORY`. Otherwise, there are two
    candidates: the installed service's folder, then the folder of this user's board. The first one that
    contains `view.json` is returned. If neither does, the service's folder is returned or, if that does not
    exist, the user's folder.

    Args:
        journal: the path to the journal of this user's board.
    """
    own = runtime_folder(journal)
    if os.environ.get("RUNTIME_DIRECTORY"):
        return own
    for folder in (SERVICE_RUNTIME_FOLDER, own):
        if exists(folder / VIEW):
            return folder
    return SERVICE_RUNTIME_FOLDER if SERVICE_RUNTIME_FOLDER.is_dir() else own


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
            file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, RUNTIME_MODE)
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


def boot_time() -> float:
    """Return the time since the machine was started, in seconds, including any time it was suspended.

    All programs on this machine get the same time. The time of day may be wrong, because most models of the
    Pi have no clock that runs while they are switched off.
    """
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()  # macOS, where this clock is also the same in all programs
