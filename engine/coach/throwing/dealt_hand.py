"""Check what the coach is told about a throw: the hand that was dealt, and who the dealer is."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.coach.given_cards import given_cards
from engine.errors import InvalidGame, InvalidHand, quoted
from engine.games_known_to_coach import COACHED_GAME

SIX_CARDS = (6,)


def checked_hand(hand: Sequence[Card], sizes: Sequence[int] = SIX_CARDS) -> tuple[Card, ...]:
    """Check that a hand consists of different cards with known suits, and return it as a tuple.

    Args:
        hand: the hand.
        sizes: the numbers of cards that are allowed.

    Raises:
        InvalidHand: the hand fails the check.
    """
    cards = given_cards(hand)
    if len(cards) not in sizes:
        if tuple(sizes) == SIX_CARDS:
            raise InvalidHand(f"{COACHED_GAME}: give it six cards, not {len(cards)}")
        raise InvalidHand(f"two of {' or '.join(map(str, sizes))} cards are thrown, not of {len(cards)}")
    if any(card.suit is None for card in cards):
        raise InvalidHand("the coach needs the suit of every card, such as 5H")
    for index, card in enumerate(cards):
        if card in cards[:index]:
            raise InvalidHand(f"{card} is given twice: a pack has each card once")
    return cards


def check_dealer(dealer: bool) -> None:
    """Check that `dealer` is True or False, because it determines which of the coach's tables are used.

    Raises:
        InvalidGame: `dealer` is neither True nor False.
    """
    if not isinstance(dealer, bool):
        raise InvalidGame(f"dealer is True or False, not {quoted(dealer)}")
