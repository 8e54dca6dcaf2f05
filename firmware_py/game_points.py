"""Game points, spread, and the scorecard of an evening, as the American Cribbage Congress counts them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

WIN = 2
_SKUNK = 3
"""A double skunk counts as much as a skunk."""


def points_for_win(skunk: str | None) -> int:
    """Return the game points for a win.

    Args:
        skunk: `skunk` or `double` if the loser was skunked, otherwise None.
    """
    return _SKUNK if skunk else WIN


def spread_of(scores: Sequence[int], side: int) -> int:
    """Return the number of points by which a side was ahead of its best opponent, or behind if negative.

    Args:
        scores: each side's score at the end of the game.
        side: the side.
    """
    return scores[side] - max(score for other, score in enumerate(scores) if other != side)


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
