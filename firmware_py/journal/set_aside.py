"""Setting a file aside that cannot be used: it gets another name that says so, and nothing is overwritten."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from firmware_py.atomic_files import sync_path, write_at


def unused(path: Path, word: str) -> Path:
    """A name beside a file that nothing has yet, such as `games.damaged-1.txt` for `games.txt`."""
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.stem}.{word}-{number}{path.suffix}")):
        number += 1
    return aside


def keep(path: Path, aside: Path) -> None:
    """Give a file a second name; where the file system has no links, make a copy of that name.

    Raises:
        OSError: neither can be done.
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


def move(path: Path, word: str) -> Path:
    """Rename whatever is there, a folder or a symbolic link too; return the new name.

    Raises:
        OSError: it cannot be renamed.
    """
    aside = unused(path, word)
    os.rename(path, aside)
    sync_path(path.parent)
    return aside


def is_in_the_way(path: Path, error: Exception) -> bool:
    """True if opening a file failed because of what has its name, and not because of its folder or disk."""
    return os.path.lexists(path) and (not isinstance(error, OSError) or error.errno in _IN_THE_WAY)


_IN_THE_WAY = (
    errno.EISDIR,
    errno.ELOOP,
    errno.EACCES,
    errno.EPERM,
    errno.EIO,
    errno.ENXIO,
    errno.ENODEV,
    errno.ENOENT,  # a symbolic link to nowhere; so are these
    errno.ENOTDIR,
    errno.EEXIST,
)
