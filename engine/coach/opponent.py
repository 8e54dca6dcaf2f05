"""An opponent for one person alone: it throws two of six cards to the crib, and plays the other four.

It has three strengths. It sees nothing but its own cards and those on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from engine.cards import Card
from engine.coach.quick_play import LIMIT, choose, pile_points
from engine.coach.quick_throws import quick_throws
from engine.coach.throws import throws

_BEGINNERS_THROWS = 8
"""An easy opponent chooses from this many of the fifteen throws."""
_BEGINNERS_EYE = 0.5
"""The chance that an easy opponent notices a card that scores in the play."""


class Strength(Enum):
    """The strength of an opponent. The enum value is its name on the command line."""

    EASY = "easy"
    """It throws one of the better half of the throws, and often misses points in the play."""
    MEDIUM = "medium"
    """It throws by the mean points of the hand and the crib, and plays the card that scores most at once."""
    STRONG = "strong"
    """It throws and plays as the coach advises."""


def opponents_throw(
    strength: Strength, hand: Sequence[Card], chance: Callable[[], float], *, dealer: bool
) -> tuple[Card, Card]:
    """Return the two cards that an opponent throws.

    Args:
        strength: the strength of the opponent.
        hand: the opponent's six cards, with their suits.
        chance: a function that returns a random number from 0 to 1, but never 1.
        dealer: True if the opponent is the dealer.

    Raises:
        InvalidHand: the hand does not consist of six different cards with known suits.
    """
    if strength is Strength.STRONG:
        return throws(hand, dealer=dealer)[0].thrown
    ranked = quick_throws(hand, dealer=dealer)
    if strength is Strength.MEDIUM:
        return max(ranked, key=lambda throw: throw.hand + throw.crib).thrown
    return ranked[int(chance() * _BEGINNERS_THROWS)].thrown


def opponents_card(
    strength: Strength, hand: Sequence[Card], pile: Sequence[Card], others: int, chance: Callable[[], float]
) -> Card | None:
    """Return the card that an opponent plays, or None if the opponent must say go.

    Args:
        strength: the strength of the opponent.
        hand: the cards that the opponent still holds.
        pile: the cards played since the count last started at 0, oldest first.
        others: the number of cards that the other player still holds.
        chance: a function that returns a random number from 0 to 1, but never 1.
    """
    count = sum(card.rank.counting_value for card in pile)
    fitting = [card for card in hand if count + card.rank.counting_value <= LIMIT]
    if not fitting:
        return None
    ranks = tuple(int(card.rank) for card in pile)
    if strength is Strength.STRONG:
        rank = choose(tuple(sorted(int(card.rank) for card in hand)), ranks, others)
        return next(card for card in fitting if card.rank == rank)
    if strength is Strength.EASY and chance() >= _BEGINNERS_EYE:
        return fitting[int(chance() * len(fitting))]
    return max(fitting, key=lambda card: (pile_points((*ranks, card.rank)), card.rank.counting_value))
