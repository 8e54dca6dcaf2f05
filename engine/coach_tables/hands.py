"""Hands of four and of six cards, as arrays that compiled code can use.

`show_tables` has the points that every hand of four cards scores with every starter. `six_cards` has all
hands that can be dealt; hands that differ only in the names of their suits count as one. `pack` puts the
ranks of a hand into a single number, so that long lists of hands can be kept: each card takes four bits,
which contain the index of its rank plus 1, and the lowest card is in the lowest bits.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

HANDS = np.array(list(combinations_with_replacement(range(13), 4)))
"""The ranks of the 1,820 hands of four cards, each in ascending order."""

CARDS = 52
FOURS = 270_725
"""The number of ways to choose four cards out of 52."""


class ShowTables(NamedTuple):
    """The points that every hand of four cards scores in the show.

    Attributes:
        points: the points of each hand with each starter; shape (FOURS, 52). `hand_index` returns the first
            index. The points are 0 if the starter is one of the hand's own cards.
        totals: each hand's points, summed over all 48 starters.
    """

    points: NDArray[np.int8]
    totals: NDArray[np.int32]


@njit(cache=True)
def hand_index(a: int, b: int, c: int, d: int) -> int:
    """Return the index of a hand in the tables, which is its position in colexicographic order.

    The arguments are four cards as numbers from 0 to 51, in ascending order.
    """
    return int(a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6 + d * (d - 1) * (d - 2) * (d - 3) // 24)


@njit(cache=True)
def count_show(a: int, b: int, c: int, d: int, starter: int, crib: bool) -> int:
    """Return the points that a hand or crib scores with a starter (RULES.md 4).

    The cards are numbers from 0 to 51. If `crib` is True, the cards `a` to `d` are a crib, otherwise a hand.
    """
    cards = (a, b, c, d, starter)
    points = 0
    of_rank = np.zeros(14, np.int64)
    for card in cards:
        of_rank[card // 4] += 1
    for chosen in range(1, 32):
        sum_of_values = 0
        for i in range(5):
            if chosen >> i & 1:
                sum_of_values += min(cards[i] // 4 + 1, 10)
        if sum_of_values == 15:
            points += 2
    length, ways = 0, 1
    for rank in range(14):
        number = of_rank[rank]
        points += number * (number - 1)
        if number:
            length += 1
            ways *= number
        else:
            if length >= 3:
                points += length * ways
            length, ways = 0, 1
    suit = starter % 4
    if a % 4 == b % 4 == c % 4 == d % 4:
        if a % 4 == suit:
            points += 5
        elif not crib:
            points += 4
    for card in cards[:4]:
        if card == 40 + suit:  # a jack
            points += 1
    return points


@njit(cache=True)
def _count_all(points: NDArray[np.int8], totals: NDArray[np.int32]) -> None:
    for d in range(3, CARDS):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    index = hand_index(a, b, c, d)
                    for starter in range(CARDS):
                        if starter not in (a, b, c, d):
                            found = count_show(a, b, c, d, starter, False)
                            points[index, starter] = found
                            totals[index] += found


def show_tables() -> ShowTables:
    """Calculate the points in the show of every hand with every starter. This takes a few seconds."""
    tables = ShowTables(np.zeros((FOURS, CARDS), np.int8), np.zeros(FOURS, np.int32))
    _count_all(*tables)
    return tables


MOST = 962_988
"""The number of hands of six cards if the names of the suits do not matter."""


class SixCards(NamedTuple):
    """The hands of six cards that can be dealt.

    Hands that differ only in the names of their suits count as one hand.

    Attributes:
        hands: the cards in each hand in ascending order; shape (MOST, 6).
        weights: for each hand, the number of hands that it represents, including itself.
    """

    hands: NDArray[np.int8]
    weights: NDArray[np.int64]


@njit(cache=True)
def _weight(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """Return how many hands the given hand represents, including itself, or 0 if another hand represents it.

    Hands that differ only in the names of their suits form a group, and one hand represents the whole group.
    To choose that hand, the ranks held in each suit are written as the bits of a number. In the chosen hand,
    no suit has a larger number than the suit before it.

    The arguments are the indices of the six cards in the pack.
    """
    w = x = y = z = 0
    for card in (a, b, c, d, e, f):
        bit = 1 << card // 4
        suit = card % 4
        if suit == 0:
            w |= bit
        elif suit == 1:
            x |= bit
        elif suit == 2:
            y |= bit
        else:
            z |= bit
    if not w >= x >= y >= z:
        return 0
    if w == z:
        return 1
    if w == y or x == z:
        return 4
    if w == x and y == z:
        return 6
    if w == x or x == y or y == z:
        return 12
    return 24


@njit(cache=True)
def _collect(hands: NDArray[np.int8], weights: NDArray[np.int64]) -> int:
    number = 0
    for f in range(5, 52):
        for e in range(4, f):
            for d in range(3, e):
                for c in range(2, d):
                    for b in range(1, c):
                        for a in range(b):
                            weight = _weight(a, b, c, d, e, f)
                            if weight:
                                hands[number] = (a, b, c, d, e, f)
                                weights[number] = weight
                                number += 1
    return number


def six_cards() -> SixCards:
    """Return all hands of six cards. Hands that differ only in the names of their suits count as one hand.

    For example, A to 6 of hearts and A to 6 of spades are the same hand. This takes a few seconds.
    """
    found = SixCards(np.zeros((MOST, 6), np.int8), np.zeros(MOST, np.int64))
    assert _collect(*found) == MOST
    return found


@njit(cache=True)
def pack(hand: NDArray[np.int64]) -> int:
    """Pack a hand into a single number. `hand` contains the number of cards of each of the 13 ranks."""
    packed, shift = 0, 0
    for rank in range(13):
        for _ in range(hand[rank]):
            packed |= (rank + 1) << shift
            shift += 4
    return packed


@njit(cache=True)
def without(packed: int, rank: int) -> int:
    """Return a packed hand without one card of the given rank, from 0 for an ace to 12 for a king.

    The hand must contain such a card.
    """
    higher, at = packed, 0
    while (higher & 15) != rank + 1:
        higher >>= 4
        at += 4
    return (packed & ((1 << at) - 1)) | (higher >> 4 << at)


@njit(cache=True)
def packed_fits(packed: int, count: int) -> bool:
    """Return True if a packed hand contains a card that can be played without taking the count past 31.

    Args:
        packed: the hand, as packed by `pack`.
        count: the count before the card is played.
    """
    return packed != 0 and count + min(packed & 15, 10) <= 31
