"""The value of each lead from every hand that pone may keep."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from engine.cards import Card, Rank
from engine.coach.tables import kept, lead_values


class KeptHand(NamedTuple):
    """A hand that pone may keep, with at least two different ranks to lead.

    Attributes:
        ranks: the ranks of the hand's four cards, lowest first.
        weight: how often a good pone keeps the hand, in a million deals.
        values: the value of leading each rank: pone's expected points in the play minus the dealer's.
    """

    ranks: tuple[Rank, ...]
    weight: float
    values: dict[Rank, float]

    @property
    def best(self) -> Rank:
        """The rank of the best lead."""
        return max(self.values, key=lambda rank: self.values[rank])

    def cost(self, ranks: Iterable[Rank]) -> float:
        """Return how many points pone loses on average by leading one of these ranks instead of the best one.

        If several ranks are given, pone leads the best of them.
        """
        return self.values[self.best] - max(self.values[rank] for rank in ranks)


@cache
def kept_hands() -> tuple[KeptHand, ...]:
    """Return all hands that pone may keep, except four of a kind, which leave no choice of lead."""
    found = []
    mixed, suited = kept(dealer=False)
    for ranks, number in mixed.items():
        values = lead_values([Card(rank) for rank in ranks])
        if len(values) > 1:
            weight = number + suited.get(ranks, 0.0)
            found.append(KeptHand(ranks, weight, {Rank(rank): value for rank, value in values.items()}))
    return tuple(found)


def mean(hands: Sequence[KeptHand], value: Callable[[KeptHand], float]) -> float:
    """Return the mean of a value over hands, weighted by how often players keep each hand.

    Args:
        hands: the hands. There must be at least one.
        value: a function that returns the value for a hand.
    """
    return sum(hand.weight * value(hand) for hand in hands) / sum(hand.weight for hand in hands)


def lead_cost(rank: Rank, number: int) -> float:
    """Return the mean number of points that pone loses by leading a rank instead of the best card.

    Args:
        rank: the rank of the lead.
        number: how many cards of this rank pone holds: 1, 2 or 3. With 4, there is no other lead.
    """
    hands = [hand for hand in kept_hands() if hand.ranks.count(rank) == number]
    return mean(hands, lambda hand: hand.cost([rank]))
