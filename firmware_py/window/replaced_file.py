"""Replace a file in the runtime folder, so that a program that reads it never sees half of its content."""

from __future__ import annotations

from pathlib import Path

from firmware_py import atomic_files

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
        atomic_files.replace(path, content, _MODE, synced=False)
    except FileNotFoundError:
        if folder_mode is None:
            raise
        path.parent.mkdir(folder_mode, parents=True, exist_ok=True)
        atomic_files.replace(path, content, _MODE, synced=False)
