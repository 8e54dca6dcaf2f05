"""Folders whose files are only in memory, and are lost when the power goes.

A Raspberry Pi has them whose root file system is an overlay (`raspi-config`, package overlayroot): everything
written goes to a tmpfs, on other partitions too unless `recurse=0` is given.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

LOSS = "is only in memory: games are lost when the power goes"
"""The warning about such a folder, after its name."""
REMEDY = (
    "give it a partition of its own in /etc/fstab, and make overlayroot=tmpfs in cmdline.txt "
    "overlayroot=tmpfs:recurse=0"
)
"""The remedy, for the log and the doctor."""


class _Mount(NamedTuple):
    place: Path
    kind: str
    options: str


def table() -> str:
    """The kernel's table of mounts; empty on a system without `/proc`."""
    try:
        return Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return ""


def is_in_memory(folder: Path, mounts: str) -> bool:
    """True if a folder is on an overlay whose upper layer is in memory.

    Args:
        folder: an absolute path without links.
        mounts: the kernel's table, /proc/self/mountinfo (proc_pid_mountinfo(5)).
    """
    known = [mount for line in mounts.splitlines() if (mount := _read(line))]
    mount = _mount_of(folder, known)
    if mount is None or mount.kind != "overlay":
        return False
    upper = re.search(r"(?:^|,)upperdir=([^,]+)", mount.options)
    below = upper and _mount_of(Path(upper[1]), known)
    # In a container the upper layer may be on a file system that is not in the table.
    return bool(below and below.kind in ("tmpfs", "ramfs"))


def _mount_of(path: Path, mounts: list[_Mount]) -> _Mount | None:
    """The mount that a path is on: the innermost one, and of several in one place the last."""
    above = [mount for mount in mounts if path.is_relative_to(mount.place)]
    return max(reversed(above), key=lambda mount: len(mount.place.parts), default=None)


def _read(line: str) -> _Mount | None:
    fields, _, rest = line.partition(" - ")
    kind, _, options = rest.partition(" ")
    if len(fields.split()) < 5 or not kind:
        return None
    return _Mount(Path(_plain(fields.split()[4])), kind, _plain(options.rpartition(" ")[2]))


def _plain(text: str) -> str:
    """A field of the table with its escapes resolved: blanks are octal numbers there."""
    return re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), text)
