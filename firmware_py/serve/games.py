"""The saved games for browsers: a list, a scorecard of the most recent evening, and a ZIP file.

Only one thread at a time reads the games, and each response is reused for a few seconds.
"""

from __future__ import annotations

import asyncio
import time
import zipfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from io import BytesIO
from json import dumps
from pathlib import Path
from typing import Any

from firmware_py.journal.archive import archived_games, finished_games, seconds_since_1970
from firmware_py.journal.recovery import read_journal
from firmware_py.reports.listed_games import best_lines, kind_text, pair_lines, result_text
from firmware_py.reports.scorecard import ScorecardRow, scorecard
from firmware_py.system.errors import JournalError
from firmware_py.words.english import English

LARGEST = 50_000_000
"""The maximum total size, in bytes, of the games in a download."""


def saved_games(journal: Path) -> list[Mapping[str, Any]]:
    """Return the results of all finished games, oldest first. Games that cannot be read are omitted."""
    reading = None
    with suppress(JournalError, OSError):
        reading = read_journal(journal)
    try:
        archived = archived_games(journal)
    except OSError:
        archived = {}
    return list(finished_games(journal, reading, archived, lambda fault: None))


def zipped_games(journal: Path) -> bytes:
    """Return a ZIP file that contains the journal and all archived games, unchanged.

    Raises:
        JournalError: no games have been saved, or all the games together are too large to send.
    """
    paths = [journal]
    with suppress(OSError):
        paths += [game.path for game in archived_games(journal).values()]
    made, size = BytesIO(), 0
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for path in paths:
            with suppress(OSError):
                content = path.read_bytes()
                size += len(content)
                if size > LARGEST:
                    raise JournalError("the games are too many to send: copy their folder instead")
                name = path.name if path == journal else f"{path.parent.name}/{path.name}"
                file.writestr(name, content)
    if not size:
        raise JournalError("there are no games yet")
    return made.getvalue()


_BREAK = 6 * 60 * 60
"""The time, in seconds, without a finished game after which the next game begins a new scorecard."""
LISTED = 300
"""The maximum number of games that the page lists. The download contains all games."""


def history_view(games: Sequence[Mapping[str, Any]], words: English) -> dict[str, Any]:
    """Return the finished games as shown on the web page, as a JSON object.

    Args:
        games: the results of the games, oldest first (`firmware_py.journal.archive.result_object`).
    """
    night = [dict(game) for game in last_night(games)]
    return {
        "night": {
            "rows": [_row(row) for row in scorecard(night)],
            "pairs": pair_lines(night),
            "best": [f"{name}: {line}" for name, line in best_lines(night)],
        },
        "games": [_game(dict(game), words) for game in reversed(games[-LISTED:])],
    }


def _row(row: ScorecardRow) -> dict[str, Any]:
    return {"name": row.name, "cells": row.cells}


def _game(game: dict[str, Any], words: English) -> dict[str, Any]:
    """The time is in UTC, and the browser converts it to the user's time zone."""
    scores = zip(game["names"], game["scores"], strict=True)
    about = [result_text(game), kind_text(game), words.page_deals_played(game["deals"])]
    return {
        "number": game["number"],
        "ended": game["ended"],
        "scores": [f"{name} {score}" for name, score in scores],
        "about": [text for text in about if text],
        "review": (game["game"], game["players"]) == ("six-card", 2) and game["deals"] > 0,
    }


def last_night(games: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the games of the last evening, i.e. those after the last break of at least six hours.

    A game whose time is not known belongs to the same evening as the game before it.

    Args:
        games: the results of the games, oldest first (`firmware_py.journal.archive.result_object`).
    """
    found: list[Mapping[str, Any]] = []
    before: float | None = None
    for game in games:
        ended = seconds_since_1970(game["ended"])
        if ended is not None:
            if before is not None and abs(ended - before) >= _BREAK:
                found = []
            before = ended
        found.append(game)
    return found


FRESH = 3.0
"""The time, in seconds, for which a response is reused."""


class Games:
    """The list of saved games, and a ZIP file of them, for browsers.

    The games are read from the disk at most once every few seconds.

    Attributes:
        listed: the list of finished games as JSON, in the form that the web page needs.
    """

    def __init__(self, journal: Path, words: English) -> None:
        """Prepare to read the games saved by a board. No files are read until the first request."""
        self.listed = CachedResponse(lambda: dumps(history_view(saved_games(journal), words)).encode())
        self.zipped = CachedResponse(lambda: zipped_games(journal))


class CachedResponse:
    """The content of an HTTP response that takes a long time to create. It is reused for a few seconds."""

    def __init__(self, make: Callable[[], bytes]) -> None:
        self._make = make
        self._made = b""
        self._until = float("-inf")
        self._lock = asyncio.Lock()

    async def get(self) -> bytes:
        """Return the content, which is made in a thread. What making it raises is passed on."""
        async with self._lock:
            if time.monotonic() >= self._until:
                self._made = await asyncio.get_running_loop().run_in_executor(None, self._make)
                self._until = time.monotonic() + FRESH
            return self._made
