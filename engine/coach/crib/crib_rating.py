"""Rate two cards for the crib: better than most throws, about the same, or worse.

The measure is the throws that players really make. A throw is better or worse than usual if the crib's mean
differs from the mean over all these throws by at least half of their standard deviation: 0.6 points in one's
own crib, 0.3 in the other player's, who gets only throws that spoil the crib.
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
    """How good a throw is for the crib, from the point of view of the player who throws.

    It is compared with the usual throws. In the player's own crib, BETTER means more points. In the other
    player's crib, BETTER means fewer.
    """

    BETTER = "better"
    USUAL = "usual"
    WORSE = "worse"


class UsualCrib(NamedTuple):
    """Statistics on the points of the crib, over all throws that a player makes.

    Attributes:
        mean: the mean points of the crib.
        deviation: the standard deviation, from throw to throw, of the crib's mean points after a throw.
    """

    mean: float
    deviation: float


def rate_crib(points: float, *, dealer: bool) -> Rating:
    """Return the rating of a throw.

    Args:
        points: the mean points that the crib scores after the throw, as a positive number even if the crib is
            the other player's.
        dealer: True if the player who throws is the dealer, so that the crib is the player's own.
    """
    usual = usual_crib(dealer=dealer)
    gain = points - usual.mean if dealer else usual.mean - points
    if abs(gain) < usual.deviation / 2:
        return Rating.USUAL
    return Rating.BETTER if gain > 0 else Rating.WORSE


@cache
def usual_crib(*, dealer: bool) -> UsualCrib:
    """Return statistics on the points of the crib, over all throws that a player makes.

    Args:
        dealer: True for the dealer's throws, False for pone's throws.
    """
    habit = habits(dealer=dealer)
    throws = [(habit.of(*pair), usual_crib_mean(*pair, dealer=dealer)) for pair in combinations(PACK, 2)]
    weights = sum(weight for weight, _ in throws)
    mean = sum(weight * points for weight, points in throws) / weights
    variance = sum(weight * (points - mean) ** 2 for weight, points in throws) / weights
    return UsualCrib(mean, sqrt(variance))
