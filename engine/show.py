"""Counting a hand or the crib (RULES.md 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from typing import NamedTuple

from engine.cards import Card, Rank, Suit
from engine.errors import InvalidHand
from engine.rules import Rules
from engine.score import PAIRS, Found, Item, Reason, call, total


class Count(NamedTuple):
    """What a hand or crib counts: its items in the order of calling."""

    items: tuple[Item, ...]

    @property
    def points(self) -> int:
        """The points of all items."""
        return total(self.items)

    @property
    def call(self) -> str:
        """The count as a player calls it."""
        return call(self.items, hand=True)


def count_show(
    hand: Sequence[Card], starter: Card | None = None, rules: Rules | None = None, *, crib: bool = False
) -> Count:
    """Count a hand, or the crib, with its starter.

    Without a starter the cards alone are counted, which may be the hand or the hand with its starter among
    them. A suit that is not known makes no flush and no nobs.

    Raises:
        InvalidHand: the wrong number of cards, a card twice, or five of a rank.
    """
    rules = rules or Rules()
    cards = (*hand, starter) if starter else tuple(hand)
    size = rules.crib if crib else rules.hand
    _check(hand, cards, size)
    one_suit, with_starter = _of_one_suit(cards[:size]), _of_one_suit(cards) and len(cards) > size
    found = find_ranks([card.rank for card in cards])
    found += find_flush(size, hand=one_suit and not crib, with_starter=with_starter)
    if starter is not None and starter.suit is not None:
        found += find_nobs(hand, starter.suit)
    return Count(tuple(Item.of(one, cards) for one in found))


def find_ranks(ranks: Sequence[Rank]) -> tuple[Found, ...]:
    """Fifteens, pairs and runs among all cards of a hand, the starter last: what needs no suit."""
    return (*_fifteens(ranks), *_pairs(ranks), *_runs(ranks))


def find_flush(cards: int, *, hand: bool, with_starter: bool) -> tuple[Found, ...]:
    """The flush of a hand of so many cards, the starter at place `cards`.

    Args:
        cards: how many are in the hand.
        hand: they are of one suit, and count so by themselves (in a crib they do not).
        with_starter: they are of one suit and the starter agrees.
    """
    if with_starter:
        return (Found(Reason.FLUSH, cards + 1, tuple(range(cards + 1))),)
    return (Found(Reason.FLUSH, cards, tuple(range(cards))),) if hand else ()


def find_nobs(hand: Sequence[Card], starter: Suit) -> tuple[Found, ...]:
    """His nobs: the jack of the starter's suit in the hand or crib."""
    for place, card in enumerate(hand):
        if card.rank is Rank.JACK and card.suit is starter:
            return (Found(Reason.NOBS, 1, (place,)),)
    return ()


def _fifteens(ranks: Sequence[Rank]) -> list[Found]:
    """Every distinct set of two or more cards that totals 15, two points each, smaller sets first."""
    worth = [rank.worth for rank in ranks]
    places = range(len(ranks))
    return [
        Found(Reason.FIFTEEN, 2, chosen)
        for size in range(2, len(ranks) + 1)
        for chosen in combinations(places, size)
        if sum(worth[i] for i in chosen) == 15
    ]


def _pairs(ranks: Sequence[Rank]) -> list[Found]:
    """Every rank held more than once, one item each, low ranks first."""
    found = []
    for rank, number in sorted(Counter(ranks).items()):
        if number > 1:
            reason, points = PAIRS[number]
            found.append(Found(reason, points, tuple(i for i, r in enumerate(ranks) if r is rank)))
    return found


def _runs(ranks: Sequence[Rank]) -> list[Found]:
    """Every run in each block of three or more consecutive ranks, an item for each choice of cards."""
    places: dict[int, list[int]] = {}
    for place, rank in enumerate(ranks):
        places.setdefault(int(rank), []).append(place)
    found = []
    for low in places:
        if low - 1 in places:
            continue
        high = low
        while high + 1 in places:
            high += 1
        length = high - low + 1
        if length >= 3:
            block = (places[rank] for rank in range(low, high + 1))
            found += [Found(Reason.RUN, length, tuple(sorted(chosen))) for chosen in product(*block)]
    return found


def _of_one_suit(cards: Sequence[Card]) -> bool:
    suits = {card.suit for card in cards}
    return len(suits) == 1 and None not in suits


def _check(hand: Sequence[Card], cards: Sequence[Card], size: int) -> None:
    """Refuse what cannot be a hand of so many cards, or of one more that are not told apart."""
    if len(cards) > len(hand) and len(hand) != size:
        raise InvalidHand(f"a hand is {size} cards: {len(hand)} given")
    if len(hand) not in (size, size + 1):
        raise InvalidHand(f"a hand is {size} cards, or {size + 1} with its starter: {len(hand)} given")
    seen: set[Card] = set()
    for card in cards:
        if card.suit is not None and card in seen:
            raise InvalidHand(f"{card} is there twice: a pack has each card once")
        seen.add(card)
    for rank, number in Counter(card.rank for card in cards).items():
        if number > len(Suit):
            raise InvalidHand(f"{number} cards of rank {rank.symbol}: a pack has {len(Suit)} of each")
