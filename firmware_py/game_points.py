"""The game points that a side gets for winning a game, as the American Cribbage Congress counts them."""

from __future__ import annotations

WIN = 2
_SKUNK = 3
"""A double skunk counts as much as a skunk."""


def points_for_win(skunk: str | None) -> int:
    """Return the game points for a win.

    Args:
        skunk: `skunk` or `double` if the loser was skunked, otherwise None.
    """
    return _SKUNK if skunk else WIN
