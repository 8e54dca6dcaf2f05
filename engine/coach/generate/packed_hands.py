"""Pack the ranks of a hand into a single number, so that compiled code can keep long lists of hands.

Each card takes four bits, which contain the index of its rank plus 1. The lowest card is in the lowest bits.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray


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
