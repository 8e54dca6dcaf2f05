"""The lock on a journal, which ensures that only one program at a time can write to the file."""

from __future__ import annotations

import fcntl
import os
import stat
from pathlib import Path

from firmware_py.system.errors import JournalBusy, JournalError
from firmware_py.system.files import new_file


class NotAFile(JournalError):
    """Raised when the path of a journal leads to a device or a pipe. The message begins with the path.

    Attributes:
        what: what is wrong and what to do, without the path.
    """

    def __init__(self, path: Path) -> None:
        self.what = "this is a device or a pipe; name a file"
        super().__init__(f"{path}: {self.what}")


def lock(path: Path) -> int:
    """Open a file for reading and writing, and lock it exclusively. A missing file is created.

    Returns:
        The file descriptor. Closing it unlocks the file.

    Raises:
        NotAFile: the path is a device or a pipe.
        JournalBusy: another program has locked the file.
        OSError: the file cannot be opened.
    """
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_current = os.path.samestat(os.fstat(file), os.stat(path))
            refuse_device(path, os.fstat(file).st_mode)
        except BlockingIOError:
            os.close(file)
            raise JournalBusy(
                f"{path}: another Muggins{_holder(path)} is using it; stop that one first"
            ) from None
        except FileNotFoundError:
            is_current = False
        except (OSError, JournalError):
            os.close(file)
            raise
        if is_current:
            return file
        os.close(file)  # another program has just replaced the file


def replace_locked(path: Path, content: bytes, like: int) -> int:
    """Replace a locked file atomically with a new file that is already locked.

    Args:
        like: the file descriptor of the old file. The new file gets the same permissions and, if allowed,
            the same owner.

    Returns:
        The file descriptor of the new file. The old file stays open and locked.

    Raises:
        OSError: the file cannot be written or synced. The old file is unchanged.
    """
    old = os.fstat(like)
    with new_file(path, content, stat.S_IMODE(old.st_mode), (old.st_uid, old.st_gid)) as new:
        fcntl.flock(new.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.replace(new.path, path)
        return os.dup(new.file)  # both descriptors share the lock


def is_locked(path: Path) -> bool:
    """Return True if a running program has locked the journal at `path`."""
    try:
        # If the name is a pipe, opening it without O_NONBLOCK would wait forever.
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(file)
    return False


def refuse_device(path: Path, mode: int) -> None:
    """Check that a path is not a device or a pipe, because reading from one might never end.

    Args:
        mode: the type and permissions of the file, as returned by `os.stat`.

    Raises:
        NotAFile: the path is neither a file nor a folder.
    """
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise NotAFile(path)


def _holder(path: Path) -> str:
    """Return text such as ` (process 123)`, or nothing if the process is unknown. See proc_locks(5)."""
    try:
        file, locks = path.stat(), Path("/proc/locks").read_text(encoding="ascii")
    except OSError:
        return ""
    identity = f"{os.major(file.st_dev):02x}:{os.minor(file.st_dev):02x}:{file.st_ino}"
    for line in locks.splitlines():
        words = line.split()
        if "->" not in words and "FLOCK" in words and identity in words:
            return f" (process {words[words.index(identity) - 1]})"
    return ""
