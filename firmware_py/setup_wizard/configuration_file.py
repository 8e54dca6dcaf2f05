"""The configuration's file: where it goes, and that it is whole or not there at all."""

from __future__ import annotations

import os
from pathlib import Path

from firmware_py.atomic_files import new_file, replace, sync_path
from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.errors import UsageError


def place(out: Path | None) -> Path:
    """Where the configuration is to be written: the file given, else /etc/muggins/muggins.toml if this user
    can write that, else the file in the user's own folder.

    Raises:
        UsageError: the file given, or the user's own, could not be written.
    """
    if out is not None:
        if out.is_dir():
            raise UsageError(
                f"--out {out}: this is a folder: name a file in it, such as {out / 'muggins.toml'}"
            )
        if not can_write(out):
            raise UsageError(f"--out {out}: this file is not writable: name a file in a folder of your own")
        return out
    # Not the boot partition's: that one is for whoever writes the card on another computer.
    *system, own = [path for path in files.searched() if path.parent.name == "muggins"]
    for path in (*system, own):
        if can_write(path):
            return path
    raise UsageError(f"{own}: this file is not writable: name another file with --out FILE")


def can_write(path: Path) -> bool:
    """Return True if a file can be created there, in an existing folder or a new one."""
    folder = path.absolute().parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)


def backup(path: Path) -> Path:
    """Where the file that was there before is kept."""
    return path.with_name(f"{path.name}.bak")


def write(path: Path, text: str) -> Config:
    """Write a configuration and read it; the file that was there is kept as its backup.

    At any time the file is the former one or the new one, whole.

    Returns:
        The board that it describes.

    Raises:
        UsageError: it cannot be written, or it describes no board. Nothing has changed.
    """
    path = Path(os.path.realpath(path))  # what a link leads to, not the link
    try:
        _make(path.parent)
        with new_file(path, text.encode(), _FOR_ALL) as new:
            config = load(new.path)
            if path.exists():
                replace(backup(path), path.read_bytes(), _FOR_ALL)
            os.replace(new.path, path)
        sync_path(path.parent)
    except OSError as error:
        why = (error.strerror or "it cannot be written").lower()
        raise UsageError(f"{path}: {why}: name another file with --out FILE") from None
    return config


def _make(folder: Path) -> None:
    """Make a folder and those above it for everybody to look into: the board's service is another user."""
    if not folder.exists():
        _make(folder.parent)
        folder.mkdir()
        folder.chmod(0o755)


_FOR_ALL = 0o644
"""The permissions of a configuration: the board's service, another user, must be able to read it."""
