"""Rate two cards for the crib: better than most throws, about the same, or worse.

A throw is better or worse than usual if the crib's average points differ from the usual average by at least
0.6 in the player's own crib, or 0.3 in the opponent's crib. These limits are half the standard deviation of
the average over all throws.
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
    """How good two cards are for the crib, compared with the cards that players usually throw.

    In the player's own crib, BETTER means more points. In the opponent's crib, it means fewer.
    """

    BETTER = "better"
    USUAL = "usual"
    WORSE = "worse"


class UsualCrib(NamedTuple):
    """How many points a crib usually scores, and how much this depends on the player's throw.

    Each throw has an expected number of points in the crib. Frequent throws count more than rare ones.

    Attributes:
        mean: the average of these expected points over all throws.
        deviation: their standard deviation.
    """

    mean: float
    deviation: float


def rate_crib(points: float, *, dealer: bool) -> Rating:
    """Rate a throw by the crib's average points, from the point of view of the player who throws.

    Args:
        points: the crib's average points after this throw. They are positive even if the crib belongs to the
            opponent.
        dealer: True if the player who throws is the dealer.
    """
    usual = usual_crib(dealer=dealer)
    gain = points - usual.mean if dealer else usual.mean - points
    if abs(gain) < usual.deviation / 2:
        return Rating.USUAL
    return Rating.BETTER if gain > 0 else Rating.WORSE


@cache
def usual_crib(*, dealer: bool) -> UsualCrib:
    """Return how many points the crib usually scores, and how much this depends on the throw.

    Args:
        dealer: True for the dealer's throws, False for pone's throws.
    """
    habit = habits(dealer=dealer)
    throws = [(habit.of(*pair), usual_crib_mean(*pair, dealer=dealer)) for pair in combinations(PACK, 2)]
    weights = sum(weight for weight, _ in throws)
    mean = sum(weight * points for weight, points in throws) / weights
    variance = sum(weight * (points - mean) ** 2 for weight, points in throws) / weights
    return UsualCrib(mean, sqrt(variance))
