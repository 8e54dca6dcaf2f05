"""The saved games for all who ask: read in another thread, by one at a time, and again only after a while."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from json import dumps
from pathlib import Path

from firmware_py.serve.history_view import history_view
from firmware_py.serve.saved_games import saved_games, zipped_games
from firmware_py.words.english import English

FRESH = 3.0
"""Time, in seconds, for which everybody who asks gets the same answer."""


class Games:
    """Answers what the games saved beside a journal are. However many ask, the disk is read once a while."""

    def __init__(self, journal: Path, words: English) -> None:
        """Prepare the answers; nothing is read yet."""
        self._listed = _Kept(lambda: dumps(history_view(saved_games(journal), words)).encode())
        self._zipped = _Kept(lambda: zipped_games(journal))

    async def listed(self) -> bytes:
        """Return what the page shows of the games, as JSON."""
        return await self._listed.get()

    async def zipped(self) -> bytes:
        """Return a ZIP file with all games.

        Raises:
            JournalError: there are no games, or too many to send.
        """
        return await self._zipped.get()


class _Kept:
    """An answer that takes long to make, kept for a while."""

    def __init__(self, make: Callable[[], bytes]) -> None:
        self._make = make
        self._made = b""
        self._until = float("-inf")
        self._lock = asyncio.Lock()

    async def get(self) -> bytes:
        async with self._lock:
            if time.monotonic() >= self._until:
                self._made = await asyncio.get_running_loop().run_in_executor(None, self._make)
                self._until = time.monotonic() + FRESH
            return self._made
