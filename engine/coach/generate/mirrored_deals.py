"""Deals for comparing two players fairly: the same cards are dealt twice, with the players' roles swapped."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.coach.generate.crib_values import CribSums, crib_sums
from engine.coach.generate.deals import Deals, draw, keep
from engine.coach.generate.published_cribs import published_cribs
from engine.coach.generate.show_tables import count_show
from engine.coach.generate.six_cards import SixCards
from engine.coach.generate.throwing import THROWS, throw_values

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
