"""Files that outlive a power cut: written, synced, and named only once they are whole."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import stat
from pathlib import Path

from firmware_py.ports import JournalBusy, JournalError

# macOS has no fdatasync.
sync = getattr(os, "fdatasync", os.fsync)


def lock(path: Path) -> int:
    """The file, opened to read and write, made if it is missing, held for this program alone.

    Raises:
        JournalError: it is no file.
        JournalBusy: another program holds it.
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
    """Which process holds a file, as ` (process 123)`; nothing where that is not known (proc_locks(5))."""
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


def refuse_what_is_no_file(path: Path, mode: int) -> None:
    """Refuse a device or a pipe, which may never end, or keep nothing.

    Raises:
        JournalError: it is one.
    """
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise JournalError(f"{path}: this is a device or a pipe; name a file")


def write_at(file: int, content: bytes, place: int) -> None:
    """Write all of it: a disk that is nearly full takes a part at first.

    Raises:
        OSError: it does not take all.
    """
    written = 0
    while written < len(content):
        written += os.pwrite(file, content[written:], place + written)


def put(path: Path, content: bytes, like: int | None = None) -> int:
    """Let a name stand for a file that holds this, from one moment to the next; the file, which is locked.

    That the name outlives a power cut is up to `sync_path`.

    Args:
        path: the name.
        content: what the file is to hold.
        like: an open file that has the mode, and as far as that is allowed the owner, that this is to have.

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


def keep(path: Path, aside: Path) -> None:
    """Give a file another name as well; where the file system has no links, make a copy of that name.

    Raises:
        OSError: it cannot be done.
    """
    try:
        os.link(path, aside)
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS):
            raise
        file = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
        try:
            write_at(file, path.read_bytes(), 0)
            os.fsync(file)
        finally:
            os.close(file)


def sync_path(path: Path) -> None:
    """Sync what a file holds, whoever wrote it, or the names in a folder, so that it outlives a power cut."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def cause(error: OSError) -> str:
    """What went wrong, and what to do where that is known."""
    if error.errno in _REMEDIES:
        return _REMEDIES[error.errno]
    return (error.strerror or str(error)).lower()


NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What is wrong where a file cannot grow."""
_REMEDIES = {
    errno.ENOSPC: "the disk is full, make room",
    errno.EDQUOT: "the disk quota is used up, make room",
    errno.ENOENT: "there is no such file",
    errno.EACCES: "no permission to use it",
    errno.EROFS: "the disk is read-only",
    errno.EISDIR: "this is a folder, not a file",
    errno.ENOTDIR: "this is a file where a folder is wanted, move it away",
    errno.EEXIST: "this is a file where a folder is wanted, move it away",
    errno.EFBIG: "the file may not grow any more",
}
