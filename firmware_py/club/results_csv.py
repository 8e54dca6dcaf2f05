"""The results as a table in CSV (RFC 4180), for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from engine.scoring.pegs import points_for_win
from firmware_py.club.results import Numbered
from firmware_py.journal.game_result import utc
from firmware_py.words.english import English

_SIDES = 3
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The characters with which a formula begins in a spreadsheet."""


def results_csv(results: Iterable[Numbered], words: English) -> str:
    """Return the results as CSV, with a line for each game, oldest first. Undone games are left out."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(words.CLUB_CSV_HEADINGS)
    for number, result, is_undone in results:
        if is_undone:
            continue
        sides = [
            cell
            for name, score in zip(result.names, result.scores, strict=True)
            for cell in (_plain(name), score)
        ]
        sides += [""] * (2 * _SIDES - len(sides))
        points = points_for_win(result.skunk)
        winner = _plain(result.names[result.winner])
        ended = utc(result.ended)
        row = [number, ended, _plain(result.table), *sides, winner, result.skunk or "", result.spread, points]
        writer.writerow(row)
    return text.getvalue()


def _plain(text: str) -> str:
    """Return `text`, with an apostrophe in front if a spreadsheet would interpret it as a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text
