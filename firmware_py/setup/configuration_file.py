"""The configuration file: where it is, a preview of its changes, and how a new file replaces it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.system.errors import UsageError
from firmware_py.system.files import new_file, replace, sync_path

from .draft import Draft


def path_to_write(out: Path | None) -> Path:
    """Return the path to the configuration file to write: `out`, or the default path if `out` is None.

    The default is the file that the board reads, if this user can write to it. Otherwise it is
    /etc/muggins/muggins.toml, or a file in the user's home folder if the user cannot write to /etc.

    Raises:
        UsageError: the file is not writable.
    """
    if out is not None:
        if out.is_dir():
            raise UsageError(
                f"--out {out}: this is a folder: name a file in it, such as {out / 'muggins.toml'}"
            )
        if not can_write(out):
            raise UsageError(f"--out {out}: this file is not writable: name a file in a folder of your own")
        return out
    in_use = files.found()
    # Only people who prepare the card elsewhere make a file on the boot partition; this program changes it.
    *system, own = [path for path in files.searched() if path.parent.name == "muggins"]
    for path in (*([in_use] if in_use else []), *system, own):
        if can_write(path):
            return path
    raise UsageError(f"{own}: this file is not writable: name another file with --out FILE")


def can_write(path: Path) -> bool:
    """Return True if this user is permitted to create this file and any missing folders on its path."""
    folder = path.absolute().parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)


def former_draft(path: Path) -> Draft:
    """Read a configuration file, and return its content as a draft that can be changed.

    If the file does not exist, the draft is empty.

    Raises:
        UsageError: the file cannot be read, or is not a valid configuration.
    """
    if not path.exists():
        return Draft(None, {}, path)
    load(path)
    *_, (_, data) = files.read(path)
    extends = data.pop("extends", None)
    return Draft(extends, data, path, path.read_text(encoding="utf-8-sig"))


def backup_of(path: Path) -> Path:
    """Return the path to the backup copy of a file."""
    return path.with_name(f"{path.name}.bak")


def replace_file(path: Path, text: str) -> Config:
    """Replace the configuration file atomically and return the new configuration.

    An existing file is kept as a backup.

    Raises:
        UsageError: the file cannot be written, or the new configuration is not valid. The old file is kept.
    """
    path = Path(os.path.realpath(path))  # if the path is a link, replace its target
    try:
        _make(path.parent)
        with new_file(path, text.encode(), _FOR_ALL) as new:
            config = load(new.path)
            if path.exists():
                replace(backup_of(path), path.read_bytes(), _FOR_ALL)
            os.replace(new.path, path)
        sync_path(path.parent)
    except OSError as error:
        why = (error.strerror or "it cannot be written").lower()
        raise UsageError(f"{path}: {why}: name another file with --out FILE") from None
    return config


def _make(folder: Path) -> None:
    """Create a folder that all users can read, because the service runs as a different user."""
    if not folder.exists():
        _make(folder.parent)
        folder.mkdir()
        folder.chmod(0o755)


_FOR_ALL = 0o644
"""The permissions of a configuration file: all users can read it, including the service's user."""


_NEAR = 2
"""The number of unchanged lines that are shown before and after a change."""


def preview(former: str, text: str) -> Iterator[str]:
    """Yield lines that show how a file will change.

    Added lines begin with `+`, and removed lines with `-`. Long unchanged passages are shortened.

    Args:
        former: the current content of the file. If it is empty, the new content is shown without marks.
    """
    old, new = former.splitlines(), text.splitlines()
    if not former:
        yield from (f"    {line}".rstrip() for line in new)
        return
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for number, (kind, old_from, old_to, new_from, new_to) in enumerate(steps):
        if kind == "equal":
            yield from _unchanged(old[old_from:old_to], first=number == 0, last=number == len(steps) - 1)
            continue
        yield from (f"  - {line}".rstrip() for line in old[old_from:old_to])
        yield from (f"  + {line}".rstrip() for line in new[new_from:new_to])


def _unchanged(lines: list[str], first: bool, last: bool) -> Iterator[str]:
    head, tail = 0 if first else _NEAR, 0 if last else _NEAR
    left_out = len(lines) - head - tail
    if left_out <= 1:
        head, tail, left_out = len(lines), 0, 0
    yield from (f"    {line}".rstrip() for line in lines[:head])
    if left_out:
        yield f"    ... {left_out} lines stay as they are ..."
    yield from (f"    {line}".rstrip() for line in lines[len(lines) - tail :])
