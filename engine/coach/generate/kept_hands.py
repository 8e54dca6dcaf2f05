"""How often a player who follows a throwing policy keeps each hand of four cards."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.coach.generate.play_values import HANDS
from engine.coach.generate.six_cards import SixCards
from engine.coach.generate.throwing import Policy

MILLION = 1_000_000

KeptHands = NDArray[np.float64]
"""For each hand in `HANDS`, how often a player keeps it in a million deals.

The shape is (1820, 2). The second index is 0 for hands of two or more suits, and 1 for hands of one suit.
"""


@njit(cache=True)
def _count(
    hands: NDArray[np.int8],
    weights: NDArray[np.int64],
    throws: NDArray[np.float32],
    index: NDArray[np.int64],
    kept: KeptHands,
) -> None:
    for n in range(len(hands)):
        hand = hands[n]
        number = 0
        for i in range(5):
            for j in range(i + 1, 6):
                if throws[n, number] > 0:
                    at, suits = 0, 0
                    for k in range(6):
                        if k not in (i, j):
                            at = at * 13 + hand[k] // 4
                            suits |= 1 << hand[k] % 4
                    suited = 1 if suits in (1, 2, 4, 8) else 0
                    kept[index[at], suited] += weights[n] * throws[n, number]
                number += 1


def kept_hands(cards: SixCards, policy: Policy) -> KeptHands:
    """Return how often, in a million deals, a player keeps each hand of four cards.

    The numbers are exact: every hand of six cards is included, weighted by its probability.

    Args:
        cards: all hands of six cards.
        policy: the policy that the player follows when throwing.
    """
    index = np.full(13**4, -1)
    index[HANDS @ np.array([13**3, 13**2, 13, 1])] = np.arange(len(HANDS))
    kept = np.zeros((len(HANDS), 2))
    _count(cards.hands, cards.weights, policy.throws, index, kept)
    return kept * (MILLION / cards.weights.sum())
