"""Set aside an unusable file: rename it to say what is wrong, without overwriting any other file."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from firmware_py.system.files import sync_path, write_at


def unused_name(path: Path, word: str) -> Path:
    """Return an unused name to give to a file, such as `games.damaged-1.txt` for `games.txt`.

    Args:
        word: a word that says what is wrong, such as `damaged`. It becomes part of the new name.
    """
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.stem}.{word}-{number}{path.suffix}")):
        number += 1
    return aside


def link_or_copy(path: Path, aside: Path) -> None:
    """Create a hard link `aside` to a file, or a copy of the file if the file system does not support links.

    Raises:
        OSError: neither a link nor a copy could be created.
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


def rename(path: Path, word: str) -> Path:
    """Rename an unusable file, folder or symbolic link so that its name says what is wrong with it.

    Args:
        word: a word that says what is wrong, such as `unreadable`. It becomes part of the new name.

    Returns:
        The new path.

    Raises:
        OSError: the file cannot be renamed.
    """
    aside = unused_name(path, word)
    os.rename(path, aside)
    sync_path(path.parent)
    return aside


def is_in_the_way(path: Path, error: Exception) -> bool:
    """Return True if a file could not be opened because of the file itself, not its folder or disk."""
    return os.path.lexists(path) and (not isinstance(error, OSError) or error.errno in _IN_THE_WAY)


_IN_THE_WAY = (
    errno.EISDIR,
    errno.ELOOP,
    errno.EACCES,
    errno.EPERM,
    errno.EIO,
    errno.ENXIO,
    errno.ENODEV,
    errno.ENOENT,  # this and the next two: a symbolic link that leads nowhere
    errno.ENOTDIR,
    errno.EEXIST,
)
