"""How likely it is that a player threw a certain pair of cards, given the four cards that the player kept.

Players usually throw the cards that are least valuable to them, so the cards kept say a lot about the cards
thrown. Suits are ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, exp

from engine.cards import Card, Rank
from engine.coach.tables import play_mean, usual_crib_mean
from engine.scoring.fast_count import show_points

RankPair = tuple[Rank, Rank]
"""The ranks of two cards, the lower rank first."""
PAIRS: tuple[RankPair, ...] = tuple(combinations_with_replacement(Rank, 2))
"""All pairs of ranks."""
_Ranks = tuple[Rank, ...]

_TYPICAL_COST = 0.25
"""The cost of a throw, in points, beyond which a player chooses it e times less often."""
_RARE = 1e-4
"""The least weight of a throw, because people throw any cards."""
_SPLITS = [
    (pair, tuple(index for index in range(6) if index not in pair)) for pair in combinations(range(6), 2)
]
"""The fifteen ways to split six cards into two thrown and four kept, as indices."""
_SUITS = 4


def thrown_weights(kept: _Ranks, left: Mapping[Rank, int], *, dealer: bool) -> dict[RankPair, float]:
    """Return how likely a player is to have thrown each pair of ranks, as weights.

    Args:
        kept: the ranks of the four cards kept, in ascending order.
        left: for each rank, the number of cards that the player can have thrown.
        dealer: True if the player is the dealer.
    """
    found = {}
    for low, high in PAIRS:
        ways = comb(left[low], 2) if low is high else left[low] * left[high]
        if ways:
            six = sorted((*kept, low, high))
            best = max(
                _value(tuple([six[index] for index in four]), (six[two[0]], six[two[1]]), dealer)
                for two, four in _SPLITS
            )
            cost = best - _value(kept, (low, high), dealer)
            found[low, high] = ways * (_RARE + exp(-cost / _TYPICAL_COST))
    return found


def _value(kept: _Ranks, thrown: RankPair, dealer: bool) -> float:
    """Return the value of a throw, in points.

    This is the value of the cards kept, plus the average points of the crib if the player is the dealer, or
    minus the average points of the crib if the player is pone.
    """
    return _kept_value(kept, dealer) + _crib_value(thrown, dealer)


@lru_cache(maxsize=4_096)
def _kept_value(kept: _Ranks, dealer: bool) -> float:
    """Return the value of keeping four cards, in points.

    This is the player's average score for the hand and in the play, minus the opponent's average score in the
    play.

    Args:
        kept: the ranks of the four cards.
        dealer: True if the player who keeps the cards is the dealer.
    """
    cards = [Card(rank) for rank in kept]
    points = starters = 0
    for rank in Rank:
        number = _SUITS - kept.count(rank)
        if number:
            points += number * show_points(cards, Card(rank))
            starters += number
    play = play_mean(cards, dealer=dealer)
    nobs = kept.count(Rank.JACK) / _SUITS
    return points / starters + nobs + play.own - play.others


@lru_cache(maxsize=256)
def _crib_value(thrown: RankPair, dealer: bool) -> float:
    """Return the average points of a crib for the player who throws the given pair; negative for pone."""
    mean = usual_crib_mean(Card(thrown[0]), Card(thrown[1]), dealer=dealer)
    return mean if dealer else -mean
