"""Random deals in which each player follows a policy for throwing cards to the crib."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.coach.generate.six_cards import SixCards
from engine.coach.generate.throwing import THROWS, Policy

Deals = NDArray[np.int8]
"""For each deal, four cards that pone keeps, four that the dealer keeps, the crib and the starter.

The shape is (deals, 13).
"""


@njit(cache=True)
def keep(
    hand: NDArray[np.int8],
    throws: NDArray[np.float32],
    kept: NDArray[np.int8],
    thrown: NDArray[np.int8],
) -> None:
    """Choose a random throw from a hand. Write the two cards thrown to `thrown`, and the others to `kept`.

    Args:
        hand: the six cards.
        throws: the probability of each of the fifteen throws.
        kept: receives the four cards kept.
        thrown: receives the two cards thrown.
    """
    left = np.random.random() * throws.sum()
    number = 0
    for i in range(5):
        for j in range(i + 1, 6):
            if left < throws[number] or number == THROWS - 1:
                thrown[0], thrown[1] = hand[i], hand[j]
                at = 0
                for k in range(6):
                    if k not in (i, j):
                        kept[at] = hand[k]
                        at += 1
                return
            left -= throws[number]
            number += 1


@njit(cache=True)
def draw(cumulative: NDArray[np.int64]) -> int:
    """Return a random index. The probability of each index is proportional to its weight.

    Args:
        cumulative: the cumulative sums of the weights.
    """
    return int(np.searchsorted(cumulative, np.random.randint(cumulative[-1]), side="right"))


@njit(cache=True)
def _fill(
    hands: NDArray[np.int8],
    cumulative: NDArray[np.int64],
    dealer: NDArray[np.float32],
    pone: NDArray[np.float32],
    seed: int,
    deals: NDArray[np.int8],
) -> None:
    np.random.seed(seed)
    held = np.zeros(52, np.bool_)
    suits = np.arange(4)
    cards = np.empty(6, np.int8)
    for number in range(len(deals)):
        mine = draw(cumulative)
        held[:] = False
        for card in hands[mine]:
            held[card] = True
        clash = True
        while clash:
            # The suits of the dealer's hand are named at random, because pone's already have names.
            yours = draw(cumulative)
            np.random.shuffle(suits)
            clash = False
            for i in range(6):
                card = hands[yours, i]
                cards[i] = card - card % 4 + suits[card % 4]
                clash |= held[cards[i]]
        keep(hands[mine], pone[mine], deals[number, :4], deals[number, 8:10])
        keep(cards, dealer[yours], deals[number, 4:8], deals[number, 10:12])
        starter = cards[0]
        while held[starter] or (cards == starter).any():
            starter = np.random.randint(52)
        deals[number, 12] = starter


def random_deals(cards: SixCards, dealer: Policy, pone: Policy, number: int, seed: int) -> Deals:
    """Return random deals in which the players throw according to the given policies.

    Args:
        cards: all hands of six cards.
        dealer: the dealer's policy.
        pone: pone's policy.
        number: the number of deals.
        seed: the seed for the random numbers.
    """
    deals = np.empty((number, 13), np.int8)
    _fill(cards.hands, cards.weights.cumsum(), dealer.throws, pone.throws, seed, deals)
    return deals
