"""A configuration that was read and checked before need not be again.

Reading TOML and checking it takes a quarter of the time until the first frame. So what a file and those it
extends hold is kept in the state folder, with what tells whether any of them has changed since, and is used
as long as none has. It is a copy: nothing is lost with it, and one that cannot be used is made anew.
"""

from __future__ import annotations

import marshal
import os
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

from firmware_py.journal.atomic_files import sync_path

Chain = list[tuple[str, dict[str, Any]]]
_Stamp = tuple[str, int, int, int, int]


def remembered(path: Path, cache: Path) -> Chain | None:
    """Return the contents of a file and of all it extends from the cache; None if missing or out of date."""
    try:
        if not cache.is_file():
            return None  # a pipe would never end
        kept = cache.read_bytes()
        body = kept[4:]
        if int.from_bytes(kept[:4], "big") != zlib.crc32(body):
            return None
        chosen, stamps, chain = marshal.loads(body)
        if chosen == os.path.abspath(path) and all(
            _stamp(Path(name)) == (name, *rest) for name, *rest in stamps
        ):
            known: Chain = chain
            return known
    except (OSError, ValueError, EOFError, TypeError):
        pass  # there is none, or another version of Python has written it
    return None


def remember(path: Path, chain: Chain, cache: Path) -> None:
    """Keep what a file and all it extends hold. A folder that takes nothing is no error.

    The files themselves are synced: who has changed one may pull the plug soon after.
    """
    names = [Path(name) for name, _ in chain]
    for name in names:
        with suppress(OSError):
            sync_path(name)
    # The program is among them: another version may check otherwise.
    stamps = [_stamp(name) for name in (*names, Path(__file__).with_name("schema.py"))]
    body = marshal.dumps((os.path.abspath(path), stamps, chain))
    part = cache.with_name(f"{cache.name}.part")
    with suppress(OSError):
        cache.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(zlib.crc32(body).to_bytes(4, "big") + body)
        os.replace(part, cache)


def _stamp(path: Path) -> _Stamp:
    """Return a fingerprint of a file, which changes when the file does.

    Raises:
        OSError: it is not there.
    """
    status = path.stat()
    # The times of a card's FAT are coarse, and can be set; those of its inode cannot.
    return str(path), status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_size
