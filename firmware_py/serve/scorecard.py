"""A scorecard for several games: the games played, game points and spread of each side."""

from __future__ import annotations

import calendar
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.scoring.pegs import points_for_win, spread_of

_BREAK = 6 * 60 * 60
"""The time, in seconds, without a finished game after which the next game begins a new scorecard."""


class ScorecardRow(NamedTuple):
    """A side's row on the scorecard.

    Attributes:
        name: the side's name. Partners share one name.
        games: the number of games that the side has finished.
        won: the number of games that the side has won.
        game_points: the total number of game points: 3 for each win with a skunk, 2 for any other win.
        spread: the total number of points by which the side was ahead of its best opponent at the end of its
            games. Negative if the side was behind.
    """

    name: str
    games: int = 0
    won: int = 0
    game_points: int = 0
    spread: int = 0

    @property
    def signed_spread(self) -> str:
        """The spread in figures, with its sign, such as `+31`."""
        sign = "\N{MINUS SIGN}" if self.spread < 0 else "+" if self.spread > 0 else ""
        return f"{sign}{abs(self.spread)}"


def last_night(games: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the games of the last evening, i.e. those after the last break of at least six hours.

    A game whose time is not known belongs to the same evening as the game before it.

    Args:
        games: the results of the games, oldest first (`firmware_py.journal.game_result.result_object`).
    """
    found: list[Mapping[str, Any]] = []
    before: float | None = None
    for game in games:
        ended = _seconds(game["ended"])
        if ended is not None:
            if before is not None and abs(ended - before) >= _BREAK:
                found = []
            before = ended
        found.append(game)
    return found


def scorecard(games: Iterable[Mapping[str, Any]]) -> list[ScorecardRow]:
    """Return a row for each side that has finished a game, best side first.

    The best side has the most game points. If these are equal, the spread decides, then the games won.

    Args:
        games: the games as JSON objects. Games without a winner are ignored.
    """
    rows: dict[str, ScorecardRow] = {}
    for game in games:
        if game["winner"] is None:
            continue
        for side, name in enumerate(game["names"]):
            rows[name] = _plus(rows.get(name, ScorecardRow(name)), game, side)
    return sorted(rows.values(), key=lambda row: (-row.game_points, -row.spread, -row.won, row.name))


def _plus(row: ScorecardRow, game: Mapping[str, Any], side: int) -> ScorecardRow:
    scores = game["scores"]
    has_won = game["winner"] == side
    return row._replace(
        games=row.games + 1,
        won=row.won + has_won,
        game_points=row.game_points + (points_for_win(game["skunk"]) if has_won else 0),
        spread=row.spread + spread_of(scores, side),
    )


def _seconds(ended: str | None) -> float | None:
    if ended is None:
        return None
    try:
        return calendar.timegm(time.strptime(ended, "%Y-%m-%dT%H:%M:%SZ"))
    except ValueError:
        return None
