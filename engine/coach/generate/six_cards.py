"""All hands of six cards that can be dealt.

Hands that differ only in the names of their suits count as one hand.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

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
def _fill(hands: NDArray[np.int8], weights: NDArray[np.int64]) -> int:
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
    assert _fill(*found) == MOST
    return found
