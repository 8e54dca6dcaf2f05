"""Choose suits for cards whose suits were not entered. Throws can be ranked only if every card has a suit."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card, Suit


def with_suits(kept: Sequence[Card], thrown: Sequence[Card], *, is_flush: bool) -> tuple[Card, ...]:
    """Return the cards kept, followed by the cards thrown, with a suit for each card whose suit is unknown.

    The missing suits are chosen to be as mixed as possible, unless the cards kept are known to be a flush.

    Args:
        kept: the four cards kept.
        thrown: the two cards thrown.
        is_flush: True if the four cards kept are known to be of one suit.
    """
    taken = {(card.rank, card.suit) for card in (*kept, *thrown) if card.suit is not None}
    if is_flush:
        suit = _suit_of_flush(kept, thrown)
        kept = [Card(card.rank, suit) for card in kept]
        taken.update((card.rank, suit) for card in kept)
    numbers = {suit: sum(each is suit for _, each in taken) for suit in Suit}
    found = []
    for card in (*kept, *thrown):
        if card.suit is None:
            free = [suit for suit in Suit if (card.rank, suit) not in taken]
            chosen = min(free, key=lambda suit: (numbers[suit], suit))
            numbers[chosen] += 1
            card = Card(card.rank, chosen)
            taken.add((card.rank, chosen))
        found.append(card)
    return tuple(found)


def _suit_of_flush(kept: Sequence[Card], thrown: Sequence[Card]) -> Suit:
    """Return the suit of a hand that is known to be a flush.

    If the suits of all four cards are unknown, return one of the possible suits.

    Args:
        kept: the four cards in the hand.
        thrown: the cards that the player threw, which the hand cannot contain.
    """
    known = [card.suit for card in kept if card.suit is not None]
    if known:
        return known[0]
    ranks = {card.rank for card in kept}
    impossible = {card.suit for card in thrown if card.rank in ranks}
    return next(suit for suit in Suit if suit not in impossible)
