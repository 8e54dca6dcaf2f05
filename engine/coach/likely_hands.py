"""The four cards that a player is likely to hold, given the cards that have been seen."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from math import comb, prod
from typing import TYPE_CHECKING

from engine.cards import Card, Rank, Suit
from engine.coach.tables import kept
from engine.coach.unseen import RARE, ranks_without
from engine.options import FOUR_CARDS

if TYPE_CHECKING:
    from random import Random


_SUITS = tuple(Suit)
_CARDS = tuple(tuple(Card(rank, suit) for suit in _SUITS) for rank in Rank)
"""The cards of each rank. The index is the rank's number less one."""
_VALUES = tuple(rank.counting_value for rank in Rank)

# Ranks are numbers from 0 for an ace to 12 for a king here. This makes it about three times as fast.
_Ranks = tuple[int, ...]


_Way = tuple[_Ranks, Suit | None]
"""The ranks missing from a hand that was shown in part, and the suit of all four cards if it is a flush."""
_KeptHand = tuple[_Ranks, float, float | None]
"""Four ranks, and how often in a million deals a player keeps them in one combination of suits.

The first number is for a combination that is no flush, the second for a flush; None if a rank occurs twice.
"""


@cache
def _kept_hands(*, dealer: bool) -> tuple[_KeptHand, ...]:
    table = kept(dealer=dealer)
    found = []
    for ranks, number in table.mixed.items():
        choices = prod(comb(len(_SUITS), times) for times in Counter(ranks).values())
        suited = table.suited.get(ranks)
        if suited is not None:
            choices -= len(_SUITS)
            suited = suited / len(_SUITS) + RARE
        found.append((tuple(rank - 1 for rank in ranks), number / choices + RARE, suited))
    return tuple(found)


class LikelyHands:
    """The hands that a player may hold, and how likely each of them is.

    A hand is likely if a good player often keeps it, and if there are many ways to form it from unseen cards.
    """

    def __init__(self, shown: Sequence[Card], seen: Sequence[Card], *, dealer: bool, denied: int = 0) -> None:
        """Collect the hands that a player may hold.

        Args:
            shown: the cards that the player has already shown. Their suits may be unknown.
            seen: the cards known to be elsewhere, such as the starter. Their suits may be unknown.
            dealer: True if the player is the dealer.
            denied: the highest card value that the player cannot hold after saying go, e.g. 6 after a go at
                25. The player cannot hold any lower value either. 0 if the player has not said go.
        """
        self._shown = tuple(shown)
        known = {*shown, *seen}
        self._free = [[card for card in cards if card not in known] for cards in _CARDS]
        left = [len(_SUITS)] * len(_CARDS)
        for card in (*shown, *seen):
            left[card.rank - 1] -= 1
        self._ways, weights = self._collect(left, denied, dealer=dealer)
        if not self._ways and denied:  # a go was said although a card could have been played
            self._ways, weights = self._collect(left, 0, dealer=dealer)
        self._sums = list(accumulate(weights))

    def draw(self, random: Random) -> tuple[Card, ...]:
        """Return a hand chosen at random according to its probability, the cards already shown first."""
        while (hand := self.complete(random.random(), random)) is None:
            pass
        return hand

    def complete(self, at: float, random: Random) -> tuple[Card, ...] | None:
        """Return one of the hands that the player may hold, selected by a number from 0 to 1.

        Unknown suits are chosen at random. Return None if the chosen suits make the hand impossible.

        Args:
            at: the number that selects the hand. Evenly spaced numbers yield each hand in proportion to its
                probability.
            random: the source of the random suits.
        """
        missing, of_suit = self._ways[min(bisect(self._sums, at * self._sums[-1]), len(self._ways) - 1)]
        hand: list[Card] = []
        for card in self._shown:
            hand.append(card if card.suit else self._any_suit(card.rank - 1, of_suit, random))
        for rank in missing:
            hand.append(self._any_suit(rank, of_suit, random))
        if len(set(hand)) < len(hand):
            return None
        suit = hand[0].suit
        if of_suit is None and all(card.suit is suit for card in hand):
            return None
        return tuple(hand)

    def _any_suit(self, rank: int, suit: Suit | None, random: Random) -> Card:
        if suit:
            return _CARDS[rank][suit - 1]
        free = self._free[rank]
        return free[int(random.random() * len(free))]

    @property
    def certain(self) -> bool:
        """True if all cards in the hand and their suits are known."""
        return len(self._shown) == FOUR_CARDS and all(card.suit for card in self._shown)

    def _collect(self, left: Sequence[int], denied: int, *, dealer: bool) -> tuple[list[_Way], list[float]]:
        """Return every possible set of cards that the player has not shown yet, and a weight for each set."""
        laid = [card.rank - 1 for card in self._shown]
        known = {card.suit for card in self._shown if card.suit}
        unknown = [card.rank - 1 for card in self._shown if card.suit is None]
        can_be_suited = [suit for suit in _SUITS if known <= {suit}]
        ways: list[_Way] = []
        weights: list[float] = []
        for ranks, mixed, suited in _kept_hands(dealer=dealer):
            missing = ranks_without(ranks, laid)
            if missing is None or (denied and any(_VALUES[rank] <= denied for rank in missing)):
                continue
            choices = _choices(missing, left)
            if not choices:
                continue
            ways.append((missing, None))
            weights.append(mixed * choices)
            if suited is None:
                continue
            for suit in can_be_suited:
                share = self._share(missing, unknown, suit, left)
                if share:
                    ways.append((missing, suit))
                    weights.append(suited * share)
        return ways, weights

    def _share(self, missing: _Ranks, unknown: Sequence[int], suit: Suit, left: Sequence[int]) -> float:
        """Return the probability that the cards seen so far allow the hand to be a flush in the given suit.

        Some cards may have been seen without their suits. If all suits are known, the result is 0 or 1.
        """
        share = 1.0
        for rank in (*missing, *unknown):
            if _CARDS[rank][suit - 1] not in self._free[rank]:
                return 0.0
        for rank in missing:
            share *= left[rank] / len(self._free[rank])
        for rank in unknown:
            share /= len(self._free[rank])
        return share


def _choices(missing: _Ranks, left: Sequence[int]) -> int:
    """Return the number of ways to choose cards of these ranks, lowest first, from the unseen cards."""
    choices, before, free = 1, -1, 0
    times = 1
    for rank in missing:
        free, times = (free - 1, times + 1) if rank == before else (left[rank], 1)
        choices = choices * free // times
        before = rank
    return choices
