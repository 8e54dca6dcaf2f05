"""Files that survive a power cut: at any time a name stands for the whole old content or the whole new one.

The new content is written to a file beside the old one and synced. Only then does it take the name.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

# macOS has no fdatasync.
sync = getattr(os, "fdatasync", os.fsync)


class NewFile(NamedTuple):
    """A file that was written and synced, and does not have its final name yet.

    Attributes:
        path: its name for now.
        file: its file descriptor, open for reading and writing.
    """

    path: Path
    file: int


def replace(path: Path, content: bytes, mode: int | None = None) -> None:
    """Replace a file atomically, or create it.

    A power cut can still undo this until the folder is synced, with `sync_path`.

    Args:
        path: the name of the file.
        content: the new content.
        mode: the permissions of the new file; by default what the umask leaves of 0o644.

    Raises:
        OSError: the disk failed. The old file is as it was.
    """
    with new_file(path, content, mode) as new:
        os.replace(new.path, path)


@contextmanager
def new_file(
    path: Path, content: bytes, mode: int | None = None, owner: tuple[int, int] | None = None
) -> Iterator[NewFile]:
    """Write a file beside `path` and sync it; the body of the `with` renames it to `path`.

    The file descriptor is closed after the body. If the body raises an exception, the file is removed.

    Args:
        path: the name that the file is to have.
        content: its content.
        mode: its permissions; by default what the umask leaves of 0o644.
        owner: its user and group, if this program may give files away; by default those of this program.

    Raises:
        OSError: the file cannot be written.
    """
    fresh = path.with_name(f"{path.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        file = os.open(fresh, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
        try:
            if mode is not None:
                os.fchmod(file, mode)
            if owner is not None:
                with suppress(PermissionError):
                    os.fchown(file, *owner)
            write_at(file, content, 0)
            os.fsync(file)
            yield NewFile(fresh, file)
        finally:
            os.close(file)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise


def write_at(file: int, content: bytes, offset: int) -> None:
    """Write all the content at an offset in a file, in several writes if the disk takes only a part at first.

    Raises:
        OSError: the disk does not take all of it.
    """
    written = 0
    while written < len(content):
        written += os.pwrite(file, content[written:], offset + written)


def sync_path(path: Path) -> None:
    """Sync the content of a file, or the names in a folder, so that they survive a power cut."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)
