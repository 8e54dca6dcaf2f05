"""Whether what is written to a folder is only in memory, and so is gone with the power.

So it is on a Raspberry Pi whose root file system is an overlay (`raspi-config`, package overlayroot): all
that is written goes to a tmpfs, on other partitions too unless `recurse=0` is given.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

LOSS = "is only in memory: games are gone with the power"
"""What is to be said of such a folder."""
REMEDY = (
    "give it a partition of its own in /etc/fstab, and make overlayroot=tmpfs in cmdline.txt "
    "overlayroot=tmpfs:recurse=0"
)
"""What to do about it."""


class _Mount(NamedTuple):
    place: Path
    kind: str
    options: str


def table() -> str:
    """What is mounted, as the kernel has it; empty where it has no such file."""
    try:
        return Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return ""


def is_in_memory(folder: Path, mounts: str) -> bool:
    """Whether a folder is on an overlay whose upper layer is in memory.

    Args:
        folder: an absolute path without links.
        mounts: what is mounted: /proc/self/mountinfo (proc_pid_mountinfo(5)).
    """
    known = [mount for line in mounts.splitlines() if (mount := _read(line))]
    mount = _mount_of(folder, known)
    if mount is None or mount.kind != "overlay":
        return False
    upper = re.search(r"(?:^|,)upperdir=([^,]+)", mount.options)
    below = upper and _mount_of(Path(upper[1]), known)
    # In a container it may be on a file system that is out of sight: then it is not known.
    return bool(below and below.kind in ("tmpfs", "ramfs"))


def _mount_of(path: Path, mounts: list[_Mount]) -> _Mount | None:
    """What a path is on: the innermost mount, and of several in one place the last."""
    above = [mount for mount in mounts if path.is_relative_to(mount.place)]
    return max(reversed(above), key=lambda mount: len(mount.place.parts), default=None)


def _read(line: str) -> _Mount | None:
    fields, _, rest = line.partition(" - ")
    kind, _, options = rest.partition(" ")
    if len(fields.split()) < 5 or not kind:
        return None
    return _Mount(Path(_plain(fields.split()[4])), kind, _plain(options.rpartition(" ")[2]))


def _plain(text: str) -> str:
    """Blanks and the like stand as octal numbers there."""
    return re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), text)
