"""Rank the ways to throw two of six cards to the crib, a thousand times faster than `throws`.

The cards may have unknown suits. The average points of the crib are less accurate than in `throws`, because
they come from a table that does not take the four cards kept into account.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from engine.cards import PACK, Card
from engine.coach.tables import play_mean, usual_crib_mean, usual_play_mean
from engine.coach.throwing.throws import Throw
from engine.scoring.fast_count import show_points


def quick_throws(hand: Sequence[Card], *, dealer: bool) -> tuple[Throw, ...]:
    """Return the fifteen ways to throw two of six cards to the crib, best first.

    Args:
        hand: the six cards. Cards without suits cannot score a flush or his nobs.
        dealer: True if the player is the dealer, so that the crib is the player's own.
    """
    unseen = _unseen(hand)
    sign = 1 if dealer else -1
    usual = usual_play_mean(dealer=dealer).others
    found = []
    for indices in combinations(range(len(hand)), 2):
        first, second = (hand[index] for index in indices)
        # Cards without suits are equal if their ranks are, so only their indices tell them apart.
        kept = tuple(card for index, card in enumerate(hand) if index not in indices)
        mean = sum(show_points(kept, starter) for starter in unseen) / len(unseen)
        crib = sign * usual_crib_mean(first, second, dealer=dealer)
        play = play_mean(kept, dealer=dealer)
        found.append(Throw((first, second), kept, mean, crib, play.own - (play.others - usual)))
    return tuple(sorted(found, key=lambda throw: -throw.total))


def _unseen(hand: Sequence[Card]) -> list[Card]:
    """Return the cards in the pack that are not in a hand.

    If a card in the hand has no suit, an arbitrary card of the same rank is left out.
    """
    unseen = [card for card in PACK if card not in hand]
    for card in hand:
        if card.suit is None:
            unseen.remove(next(each for each in unseen if each.rank is card.rank))
    return unseen
