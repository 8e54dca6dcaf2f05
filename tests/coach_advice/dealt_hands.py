"""Five thousand random hands of six cards, with every possible throw to the crib, for dealer and pone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from engine.cards import PACK, Card
from engine.coach.throws import Throw, quick_throws

NUMBER = 5_000
_SEED = 121


class DealtHand(NamedTuple):
    """A hand of six cards, and the fifteen ways to throw two of them to the crib, best first."""

    cards: tuple[Card, ...]
    throws: tuple[Throw, ...]


@cache
def dealt_hands(*, dealer: bool) -> tuple[DealtHand, ...]:
    """Return random hands of six cards, each with its possible throws, best first.

    Args:
        dealer: True for the dealer's throws, False for pone's.
    """
    random = Random(_SEED)
    dealt = (tuple(random.sample(sorted(PACK), 6)) for _ in range(NUMBER))
    return tuple(DealtHand(cards, quick_throws(cards, dealer=dealer)) for cards in dealt)


class Rule(NamedTuple):
    """The result of throwing according to a simple rule instead of the coach's advice.

    Attributes:
        agrees: the proportion of hands for which the rule chooses the same throw as the coach.
        costs: the average number of points per deal that a player loses by following the rule.
    """

    agrees: float
    costs: float


def rule(value: Callable[[Throw], object], *, dealer: bool) -> Rule:
    """Return how often a rule for throwing agrees with the coach, and how many points it loses on average.

    Both are measured with random hands.

    Args:
        value: a function that rates a throw. The rule is to choose the throw with the highest rating.
        dealer: True if the player is the dealer.
    """
    hands = dealt_hands(dealer=dealer)
    chosen = [max(hand.throws, key=value) for hand in hands]  # type: ignore[arg-type,type-var]
    same = sum(throw is hand.throws[0] for throw, hand in zip(chosen, hands, strict=True))
    lost = sum(hand.throws[0].total - throw.total for throw, hand in zip(chosen, hands, strict=True))
    return Rule(same / len(hands), lost / len(hands))


def share(hands: Sequence[DealtHand], holds: Callable[[DealtHand], bool]) -> float:
    return sum(map(holds, hands)) / len(hands)
