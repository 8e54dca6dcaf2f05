"""How many points a crib scores on average, given the two cards that one player throws, and how good that is.

`crib_mean` is the average over all starters and all cards that the opponent may throw. `rate_crib` compares
it with most throws: a throw is better or worse than usual if the crib's average points differ from the
usual average by at least 0.6 in the player's own crib, or 0.3 in the opponent's crib. These limits are half
the standard deviation of the average over all throws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from functools import cache
from itertools import combinations
from math import sqrt
from typing import NamedTuple

from engine.cards import PACK, Card, Rank, Suit
from engine.coach.tables import Habits, habits, usual_crib_mean
from engine.scoring.fast_count import show_points

_FLUSH = 5


OtherThrow = tuple[tuple[Card, Card], float]
"""Two cards that the opponent may throw, and the probability that an opponent who holds them throws them."""


def other_throws(unseen: Sequence[Card], habits: Habits) -> list[OtherThrow]:
    """Return all pairs of unseen cards that an opponent with these habits may throw to the crib."""
    pairs = ((pair, habits.of(*pair)) for pair in combinations(unseen, 2))
    return [(pair, weight) for pair, weight in pairs if weight]


def crib_mean(thrown: tuple[Card, Card], unseen: Sequence[Card], others: Sequence[OtherThrow]) -> float:
    """Return the average points of a crib, given the two cards that the player throws to it.

    Any of the unseen cards can be the starter. `others` is what `other_throws` returned for them.
    """
    points = weights = 0.0
    of_ranks: dict[tuple[Rank, Rank], int] = {}
    number = Counter(card.rank for card in unseen)
    suits = Counter(card.suit for card in unseen)
    has_jack = any(card.rank is Rank.JACK for card in thrown)
    has_one_suit = thrown[0].suit is thrown[1].suit
    for (first, second), weight in others:
        ranks = first.rank, second.rank
        if ranks not in of_ranks:
            of_ranks[ranks] = _sum_of_ranks(thrown, ranks, number)
        found = of_ranks[ranks]
        if has_jack or Rank.JACK in ranks:
            found += _sum_of_nobs(thrown, first, second, suits)
        if has_one_suit and first.suit is second.suit is thrown[0].suit:
            found += _FLUSH * (suits[first.suit] - 2)
        points += weight * found
        weights += weight
    return points / weights / (len(unseen) - 2)


def _sum_of_ranks(thrown: tuple[Card, Card], ranks: tuple[Rank, Rank], number: Counter[Rank]) -> int:
    points = _points_of_starters(tuple(sorted((thrown[0].rank, thrown[1].rank, *ranks))))
    return sum(points[rank] * number[rank] for rank in number) - points[ranks[0]] - points[ranks[1]]


@cache
def _points_of_starters(crib: tuple[Rank, ...]) -> dict[Rank, int]:
    cards = [Card(rank) for rank in crib]
    return {rank: show_points(cards, Card(rank)) if crib.count(rank) < len(Suit) else 0 for rank in Rank}


def _sum_of_nobs(thrown: tuple[Card, Card], first: Card, second: Card, suits: Counter[Suit | None]) -> int:
    jacks = (card.suit for card in (*thrown, first, second) if card.rank is Rank.JACK)
    return sum(suits[suit] - (first.suit is suit) - (second.suit is suit) for suit in jacks)


class Rating(Enum):
    """How good two cards are for the crib, compared with the cards that players usually throw.

    In the player's own crib, BETTER means more points. In the opponent's crib, it means fewer.
    """

    BETTER = "better"
    USUAL = "usual"
    WORSE = "worse"


class UsualCrib(NamedTuple):
    """How many points a crib usually scores, and how much this depends on the player's throw.

    Each throw has an expected number of points in the crib, and frequent throws count more than rare ones.
    These are the mean and the standard deviation over all throws.
    """

    mean: float
    deviation: float


def rate_crib(points: float, *, dealer: bool) -> Rating:
    """Rate a throw by the crib's average points, from the point of view of the player who throws.

    The points are positive even if the crib belongs to the opponent.
    """
    usual = usual_crib(dealer=dealer)
    gain = points - usual.mean if dealer else usual.mean - points
    if abs(gain) < usual.deviation / 2:
        return Rating.USUAL
    return Rating.BETTER if gain > 0 else Rating.WORSE


@cache
def usual_crib(*, dealer: bool) -> UsualCrib:
    """Return how many points the crib usually scores after the throws of a dealer, or of a pone."""
    habit = habits(dealer=dealer)
    throws = [(habit.of(*pair), usual_crib_mean(*pair, dealer=dealer)) for pair in combinations(PACK, 2)]
    weights = sum(weight for weight, _ in throws)
    mean = sum(weight * points for weight, points in throws) / weights
    variance = sum(weight * (points - mean) ** 2 for weight, points in throws) / weights
    return UsualCrib(mean, sqrt(variance))
