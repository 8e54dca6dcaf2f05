"""Write files atomically: after a power cut, a file has either all its old content or all its new content.

The new content is first written to a temporary file in the same folder and synced. Then the temporary file is
renamed, and so replaces the old file. A file in the runtime folder may be lost in a power cut, so it is not
synced, but a program that reads it never sees half of its content.
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
    """A file that has been written and synced, but does not have its final name yet.

    Attributes:
        path: the file's temporary path.
        file: the file descriptor, which is open for reading and writing.
    """

    path: Path
    file: int


def replace(path: Path, content: bytes, mode: int | None = None, *, synced: bool = True) -> None:
    """Replace a file atomically, or create it if it does not exist.

    The change survives a power cut only if the file is synced, and then its folder with `sync_path`.

    Args:
        mode: the permissions of the new file; by default 0o644, limited by the umask.
        synced: True to sync the new file first; False for a file that may be lost in a power cut, such as one
            in the runtime folder.

    Raises:
        OSError: the new file cannot be written. The old file is unchanged.
    """
    with new_file(path, content, mode, synced=synced) as new:
        os.replace(new.path, path)


@contextmanager
def new_file(
    path: Path,
    content: bytes,
    mode: int | None = None,
    owner: tuple[int, int] | None = None,
    *,
    synced: bool = True,
) -> Iterator[NewFile]:
    """Write a new file and sync it, in the same folder as `path`.

    The body of the `with` statement then has to rename the file to `path`. The file descriptor is closed
    after the body. If the body raises an exception, the new file is removed.

    Args:
        path: the final path of the file.
        mode: the file's permissions; by default 0o644, limited by the umask.
        owner: the user and group IDs of the file; by default, this program's IDs. They are ignored if this
            program is not permitted to set them.
        synced: False to leave out the sync.

    Raises:
        OSError: the file cannot be written.
    """
    fresh = path.with_name(f"{path.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        created = 0o644 if mode is None else mode
        file = os.open(fresh, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, created)
        try:
            if mode is not None:
                os.fchmod(file, mode)
            if owner is not None:
                with suppress(PermissionError):
                    os.fchown(file, *owner)
            write_at(file, content, 0)
            if synced:
                os.fsync(file)
            yield NewFile(fresh, file)
        finally:
            os.close(file)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise


def write_at(file: int, content: bytes, offset: int) -> None:
    """Write all of `content` to an open file, starting at `offset`.

    Raises:
        OSError: not all of the content could be written.
    """
    written = 0
    while written < len(content):
        written += os.pwrite(file, content[written:], offset + written)


def sync_path(path: Path) -> None:
    """Sync the contents of a file, or the entries of a folder, so that they survive a power cut."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)


RUNTIME_MODE = 0o640
"""The permissions of a file in the runtime folder: the owner can write it, and the group can read it."""


def put_in_place(path: Path, content: bytes, folder_mode: int | None = None) -> None:
    """Replace a file atomically, without calling `fsync`.

    Args:
        folder_mode: the permissions for the folder if it has been removed and must be created again; None to
            raise an error instead.

    Raises:
        OSError: the file cannot be written. The old file remains unchanged.
    """
    try:
        replace(path, content, RUNTIME_MODE, synced=False)
    except FileNotFoundError:
        if folder_mode is None:
            raise
        path.parent.mkdir(folder_mode, parents=True, exist_ok=True)
        replace(path, content, RUNTIME_MODE, synced=False)
