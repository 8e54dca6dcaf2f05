"""Rate two cards for the crib: better than most throws, about the same, or worse.

A throw is better or worse than usual if the crib's mean points differ by at least half a standard deviation
from the mean over all throws that players make. This is 0.6 points in the player's own crib and 0.3 points in
the other player's.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from itertools import combinations
from math import sqrt
from typing import NamedTuple

from engine.cards import PACK
from engine.coach.tables import habits, usual_crib_mean


class Rating(Enum):
    """How good two cards are for the crib, compared with usual throws.

    In the player's own crib, BETTER means more points. In the other player's crib, it means fewer.
    """

    BETTER = "better"
    USUAL = "usual"
    WORSE = "worse"


class UsualCrib(NamedTuple):
    """A summary of the crib's mean points after each of the throws that a player can make.

    Attributes:
        mean: the average of these mean points over all throws. Frequent throws count more.
        deviation: the standard deviation of these mean points, weighted in the same way.
    """

    mean: float
    deviation: float


def rate_crib(points: float, *, dealer: bool) -> Rating:
    """Rate the crib after a throw: better than usual for the player who throws, worse than usual, or usual.

    Args:
        points: the crib's mean points after this throw. They are positive even if the crib belongs to the
            other player.
        dealer: True if the player who throws is the dealer.
    """
    usual = usual_crib(dealer=dealer)
    gain = points - usual.mean if dealer else usual.mean - points
    if abs(gain) < usual.deviation / 2:
        return Rating.USUAL
    return Rating.BETTER if gain > 0 else Rating.WORSE


@cache
def usual_crib(*, dealer: bool) -> UsualCrib:
    """Return a summary of the crib's mean points after each of the throws that a player can make.

    Args:
        dealer: True for the dealer's throws, False for pone's throws.
    """
    habit = habits(dealer=dealer)
    throws = [(habit.of(*pair), usual_crib_mean(*pair, dealer=dealer)) for pair in combinations(PACK, 2)]
    weights = sum(weight for weight, _ in throws)
    mean = sum(weight * points for weight, points in throws) / weights
    variance = sum(weight * (points - mean) ** 2 for weight, points in throws) / weights
    return UsualCrib(mean, sqrt(variance))
