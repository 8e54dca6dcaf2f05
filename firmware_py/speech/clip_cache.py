"""A cache of clips on disk, which avoids synthesising or converting anything twice."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Lock

from firmware_py.atomic_files import replace
from firmware_py.speech import clip

MOST = 40_000_000
"""The maximum total size of the files, in bytes: 15 minutes of speech."""
_LEFT = MOST * 3 // 4
"""The total size of the files after the oldest ones have been removed, in bytes."""
_DAY = 86_400


def cache_folder() -> Path | None:
    """Return the folder for cached clips, or None if there is none.

    A service uses the folder that systemd provides. Other programs use the user's cache folder.
    """
    service = os.environ.get("CACHE_DIRECTORY", "").partition(":")[0]
    if service:
        return Path(service)
    user = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if not user.is_absolute():  # relative paths must be ignored (XDG Base Directory)
        user = Path(os.path.expanduser("~/.cache"))
    return user / "muggins" / "speech" if user.is_absolute() else None


class ClipCache:
    """A cache for clips, which are stored as WAV files in a folder.

    Damaged files are ignored. The methods can be called from several threads.
    """

    def __init__(self, folder: Path | None) -> None:
        """Create a cache in the given folder. If the folder is None, nothing is cached.

        The folder is created when the first clip is cached.
        """
        self._folder = folder
        self._bytes: int | None = None
        self._lock = Lock()

    def get(self, *key: bytes) -> bytes | None:
        """Return the clip that was cached under a key, or None if there is none.

        Args:
            key: the bytes that identify the clip, as passed to `keep`.
        """
        if self._folder is None:
            return None
        path = self._folder / _name(key)
        try:
            found = clip.ready(path.read_bytes())
        except OSError:
            return None
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > _DAY:
                os.utime(path)  # recently used clips are removed last
        return found

    def keep(self, made: bytes, *key: bytes) -> None:
        """Cache a clip under a key. If the disk is full or read-only, do nothing.

        Args:
            made: the clip.
            key: the bytes that identify the clip.
        """
        if self._folder is None or not made:
            return
        with self._lock, suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            replace(self._folder / _name(key), clip.to_wav(made))
            if self._bytes is None:
                self._bytes = sum(size for _, size, _ in self._files())
            else:
                self._bytes += len(clip.to_wav(made))
            if self._bytes > MOST:
                self._remove_oldest()

    def _files(self) -> list[tuple[float, int, Path]]:
        """Return the time of last use (to the day), the size in bytes and the path of each cached clip."""
        assert self._folder is not None
        files = []
        for path in self._folder.glob("*.wav"):
            with suppress(FileNotFoundError):
                found = path.stat()
                files.append((found.st_mtime, found.st_size, path))
        return files

    def _remove_oldest(self) -> None:
        files = sorted(self._files())
        self._bytes = sum(size for _, size, _ in files)
        for _, size, path in files:
            if self._bytes <= _LEFT:
                return
            path.unlink(missing_ok=True)
            self._bytes -= size


def _name(key: tuple[bytes, ...]) -> str:
    digest = sha256()
    for part in key:
        digest.update(len(part).to_bytes(8, "big") + part)
    return f"{digest.hexdigest()[:40]}.wav"
