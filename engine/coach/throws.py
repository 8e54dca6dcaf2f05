"""Rank the ways to throw two of six cards to the crib."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from engine.cards import PACK, Card
from engine.coach.crib_mean import crib_mean, other_throws
from engine.coach.tables import habits, play_mean, usual_play_mean
from engine.errors import InvalidHand
from engine.scoring.fast_count import show_points

_DEALT = 6


class Throw(NamedTuple):
    """A throw, and the points that it can be expected to bring.

    Attributes:
        thrown: the two cards that are thrown to the crib.
        kept: the four cards that are kept.
        hand: the mean points of the cards kept, over the 46 possible starters.
        crib: the mean points of the crib, over everything that the other player may throw. It is negative if
            the crib is the other player's.
        play: the mean points of the player in the play. If the other player scores more than usual against
            the cards kept, the difference is subtracted. If he scores less, it is added.
    """

    thrown: tuple[Card, Card]
    kept: tuple[Card, ...]
    hand: float
    crib: float
    play: float

    @property
    def total(self) -> float:
        """The points that the throw can be expected to bring in all."""
        return self.hand + self.crib + self.play


def throws(hand: Sequence[Card], *, dealer: bool) -> tuple[Throw, ...]:
    """Return the fifteen ways to throw two of six cards, the best first.

    The other player is expected to throw and play well too. Two throws of equal value are in the order of the
    cards in `hand`.

    Args:
        hand: the six cards, with their suits.
        dealer: True if the crib is the player's own.

    Raises:
        InvalidHand: these are not six different cards with suits.
    """
    hand = _checked(hand)
    unseen = [card for card in PACK if card not in hand]
    others = other_throws(unseen, habits(dealer=not dealer))
    sign = 1 if dealer else -1
    usual = usual_play_mean(dealer=dealer).others
    found = []
    for first, second in combinations(hand, 2):
        kept = tuple(card for card in hand if card is not first and card is not second)
        mean = sum(show_points(kept, starter) for starter in unseen) / len(unseen)
        crib = crib_mean((first, second), unseen, others)
        play = play_mean(kept, dealer=dealer)
        found.append(Throw((first, second), kept, mean, sign * crib, play.own - (play.others - usual)))
    return tuple(sorted(found, key=lambda throw: -throw.total))


def _checked(hand: Sequence[Card]) -> tuple[Card, ...]:
    """Return the hand as a tuple if it can be looked at.

    Raises:
        InvalidHand: these are not six different cards with suits.
    """
    try:
        cards = tuple(hand)
    except TypeError:
        raise InvalidHand("a hand is a sequence of cards") from None
    if not all(isinstance(card, Card) for card in cards):
        raise InvalidHand("a hand is a sequence of cards: make them with Card.parse('5H')")
    if len(cards) != _DEALT:
        raise InvalidHand(f"the coach knows the six-card game for two: give it six cards, not {len(cards)}")
    if any(card.suit is None for card in cards):
        raise InvalidHand("the coach needs the suit of every card, such as 5H")
    if len(set(cards)) < _DEALT:
        raise InvalidHand("a card is given twice")
    return cards
