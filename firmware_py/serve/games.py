"""The data that the web server sends when a browser asks for the saved games.

Only one thread at a time reads the games, and each response is reused for a few seconds.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from json import dumps
from pathlib import Path

from firmware_py.serve.games_to_download import saved_games, zipped_games
from firmware_py.serve.history_view import history_view
from firmware_py.words.english import English

FRESH = 3.0
"""The time, in seconds, for which a response is reused."""


class Games:
    """Prepares the list of saved games, and a ZIP file of them, for browsers.

    The games are read from the disk at most once every few seconds.
    """

    def __init__(self, journal: Path, words: English) -> None:
        """Prepare to read the games saved by a board. No files are read until the first request.

        Args:
            journal: the path to the board's journal.
            words: the message catalogue of the page.
        """
        self._listed = _CachedResponse(lambda: dumps(history_view(saved_games(journal), words)).encode())
        self._zipped = _CachedResponse(lambda: zipped_games(journal))

    async def listed(self) -> bytes:
        """Return the list of finished games as JSON, in the form that the web page needs."""
        return await self._listed.get()

    async def zipped(self) -> bytes:
        """Return a ZIP file of all games.

        Raises:
            JournalError: no games have been saved, or all the games together are too large to send.
        """
        return await self._zipped.get()


class _CachedResponse:
    """The content of an HTTP response that takes a long time to create. It is reused for a few seconds."""

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
