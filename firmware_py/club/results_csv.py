"""The results as a table in CSV (RFC 4180), for spreadsheets, in pieces of some hundred lines each.

A piece is made again only when one of its results has changed, in a thread, so that a club with many results
can send its page meanwhile. All browsers receive the same pieces.
"""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from firmware_py.club.results import Numbered, Result, Results
from firmware_py.game_points import points_for_win
from firmware_py.journal.game_result import utc
from firmware_py.words.english import English

ROWS = 500
"""The number of results in a piece."""
_BYTE_ORDER_MARK = "\ufeff"
"""The first character of the CSV file, which makes every spreadsheet read the file as UTF-8."""
_SIDES = 3
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The characters with which a formula begins in a spreadsheet."""


class ResultsCsv:
    """All results as CSV, with a line for each game, oldest first. Undone games are left out."""

    def __init__(self, results: Results, words: English) -> None:
        """Prepare to make the CSV. Nothing is made until somebody asks for it.

        Args:
            results: all results. `changed` must be called for each result that is added or undone later.
            words: the message catalogue.
        """
        self._results = results
        self._heading = (_BYTE_ORDER_MARK + _text([words.CLUB_CSV_HEADINGS])).encode()
        self._made: dict[int, bytes] = {}
        self._stale = set(range(-(-len(results) // ROWS)))
        self._lock = asyncio.Lock()

    def changed(self, number: int) -> None:
        """Note that the result with this number was added or undone."""
        self._stale.add((number - 1) // ROWS)

    async def pieces(self) -> Sequence[bytes]:
        """Return the CSV in pieces, in UTF-8, beginning with a byte order mark."""
        async with self._lock:
            while self._stale:
                piece = self._stale.pop()
                last = min((piece + 1) * ROWS, len(self._results))
                results = [self._results.numbered(number) for number in range(piece * ROWS + 1, last + 1)]
                self._made[piece] = await asyncio.to_thread(_lines, results)
            return [self._heading, *(content for _, content in sorted(self._made.items()))]


def _lines(results: Iterable[Numbered]) -> bytes:
    return _text(_row(number, result) for number, result, is_undone in results if not is_undone).encode()


def _row(number: int, result: Result) -> list[Any]:
    sides = [
        cell
        for name, score in zip(result.names, result.scores, strict=True)
        for cell in (_plain(name), score)
    ]
    sides += [""] * (2 * _SIDES - len(sides))
    points = points_for_win(result.skunk)
    winner = _plain(result.names[result.winner])
    ended = utc(result.ended)
    return [number, ended, _plain(result.table), *sides, winner, result.skunk or "", result.spread, points]


def _text(rows: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def _plain(text: str) -> str:
    """Return `text`, with an apostrophe in front if a spreadsheet would interpret it as a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text
