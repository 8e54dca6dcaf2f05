"""Estimate which player threw which cards to a crib.

The players enter only which four cards are in the crib. The estimate assumes that a good throw is more likely
than a bad one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import exp
from typing import NamedTuple

from engine.cards import Card
from engine.coach.given import with_suits
from engine.coach.reviewing.reviewed_throws import review_throw
from engine.coach.throws import quick_throws
from engine.errors import InvalidHand

_TYPICAL_COST = 0.5
"""The cost of a throw, in points, beyond which a player is assumed to choose it e times less often."""
_LIKELY = 0.15
"""The least chance of a split for which the exact cost of its throws is calculated."""


class Split(NamedTuple):
    """A way to divide the crib between the players who threw its cards.

    `chance` is the probability that this split is the right one, from 0 to 1.
    """

    dealers: tuple[Card, Card]
    pones: tuple[Card, Card]
    chance: float


class KeptCards(NamedTuple):
    """The four cards that a player kept, and True if they are known to be of one suit."""

    cards: tuple[Card, ...]
    is_flush: bool = False


def splits(dealer: KeptCards, pone: KeptCards, crib: Sequence[Card]) -> list[Split]:
    """Return the ways in which the dealer and pone may have thrown the cards in a crib, most likely first.

    The more points a throw loses compared with the best throw, the less likely it is assumed to be.
    """
    ways = list(_ways(crib))
    roughly = [_rough_cost(dealer, each, True) + _rough_cost(pone, other, False) for each, other in ways]
    costs = [
        _cost(dealer, each, True) + _cost(pone, other, False) if chance >= _LIKELY else cost
        for (each, other), chance, cost in zip(ways, _chances(roughly), roughly, strict=True)
    ]
    chances: dict[tuple[Card, ...], float] = {}
    for (each, _), chance in zip(ways, _chances(costs), strict=True):
        key = tuple(sorted(each))
        chances[key] = chances.get(key, 0.0) + chance
    found = {tuple(sorted(way[0])): way for way in reversed(ways)}
    ranked = sorted(chances, key=lambda key: -chances[key])
    return [Split(*found[key], chances[key]) for key in ranked]


def _ways(crib: Sequence[Card]) -> Iterator[tuple[tuple[Card, Card], tuple[Card, Card]]]:
    for first, second in combinations(range(len(crib)), 2):
        other, last = (index for index in range(len(crib)) if index not in (first, second))
        yield (crib[first], crib[second]), (crib[other], crib[last])


def _chances(costs: Sequence[float]) -> list[float]:
    weights = [exp(-cost / _TYPICAL_COST) for cost in costs]
    return [weight / sum(weights) for weight in weights]


def split_as_told(crib: Sequence[Card], dealers: Sequence[Card]) -> Split:
    """Return the split of a crib in which the dealer threw the two given cards.

    A card without a suit stands for any card of its rank.

    Raises:
        InvalidHand: `dealers` does not consist of two cards in the crib.
    """
    left = list(crib)
    chosen = []
    if len(dealers) != 2:
        raise _not_of(crib, dealers)
    for card in sorted(dealers, key=lambda card: card.suit is None):
        matches = [each for each in left if _may_be(each, card)]
        if not matches:
            raise _not_of(crib, dealers)
        match = card if card in matches else matches[0]
        left.remove(match)
        chosen.append(match)
    return Split((chosen[0], chosen[1]), (left[0], left[1]), 1.0)


def _not_of(crib: Sequence[Card], dealers: Sequence[Card]) -> InvalidHand:
    given = " ".join(map(str, dealers)) or "none"
    return InvalidHand(f"the dealer threw two of the crib's cards {' '.join(map(str, crib))}, not {given}")


def _may_be(card: Card, named: Card) -> bool:
    return card.rank is named.rank and (card.suit is named.suit or None in (card.suit, named.suit))


def _cost(kept: KeptCards, thrown: tuple[Card, Card], is_dealer: bool) -> float:
    return review_throw(kept.cards, thrown, dealer=is_dealer, is_flush=kept.is_flush).cost


def _rough_cost(kept: KeptCards, thrown: tuple[Card, Card], is_dealer: bool) -> float:
    """Return a quick estimate of how many points a player's throw costs compared with the best throw."""
    cards = with_suits(kept.cards, thrown, is_flush=kept.is_flush)
    ranked = quick_throws(cards, dealer=is_dealer)
    made = next(throw.total for throw in ranked if set(throw.thrown) == set(cards[4:]))
    return ranked[0].total - made
