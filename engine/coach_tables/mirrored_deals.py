"""Deals for comparing two players fairly: the same cards are dealt twice, with the players' roles swapped.

The players throw greedily, or as the tables of cribs advise that were published.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.coach_tables.deals import Deals, draw, keep
from engine.coach_tables.hands import SixCards, count_show
from engine.coach_tables.throwing import THROWS, CribSums, crib_sums, throw_values

Throws = tuple[NDArray[np.float32], NDArray[np.float32]]
"""The probability of each throw for each hand, as pone and as the dealer; shape (hands, THROWS)."""


def greedy_throws(cards: SixCards, means: NDArray[np.float32]) -> Throws:
    """Return the throws of a player who ignores the play and assumes that the opponent throws at random.

    Args:
        cards: all hands of six cards.
        means: the average points of the four cards kept, for each throw from each hand. See `hand_means`.
    """
    sums: CribSums = crib_sums(np.ones(182))
    no_play = np.zeros((13, 13, 13, 13))
    pone, dealer = (throw_values(cards.hands, means, no_play, sums, sign) for sign in (-1, 1))
    return _best(pone), _best(dealer)


def published_throws(cards: SixCards, means: NDArray[np.float32]) -> Throws:
    """Return the throws of a player who looks up the average points of the crib in published tables.

    Args:
        cards: all hands of six cards.
        means: the average points of the four cards kept, for each throw from each hand. See `hand_means`.
    """
    pairs = [(i, j) for i in range(5) for j in range(i + 1, 6)]
    ranks = cards.hands // 4
    cribs = [
        np.stack([published_cribs(own=own)[ranks[:, i], ranks[:, j]] for i, j in pairs], axis=1)
        for own in (False, True)
    ]
    return _best(means - cribs[0]), _best(means + cribs[1])


def _best(values: NDArray[np.float32]) -> NDArray[np.float32]:
    best = np.zeros((len(values), THROWS), np.float32)
    best[np.arange(len(values)), values.argmax(axis=1)] = 1
    return best


@njit(cache=True)
def _fill(
    hands: NDArray[np.int8],
    cumulative: NDArray[np.int64],
    first: Throws,
    second: Throws,
    seed: int,
    deals: NDArray[np.int8],
    exchanged: NDArray[np.int8],
) -> None:
    np.random.seed(seed)
    suits, cards = np.arange(4), np.empty(6, np.int8)
    for number in range(len(deals)):
        clash = True
        while clash:
            mine, yours = draw(cumulative), draw(cumulative)
            np.random.shuffle(suits)
            clash = False
            for i in range(6):
                card = hands[yours, i]
                cards[i] = card - card % 4 + suits[card % 4]
                clash |= (hands[mine] == cards[i]).any()
        starter = cards[0]
        while (hands[mine] == starter).any() or (cards == starter).any():
            starter = np.random.randint(52)
        for deal, pone, dealer in ((deals[number], first, second), (exchanged[number], second, first)):
            keep(hands[mine], pone[0][mine], deal[:4], deal[8:10])
            keep(cards, dealer[1][yours], deal[4:8], deal[10:12])
            deal[12] = starter


def mirrored_deals(
    cards: SixCards, first: Throws, second: Throws, number: int, seed: int
) -> tuple[Deals, Deals]:
    """Return random deals with the first player as pone, and the same deals with the players' roles swapped.

    The six cards dealt to pone, the six cards dealt to the dealer and the starter are the same in both
    versions of a deal. The cards thrown may differ, because the two players may throw differently.

    Args:
        cards: all possible hands of six cards, and how often each of them occurs.
        first: how the first player throws.
        second: how the second player throws.
        number: the number of deals in each version.
        seed: the seed for the random numbers.
    """
    deals, exchanged = np.empty((number, 13), np.int8), np.empty((number, 13), np.int8)
    _fill(cards.hands, cards.weights.cumsum(), first, second, seed, deals, exchanged)
    return deals, exchanged


@njit(cache=True)
def show_points(deals: Deals, points: NDArray[np.int8]) -> None:
    """For each deal, write the points scored outside the play to `points`, an array of shape (deals, 4).

    The four numbers are the points for his heels, pone's hand, the dealer's hand and the crib.
    """
    for number in range(len(deals)):
        deal, starter = deals[number], np.int64(deals[number, 12])
        points[number, 0] = 2 if starter // 4 == 10 else 0
        for i in range(3):
            a, b, c, d = deal[4 * i], deal[4 * i + 1], deal[4 * i + 2], deal[4 * i + 3]
            points[number, 1 + i] = count_show(
                np.int64(a), np.int64(b), np.int64(c), np.int64(d), starter, i == 2
            )


_OWN = """
5.38
4.23 5.72
4.52 7.00 5.94
5.43 4.52 4.91 5.63
5.45 5.45 5.97 6.48 8.79
3.85 3.93 3.81 3.85 6.63 5.76
3.85 3.81 3.58 3.72 6.01 4.98 5.92
3.80 3.66 3.92 3.83 5.48 4.63 6.53 5.45
3.40 3.71 3.78 3.72 5.43 5.13 4.04 4.72 5.16
3.42 3.55 3.57 3.59 6.66 3.17 3.23 3.80 4.29 4.76
3.65 3.84 3.90 3.88 7.00 3.41 3.53 3.52 3.97 4.61 5.33
3.42 3.58 3.59 3.59 6.63 3.23 3.23 3.19 2.99 3.31 4.81 4.79
3.41 3.52 3.67 3.60 6.66 3.13 3.26 3.16 3.06 2.84 3.96 3.46 4.58
"""
_OTHERS = """
6.02
5.07 6.38
5.07 7.33 6.68
5.72 5.33 5.96 6.53
6.01 6.11 6.78 7.26 9.37
4.91 4.97 4.87 5.34 7.47 7.08
4.89 4.97 5.01 4.88 7.00 6.42 7.14
4.85 4.94 5.05 4.94 6.30 5.86 7.63 6.82
4.55 4.70 4.87 4.68 6.15 6.26 5.26 5.83 6.39
4.48 4.59 4.63 4.53 7.41 4.31 4.31 5.10 5.43 6.08
4.68 4.81 4.86 4.85 7.76 4.57 4.68 4.59 4.96 5.63 6.42
4.33 4.56 4.59 4.46 7.34 4.22 4.32 4.31 4.11 4.61 5.46 5.79
4.30 4.45 4.48 4.36 7.25 4.14 4.27 4.20 4.03 3.88 4.77 4.49 5.65
"""


def published_cribs(*, own: bool) -> NDArray[np.float32]:
    """Return the published average points of the crib, indexed by the two ranks thrown; shape (13, 13).

    `own` is True if the crib belongs to the player who throws the cards, False if it is the opponent's.
    """
    table = np.zeros((13, 13), np.float32)
    for high, line in enumerate((_OWN if own else _OTHERS).split("\n")[1:14]):
        for low, mean in enumerate(line.split()):
            table[low, high] = table[high, low] = float(mean)
    return table
