"""The four cards that a player is likely to hold, given everything that the other players have seen."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from math import comb, prod
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import Card, Rank, Suit
from engine.coach.tables import kept
from engine.hand_size import FOUR_CARDS

if TYPE_CHECKING:
    from random import Random

_RARE = 0.004
"""How often at least each particular hand is kept in a million deals, because people keep any hand."""
_RANKS = tuple(Rank)
_SUITS = tuple(Suit)


class _Way(NamedTuple):
    """A way to complete a hand.

    Attributes:
        missing: the ranks of the cards that have not been shown.
        suit: the suit of all cards of the hand, or None if they have two or more suits.
    """

    missing: tuple[Rank, ...]
    suit: Suit | None


class LikelyHands:
    """The hands that a player may hold, and how likely each of them is.

    A hand is more likely if a good player keeps it more often, and if there are more ways to form it from
    cards that have not been seen.
    """

    def __init__(self, shown: Sequence[Card], seen: Sequence[Card], *, dealer: bool, denied: int = 0) -> None:
        """Collect the hands that a player may hold.

        Args:
            shown: the cards of the hand that the player has shown. Their suits may be unknown.
            seen: all other cards that cannot be in the hand, such as the starter. Their suits may be unknown.
            dealer: True if the player is the dealer.
            denied: the highest value of a card that the player has denied holding by saying go.
        """
        self._shown = tuple(shown)
        self._suits = _free_suits((*shown, *seen))
        left = Counter({rank: len(_SUITS) for rank in _RANKS})
        left.subtract(card.rank for card in (*shown, *seen))
        self._ways, weights = _ways(self._shown, left, self._suits, dealer=dealer, denied=denied)
        if not self._ways and denied:  # a go was said although a card could have been played
            self._ways, weights = _ways(self._shown, left, self._suits, dealer=dealer, denied=0)
        self._sums = list(accumulate(weights))

    def draw(self, random: Random) -> tuple[Card, ...]:
        """Return a hand at random, each with its probability. The cards already shown come first."""
        while (hand := self.complete(random.random(), random)) is None:
            pass
        return hand

    def complete(self, at: float, random: Random) -> tuple[Card, ...] | None:
        """Return the hand at a point of the distribution, or None if its suits turn out to be impossible.

        Args:
            at: the point, from 0 to 1. Points that are spread evenly give each hand its share.
            random: the source of the suits that are not determined.
        """
        way = self._ways[min(bisect(self._sums, at * self._sums[-1]), len(self._ways) - 1)]
        hand: list[Card] = []
        for card in (*self._shown, *map(Card, way.missing)):
            if card.suit is None:
                suits = (way.suit,) if way.suit else self._suits[card.rank]
                card = Card(card.rank, suits[int(random.random() * len(suits))])
                if card in hand:
                    return None
            hand.append(card)
        suit = hand[0].suit
        if way.suit is None and all(card.suit is suit for card in hand):
            return None
        return tuple(hand)

    @property
    def certain(self) -> bool:
        """True if all cards of the hand and their suits are known."""
        return len(self._shown) == FOUR_CARDS and all(card.suit for card in self._shown)


def _free_suits(seen: Sequence[Card]) -> dict[Rank, tuple[Suit, ...]]:
    """Return, for each rank, the suits of the cards that are not among those seen."""
    known = set(seen)
    return {rank: tuple(suit for suit in _SUITS if Card(rank, suit) not in known) for rank in _RANKS}


def _ways(
    shown: Sequence[Card],
    left: Counter[Rank],
    suits: dict[Rank, tuple[Suit, ...]],
    *,
    dealer: bool,
    denied: int,
) -> tuple[list[_Way], list[float]]:
    """Return all ways to complete a hand, and their weights.

    Args:
        shown: the cards of the hand that the player has shown.
        left: for each rank, the number of cards that nobody has seen.
        suits: for each rank, the suits of the cards that have not been seen.
        dealer: True if the player is the dealer.
        denied: the highest value of a card that the player has denied holding.
    """
    table = kept(dealer=dealer)
    laid = Counter(card.rank for card in shown)
    # Without their suits, cards already shown may be of any suit that is free.
    known = {card.suit for card in shown if card.suit}
    unknown = [card.rank for card in shown if card.suit is None]
    ways: list[_Way] = []
    weights: list[float] = []
    for ranks, number in table.mixed.items():
        missing = _without(ranks, laid)
        if missing is None or any(rank.counting_value <= denied for rank in missing):
            continue
        many = Counter(missing)
        combinations = prod(comb(left[rank], times) for rank, times in many.items())
        if not combinations:
            continue
        suited = table.suited.get(ranks)
        whole = prod(comb(len(_SUITS), times) for times in Counter(ranks).values())
        if suited is None:
            ways.append(_Way(missing, None))
            weights.append((number / whole + _RARE) * combinations)
            continue
        each = number / (whole - len(_SUITS)) + _RARE
        ways.append(_Way(missing, None))
        weights.append(each * combinations)
        if len(known) > 1:
            continue
        each = suited / len(_SUITS) + _RARE
        for suit in known or _SUITS:
            if all(suit in suits[rank] for rank in (*missing, *unknown)):
                share = prod(left[rank] / len(suits[rank]) for rank in missing)
                share /= prod(len(suits[rank]) for rank in unknown)
                ways.append(_Way(missing, suit))
                weights.append(each * share)
    return ways, weights


def _without(ranks: tuple[Rank, ...], laid: Counter[Rank]) -> tuple[Rank, ...] | None:
    """Return the ranks of a hand without those already laid, or None if the hand does not contain them."""
    if not laid:
        return ranks
    left = list(ranks)
    for rank, times in laid.items():
        for _ in range(times):
            if rank not in left:
                return None
            left.remove(rank)
    return tuple(left)
