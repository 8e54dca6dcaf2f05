"""The chance of winning the six-card game for two players, at a given score before a deal."""

from __future__ import annotations

from engine.coach.tables import winning
from engine.errors import InvalidGame, quoted

TARGET = 121


def chance_before_deal(*, dealer: int, pone: int) -> float:
    """Return the chance that the dealer of the next deal wins the game, from 0 to 1.

    Both players are assumed to throw and play well, without adapting to the score.

    Args:
        dealer: the dealer's score.
        pone: pone's score.

    Raises:
        InvalidGame: a score is not a whole number from 0 to 120.
    """
    for score in (dealer, pone):
        if type(score) is not int or not 0 <= score < TARGET:
            raise InvalidGame(f"a score before a deal is from 0 to {TARGET - 1}, not {quoted(score)}")
    return winning()[dealer][pone]
