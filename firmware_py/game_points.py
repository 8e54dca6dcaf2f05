"""The game points and the spread of a game, as the American Cribbage Congress counts them."""

from __future__ import annotations

from collections.abc import Sequence

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
