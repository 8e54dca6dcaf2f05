"""A copy of the configuration files that were read last, so that a start need not parse TOML.

Importing the parser takes a twentieth of the time to the first picture. So the parsed content of a file, and
of the files that it extends, is saved in the state folder, with a fingerprint of each file. The copy is used
until one of the fingerprints changes. A copy that is missing, damaged or out of date is written again.
"""

from __future__ import annotations

import marshal
import os
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

from firmware_py.atomic_files import replace, sync_path

Chain = list[tuple[str, dict[str, Any]]]
"""The name and the content of each file, as `files.read` returns them."""
_Fingerprint = tuple[str, int, int, int, int]


def cached(path: Path, cache: Path) -> Chain | None:
    """Return the checked content of a configuration file and of all files that it extends.

    Args:
        path: the configuration file.
        cache: the file with the copy.

    Returns:
        The content, or None if the copy is missing, damaged, out of date, or of another file.
    """
    try:
        if not cache.is_file():
            return None  # reading a pipe would never end
        content = cache.read_bytes()
        body = content[4:]
        if int.from_bytes(content[:4], "big") != zlib.crc32(body):
            return None
        name, fingerprints, chain = marshal.loads(body)
        if name == os.path.abspath(path) and all(
            _fingerprint(Path(file)) == (file, *rest) for file, *rest in fingerprints
        ):
            known: Chain = chain
            return known
    except (OSError, ValueError, EOFError, TypeError):
        pass  # no copy, or one by another version of Python
    return None


def save(path: Path, chain: Chain, cache: Path) -> None:
    """Save a copy of files that were read and checked. It is no error if the folder cannot be written.

    The files are synced as well: somebody who has just edited one may pull the plug soon.

    Args:
        path: the configuration file.
        chain: its content, and that of all files that it extends.
        cache: the file for the copy.
    """
    names = [Path(name) for name, _ in chain]
    for name in names:
        with suppress(OSError):
            sync_path(name)
    # The modules of this folder count as well: another version may check the files differently.
    modules = sorted(Path(__file__).parent.glob("*.py"))
    with suppress(OSError):
        fingerprints = [_fingerprint(file) for file in (*names, *modules)]
        body = marshal.dumps((os.path.abspath(path), fingerprints, chain))
        cache.parent.mkdir(parents=True, exist_ok=True)
        replace(cache, zlib.crc32(body).to_bytes(4, "big") + body)


def _fingerprint(path: Path) -> _Fingerprint:
    """Return the name of a file with its times, inode number and size; they change when the file does.

    Raises:
        OSError: the file does not exist.
    """
    status = path.stat()
    # On a card with FAT, the time of a change is coarse, and programs can set it; the other values help.
    return str(path), status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_size
