"""Rank the ways to throw two cards to the crib in the two-player games with five or seven cards.

The coach's tables are for the six-card game. They are used here only to predict the opponent's throw. The
play and the chance of winning are not considered.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from engine.cards import PACK, Card
from engine.coach.crib.crib_mean import crib_mean, other_throws
from engine.coach.tables import habits
from engine.coach.throwing.dealt_hand import check_dealer, checked_hand
from engine.options import HAND_SIZES, SIX_CARD
from engine.rules import Rules
from engine.scoring.fast_count import show_points

_THROWN = 2
GAMES = {size + _THROWN: game for game, size in HAND_SIZES.items() if game != SIX_CARD}
"""The names of the games, keyed by the number of cards that each player is dealt."""


class ShowThrow(NamedTuple):
    """Two cards to throw to the crib, and the points to expect in the show after this throw.

    Attributes:
        thrown: the two cards to throw.
        kept: the cards to keep.
        hand: the average points for the cards kept, over all possible starters.
        crib: the average points of the crib; negative if the crib belongs to the opponent.
    """

    thrown: tuple[Card, Card]
    kept: tuple[Card, ...]
    hand: float
    crib: float

    @property
    def total(self) -> float:
        """The sum of `hand` and `crib`. The crib counts as negative if it belongs to the opponent."""
        return self.hand + self.crib


def show_throws(hand: Sequence[Card], *, dealer: bool) -> tuple[ShowThrow, ...]:
    """Return the ways to throw two of five or seven cards to the crib, best first.

    The best throw has the highest `total`. The opponent is assumed to throw as in the six-card game.

    Args:
        hand: the five or seven cards, with their suits.
        dealer: True if the player is the dealer, so that the crib is the player's own.

    Raises:
        InvalidHand: the argument does not consist of five or seven different cards with known suits.
        InvalidGame: `dealer` is neither True nor False.
    """
    hand = checked_hand(hand, sizes=tuple(GAMES))
    check_dealer(dealer)
    rules = Rules(GAMES[len(hand)])
    unseen = [card for card in PACK if card not in hand]
    others = other_throws(unseen, habits(dealer=not dealer))
    sign = 1 if dealer else -1
    found = []
    for first, second in combinations(hand, _THROWN):
        kept = tuple(card for card in hand if card is not first and card is not second)
        mean = sum(show_points(kept, starter, rules) for starter in unseen) / len(unseen)
        found.append(
            ShowThrow((first, second), kept, mean, sign * crib_mean((first, second), unseen, others))
        )
    return tuple(sorted(found, key=lambda throw: -throw.total))
