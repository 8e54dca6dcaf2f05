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
    """A throw, i.e. two cards to throw to the crib, with the points that can be expected from it.

    Attributes:
        thrown: the two cards to throw.
        kept: the four cards to keep.
        hand: the mean points of the cards kept, over the 46 possible starters.
        crib: the mean points of the crib, over all cards that the other player may throw and all starters. It
            is negative if the crib belongs to the other player.
        play: the mean points of the player in the play, adjusted for the other player. If the other player
            scores more than usual against the cards kept, the difference is subtracted; if less, it is added.
    """

    thrown: tuple[Card, Card]
    kept: tuple[Card, ...]
    hand: float
    crib: float
    play: float

    @property
    def total(self) -> float:
        """The total number of points that can be expected from the throw."""
        return self.hand + self.crib + self.play


def throws(hand: Sequence[Card], *, dealer: bool) -> tuple[Throw, ...]:
    """Return the fifteen ways to throw two of six cards to the crib, best first.

    The other player is assumed to throw and play well too. Throws of equal value are in the order of the
    cards in `hand`.

    Args:
        hand: the six cards, with their suits.
        dealer: True if the player is the dealer, so that the crib is the player's own.

    Raises:
        InvalidHand: the argument does not consist of six different cards with known suits.
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
    """Check that a hand consists of six different cards with known suits, and return it as a tuple.

    Raises:
        InvalidHand: the hand fails the check.
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
    for index, card in enumerate(cards):
        if card in cards[:index]:
            raise InvalidHand(f"{card} is given twice: a pack has each card once")
    return cards
