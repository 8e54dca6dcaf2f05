"""Files that survive a power cut: written and synced first, named only once they are whole."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import stat
from pathlib import Path

from firmware_py.errors import JournalBusy, JournalError

# macOS has no fdatasync.
sync = getattr(os, "fdatasync", os.fsync)


def lock(path: Path) -> int:
    """Open a file to read and write, create it if it is missing, and lock it for this program alone.

    Raises:
        JournalError: this is a device or a pipe.
        JournalBusy: another program has locked it.
        OSError: it cannot be opened.
    """
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            mine = os.path.samestat(os.fstat(file), os.stat(path))
            refuse_what_is_no_file(path, os.fstat(file).st_mode)
        except BlockingIOError:
            os.close(file)
            raise JournalBusy(
                f"{path}: another Muggins{_holder(path)} is using it; stop that one first"
            ) from None
        except FileNotFoundError:
            mine = False
        except (OSError, JournalError):
            os.close(file)
            raise
        if mine:
            return file
        os.close(file)  # another program put a new file in its place just then


def _holder(path: Path) -> str:
    """The process that has locked a file, as ` (process 123)`; empty if unknown (proc_locks(5))."""
    try:
        file, locks = path.stat(), Path("/proc/locks").read_text(encoding="ascii")
    except OSError:
        return ""
    place = f"{os.major(file.st_dev):02x}:{os.minor(file.st_dev):02x}:{file.st_ino}"
    for line in locks.splitlines():
        words = line.split()
        if "->" not in words and "FLOCK" in words and place in words:
            return f" (process {words[words.index(place) - 1]})"
    return ""


def resolved(path: Path) -> Path:
    """The file that a symbolic link leads to. A link that leads round in a circle stays as it is."""
    return Path(os.path.realpath(path)) if os.path.islink(path) else path


def refuse_what_is_no_file(path: Path, mode: int) -> None:
    """Refuse a device or a pipe: reading it may never end, and writing to it may keep nothing.

    Raises:
        JournalError: it is one.
    """
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise JournalError(f"{path}: this is a device or a pipe; name a file")


def write_at(file: int, content: bytes, place: int) -> None:
    """Write all the content at a place in a file; a disk that is nearly full takes only a part at first.

    Raises:
        OSError: the disk does not take all of it.
    """
    written = 0
    while written < len(content):
        written += os.pwrite(file, content[written:], place + written)


def put(path: Path, content: bytes, like: int | None = None) -> int:
    """Replace a file atomically; return the new one, locked.

    The new file is on the disk then; its name is safe from a power cut only after `sync_path` for the folder.

    Args:
        path: the name of the file.
        content: what the new one holds.
        like: an open file whose mode, and if allowed owner, the new one gets.

    Raises:
        OSError: the name stands for what it stood for before.
    """
    fresh = path.with_name(f"{path.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        file = lock(fresh)
        try:
            if like is not None:
                was = os.fstat(like)
                os.fchmod(file, stat.S_IMODE(was.st_mode))
                with contextlib.suppress(PermissionError):
                    os.fchown(file, was.st_uid, was.st_gid)
            write_at(file, content, 0)
            os.fsync(file)
            os.replace(fresh, path)
        except OSError:
            os.close(file)
            raise
    except OSError:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise
    return file


def sync_path(path: Path) -> None:
    """Sync a file's content, whoever wrote it, or a folder's names, so that they survive a power cut."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def cause(error: OSError) -> str:
    """The cause of an error in plain words, with the remedy if there is a known one."""
    if error.errno in _REMEDIES:
        return _REMEDIES[error.errno]
    return (error.strerror or str(error)).lower()


NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""The errors of a file that cannot grow."""
_REMEDIES = {
    errno.ENOSPC: "the disk is full (free some space)",
    errno.EDQUOT: "the disk quota is used up (free some space)",
    errno.ENOENT: "there is no such file",
    errno.EACCES: "no permission to use it",
    errno.EROFS: "the disk is read-only",
    errno.EISDIR: "this is a folder, not a file",
    errno.ENOTDIR: "this is a file where a folder is needed (move it away)",
    errno.EEXIST: "this is a file where a folder is needed (move it away)",
    errno.EFBIG: "the file has reached its size limit",
    errno.ELOOP: "this symbolic link leads back to itself",
}
