"""A cached copy of the configuration files, which allows the board to start without parsing TOML.

Importing the TOML parser takes 5 % of the time from the start of the program until the display shows its
first image. So the parsed content of a configuration file, and of the files that it extends, is saved in the
state folder with a fingerprint of each file. The copy is used until a fingerprint changes, or the SD card is
moved to a different model of Pi, for which the configuration may not be valid. If the copy is missing,
damaged or out of date, it is written again.
"""

from __future__ import annotations

import marshal
import os
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

from firmware_py.atomic_files import replace, sync_path
from firmware_py.config.defaults import SECRETS
from firmware_py.config.pi_model import pi_model

Chain = list[tuple[str, dict[str, Any]]]
"""The name and content of each configuration file. Each file extends the one before it."""
_Fingerprint = tuple[str, int, int, int, int]


def cached(path: Path, cache: Path) -> Chain | None:
    """Return the cached content of a configuration file and of all files that it extends.

    Return None if the cached copy is missing, damaged or out of date, or if it is a copy of a different
    file.

    Args:
        path: the configuration file.
        cache: the file that contains the cached copy.
    """
    try:
        if not cache.is_file():
            return None  # reading a pipe might never end
        content = cache.read_bytes()
        body = content[4:]
        if int.from_bytes(content[:4], "big") != zlib.crc32(body):
            return None
        name, model, fingerprints, chain = marshal.loads(body)
        if (
            name == os.path.abspath(path)
            and model == pi_model()
            and all(_fingerprint(Path(file)) == (file, *rest) for file, *rest in fingerprints)
        ):
            known: Chain = chain
            return known
    except (OSError, ValueError, EOFError, TypeError):
        pass  # there is no copy, or a different version of Python wrote it
    return None


def save(path: Path, chain: Chain, cache: Path) -> None:
    """Save a copy of configuration files that have been checked, if the cache file is writable.

    Before that, make sure that the configuration files themselves have been written to the disk.

    Args:
        path: the configuration file.
        chain: the name and content of the file and of all files that it extends. Passwords are not saved,
            because anyone can read the copy.
        cache: the file in which to save the copy.
    """
    names = [Path(name) for name, _ in chain]
    for name in names:
        with suppress(OSError):
            sync_path(name)
    # The copy also depends on the modules in this folder: a different version may check files differently.
    modules = sorted(Path(__file__).parent.glob("*.py"))
    with suppress(OSError):
        fingerprints = [_fingerprint(file) for file in (*names, *modules)]
        public = [(name, _without_secrets(data)) for name, data in chain]
        body = marshal.dumps((os.path.abspath(path), pi_model(), fingerprints, public))
        cache.parent.mkdir(parents=True, exist_ok=True)
        replace(cache, zlib.crc32(body).to_bytes(4, "big") + body)


def _without_secrets(table: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of a table and its nested tables, without the keys whose values are secret."""
    return {
        key: _without_secrets(value) if isinstance(value, dict) else value
        for key, value in table.items()
        if key not in SECRETS
    }


def _fingerprint(path: Path) -> _Fingerprint:
    """Return a file's name, times, inode number and size, used to detect whether the file has changed."""
    status = path.stat()
    # On a FAT card, the time of a change is coarse, and programs can set it, so the other values count too.
    return str(path), status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_size
