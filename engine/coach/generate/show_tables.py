"""The points that every hand scores with every starter, as arrays that compiled code can use."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

CARDS = 52
HANDS = 270_725
"""The number of ways to choose four cards out of 52."""


class ShowTables(NamedTuple):
    """The points that every hand of four cards scores in the show.

    Attributes:
        points: the points of each hand with each starter; shape (HANDS, 52). `hand_index` returns the first
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
def _fill(points: NDArray[np.int8], totals: NDArray[np.int32]) -> None:
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
    tables = ShowTables(np.zeros((HANDS, CARDS), np.int8), np.zeros(HANDS, np.int32))
    _fill(*tables)
    return tables
