"""Clips kept on disk, so that nothing is synthesised or converted twice."""

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
"""The bytes that the files may have in all: a quarter of an hour of speech."""
_LEFT = MOST * 3 // 4
"""The bytes that are left when files are removed."""
_DAY = 86_400


def cache_folder() -> Path | None:
    """Return the folder for the clips: the service's, or else this user's; None if there is neither."""
    service = os.environ.get("CACHE_DIRECTORY", "").partition(":")[0]
    if service:
        return Path(service)
    user = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if not user.is_absolute():  # relative paths must be ignored (XDG Base Directory)
        user = Path(os.path.expanduser("~/.cache"))
    return user / "muggins" / "speech" if user.is_absolute() else None


class ClipCache:
    """A folder with clips, each a WAV file that anybody can play. A damaged file counts as missing.

    Methods may be called from several threads.
    """

    def __init__(self, folder: Path | None) -> None:
        """Use a folder, which is created with the first clip. Without a folder, nothing is kept."""
        self._folder = folder
        self._bytes: int | None = None
        self._lock = Lock()

    def get(self, *key: bytes) -> bytes | None:
        """Return the clip that was kept under a key; None if there is none."""
        if self._folder is None:
            return None
        path = self._folder / _name(key)
        try:
            found = clip.ready(path.read_bytes())
        except OSError:
            return None
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > _DAY:
                os.utime(path)  # what is used is removed last
        return found

    def keep(self, made: bytes, *key: bytes) -> None:
        """Keep a clip under a key. If the disk is full or read-only, the clip is not kept."""
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
        """Return when each clip was used last, to the day, its size, and its file."""
        assert self._folder is not None
        files = []
        for path in self._folder.glob("*.wav"):
            with suppress(FileNotFoundError):
                found = path.stat()
                files.append((found.st_mtime, found.st_size, path))
        return files

    def _remove_oldest(self) -> None:
        """Remove the clips that have not been used for longest, until there is room."""
        files = sorted(self._files())
        self._bytes = sum(size for _, size, _ in files)
        for _, size, path in files:
            if self._bytes <= _LEFT:
                return
            path.unlink(missing_ok=True)
            self._bytes -= size


def _name(key: tuple[bytes, ...]) -> str:
    """Return the name of the file for a key."""
    digest = sha256()
    for part in key:
        digest.update(len(part).to_bytes(8, "big") + part)
    return f"{digest.hexdigest()[:40]}.wav"
