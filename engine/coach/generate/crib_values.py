"""The average points of a crib, given the two cards that a player throws and the opponent's habits.

A habit is the probability that a player who holds two particular cards throws both to the crib. It depends on
the *kind* of pair that they form: their two ranks, and whether they have the same suit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.coach.generate.show_tables import count_show

KINDS = 182
"""The number of kinds of pairs. 13 of them cannot occur: two cards with the same rank and the same suit."""

HabitTable = NDArray[np.float64]
"""For each kind of pair, the probability that a player who holds such a pair throws it; shape (KINDS,)."""


class CribSums(NamedTuple):
    """The sums from which `crib_mean` calculates the average points of a crib.

    Each crib is weighted by its likelihood. The first index of each array depends on the two cards that a
    player throws, and is returned by `pair_kind`. The second index is 0 for the sum of the weighted points,
    and 1 for the sum of the weights.

    Attributes:
        all: the sums over all cribs and starters; shape (KINDS, 2).
        with_card: the sums over only those combinations of crib and starter that include one given card. The
            last index is the card's rank; shape (KINDS, 2, 13).
        with_cards: the sums over only those combinations that include two given cards. The last two indices
            are their ranks, the lower one first; shape (KINDS, 2, 13, 13).
    """

    all: NDArray[np.float64]
    with_card: NDArray[np.float64]
    with_cards: NDArray[np.float64]


@njit(cache=True)
def pair_kind(x: int, y: int) -> int:
    """Return an index for two cards, which depends on their ranks and on whether they have the same suit.

    The cards are numbers from 0 to 51, and `x` must be less than `y`.
    """
    low, high = x // 4, y // 4
    return int((high * (high + 1) // 2 + low) * 2 + (x % 4 == y % 4))


def crib_sums(habits: HabitTable) -> CribSums:
    """Return the sums of points and weights from which `crib_mean` calculates the average points of a crib.

    The sums cover every pair of cards that a player can throw to the crib.

    Args:
        habits: the throwing habits of the opponent, which determine how likely each crib is.
    """
    sums = CribSums(np.zeros((KINDS, 2)), np.zeros((KINDS, 2, 13)), np.zeros((KINDS, 2, 13, 13)))
    for high in range(13):
        for low in range(high + 1):
            for suited in range(2 if low < high else 1):
                a, b = 4 * low, 4 * high + 1 - suited
                _add(a, b, pair_kind(a, b), habits, *sums)
    return sums


@njit(cache=True)
def _add(
    a: int,
    b: int,
    kind: int,
    habits: HabitTable,
    sums: NDArray[np.float64],
    with_card: NDArray[np.float64],
    with_cards: NDArray[np.float64],
) -> None:
    """Sum the weighted points and the weights over all cribs that contain the cards `a` and `b`.

    Every starter is included. The results are written to the arrays of `CribSums`, at the index `kind`.

    Args:
        a: the lower of the two cards that the player throws, from 0 to 51.
        b: the higher of the two cards.
        kind: the index that `pair_kind` returns for the two cards.
        habits: for each kind of pair, the probability that an opponent who holds such a pair throws it.
        sums: the array `CribSums.all`.
        with_card: the array `CribSums.with_card`.
        with_cards: the array `CribSums.with_cards`.
    """
    one, two = np.zeros((2, 52)), np.zeros((2, 52, 52))
    terms = np.zeros(2)
    for y in range(52):
        for x in range(y):
            if x in (a, b) or y in (a, b):
                continue
            terms[1] = habits[pair_kind(x, y)]
            if terms[1] == 0.0:
                continue
            for starter in range(52):
                if starter in (a, b, x, y):
                    continue
                terms[0] = terms[1] * count_show(a, b, x, y, starter, True)
                for i in range(2):
                    sums[kind, i] += terms[i]
                    one[i, x] += terms[i]
                    one[i, y] += terms[i]
                    one[i, starter] += terms[i]
                    two[i, x, y] += terms[i]
                    two[i, min(x, starter), max(x, starter)] += terms[i]
                    two[i, min(y, starter), max(y, starter)] += terms[i]
    cards, pairs = np.zeros(13), np.zeros((13, 13))
    for y in range(52):
        if y in (a, b):
            continue
        cards[y // 4] += 1
        for i in range(2):
            with_card[kind, i, y // 4] += one[i, y]
        for x in range(y):
            if x in (a, b):
                continue
            low, high = x // 4, y // 4
            pairs[low, high] += 1
            for i in range(2):
                with_cards[kind, i, low, high] += two[i, x, y]
    for high in range(13):
        for i in range(2):
            with_card[kind, i, high] /= max(cards[high], 1)
            for low in range(high + 1):
                with_cards[kind, i, low, high] /= max(pairs[low, high], 1)


@njit(cache=True)
def crib_mean(
    kind: int,
    kept: NDArray[np.int64],
    sums: NDArray[np.float64],
    with_card: NDArray[np.float64],
    with_cards: NDArray[np.float64],
) -> float:
    """Return the average points of the crib if a player throws two given cards to it and keeps four others.

    The result is approximate. A card that the player keeps can be neither in the crib nor the starter, so
    such cases are left out. One impossible case, about one in five thousand, remains: the opponent's two
    cards and the starter are all among the cards kept.

    Args:
        kind: the index that `pair_kind` returns for the two cards thrown.
        kept: the four cards that are kept, in ascending order.
        sums: the array `CribSums.all`.
        with_card: the array `CribSums.with_card`.
        with_cards: the array `CribSums.with_cards`.
    """
    points, weights = sums[kind, 0], sums[kind, 1]
    for i in range(4):
        high = kept[i] // 4
        points -= with_card[kind, 0, high]
        weights -= with_card[kind, 1, high]
        for j in range(i):
            low = kept[j] // 4
            points += with_cards[kind, 0, low, high]
            weights += with_cards[kind, 1, low, high]
    return float(points / weights)
