"""Check that the values that a program passes to the coach as cards really are cards."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.errors import InvalidHand


def given_cards(hand: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards of a hand as a tuple.

    Raises:
        InvalidHand: the hand is not a sequence of cards.
    """
    try:
        cards = tuple(hand)
    except TypeError:
        raise InvalidHand("a hand is a sequence of cards") from None
    if not all(isinstance(card, Card) for card in cards):
        raise InvalidHand("a hand is a sequence of cards: make them with Card.parse('5H')")
    return cards
