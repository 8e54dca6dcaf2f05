"""The hands that the players keep in random deals if both throw cards by their policies."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.coach.generate.six_cards import SixCards
from engine.coach.generate.throwing import THROWS, Policy


@njit(cache=True)
def _keep(hand: NDArray[np.int8], throws: NDArray[np.float32], kept: NDArray[np.int8]) -> None:
    """Choose a throw at random, according to the probabilities, and write the four other cards to `kept`."""
    left = np.random.random() * throws.sum()
    number = 0
    for i in range(5):
        for j in range(i + 1, 6):
            if left < throws[number] or number == THROWS - 1:
                at = 0
                for k in range(6):
                    if k not in (i, j):
                        kept[at] = hand[k]
                        at += 1
                return
            left -= throws[number]
            number += 1


@njit(cache=True)
def _draw(cumulative: NDArray[np.int64]) -> int:
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
        mine = _draw(cumulative)
        held[:] = False
        for card in hands[mine]:
            held[card] = True
        clash = True
        while clash:
            # The suits of the dealer's hand are named at random, because pone's already have names.
            yours = _draw(cumulative)
            np.random.shuffle(suits)
            clash = False
            for i in range(6):
                card = hands[yours, i]
                cards[i] = card - card % 4 + suits[card % 4]
                clash |= held[cards[i]]
        _keep(hands[mine], pone[mine], deals[number, :4])
        _keep(cards, dealer[yours], deals[number, 4:])


def kept_hands(cards: SixCards, dealer: Policy, pone: Policy, number: int, seed: int) -> NDArray[np.int8]:
    """Return the cards that both players keep in random deals.

    Args:
        cards: all hands of six cards.
        dealer: the policy by which the dealer throws.
        pone: the policy by which pone throws.
        number: the number of deals.
        seed: the seed of the random numbers.

    Returns:
        An array of shape (number, 8). In each deal, pone's four cards come first.
    """
    deals = np.empty((number, 8), np.int8)
    _fill(cards.hands, cards.weights.cumsum(), dealer.throws, pone.throws, seed, deals)
    return deals
