"""Replace a file in the runtime folder, so that a program that reads it never sees half of its content."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

_MODE = 0o640
"""The permissions of the file: the owner can write it, and the group can read it."""


def replace(path: Path, content: bytes, folder_mode: int | None = None) -> None:
    """Replace a file atomically, without calling `fsync`.

    Args:
        path: the path to the file.
        content: the new content.
        folder_mode: the permissions for the folder if it has been removed and must be created again; None to
            raise an error instead.

    Raises:
        OSError: the file cannot be written. The old file remains unchanged.
    """
    try:
        _replace(path, content)
    except FileNotFoundError:
        if folder_mode is None:
            raise
        path.parent.mkdir(folder_mode, parents=True, exist_ok=True)
        _replace(path, content)


def _replace(path: Path, content: bytes) -> None:
    fresh = path.with_suffix(".new")
    try:
        file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, _MODE)
        try:
            if os.write(file, content) < len(content):
                raise OSError("the file system is full")
        finally:
            os.close(file)
        os.replace(fresh, path)
    except OSError:
        with suppress(OSError):
            os.unlink(fresh)
        raise
