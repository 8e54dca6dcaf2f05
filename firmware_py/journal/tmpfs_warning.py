"""The warning that games are stored only in memory, on a tmpfs, and are lost when the power is cut.

This happens on a Raspberry Pi whose root file system is an overlay (`raspi-config`, package overlayroot):
everything is written to a tmpfs. Without the option `recurse=0`, this includes other partitions.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

LOSS = "is only in memory: games are lost when the power goes"
"""The warning, which follows the name of the folder in a message."""
REMEDY = (
    "give it a partition of its own in /etc/fstab, and make overlayroot=tmpfs in cmdline.txt "
    "overlayroot=tmpfs:recurse=0"
)
"""The advice that follows the warning, for the log and for `muggins doctor`."""


class _Mount(NamedTuple):
    point: Path
    kind: str
    options: str


def mount_table() -> str:
    """Return the kernel's mount table, or an empty string on a system without `/proc`."""
    try:
        return Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return ""


def is_in_memory(folder: Path, mounts: str) -> bool:
    """Return True if a folder is on an overlay file system that writes to memory.

    Args:
        folder: an absolute path without symbolic links.
        mounts: the kernel's mount table, as returned by `mount_table` (proc_pid_mountinfo(5)).
    """
    known = [mount for line in mounts.splitlines() if (mount := _read(line))]
    mount = _mount_of(folder, known)
    if mount is None or mount.kind != "overlay":
        return False
    upper = re.search(r"(?:^|,)upperdir=([^,]+)", mount.options)
    below = upper and _mount_of(Path(upper[1]), known)
    # In a container, the file system of the upper layer may be missing from the table.
    return bool(below and below.kind in ("tmpfs", "ramfs"))


def _mount_of(path: Path, mounts: list[_Mount]) -> _Mount | None:
    """If several mounts have the same mount point, the last one hides the others."""
    above = [mount for mount in mounts if path.is_relative_to(mount.point)]
    return max(reversed(above), key=lambda mount: len(mount.point.parts), default=None)


def _read(line: str) -> _Mount | None:
    fields, _, rest = line.partition(" - ")
    kind, _, options = rest.partition(" ")
    if len(fields.split()) < 5 or not kind:
        return None
    return _Mount(Path(_unescaped(fields.split()[4])), kind, _unescaped(options.rpartition(" ")[2]))


def _unescaped(text: str) -> str:
    """Return a field of the mount table with its octal escapes decoded, such as `\\040` for a space."""
    return re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), text)
