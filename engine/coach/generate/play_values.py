"""The average points that each hand scores in the play, if both players follow the same policy."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.coach.generate.play_game import PlayState, lay
from engine.coach.generate.play_policy import PlayPolicy, choose

HANDS = np.array(list(combinations_with_replacement(range(13), 4)))
"""The ranks of the 1,820 hands of four cards, each in ascending order."""

PlayMeans = NDArray[np.float64]
"""For each hand, the average points of the player who holds it and of the opponent; shape (1820, 2)."""


@njit(cache=True)
def play_deal(
    hands: NDArray[np.int64],
    keys: NDArray[np.uint64],
    weights: NDArray[np.float32],
    points: NDArray[np.int64],
) -> None:
    """Play a deal in which both players follow the same policy, and store their points in `points`.

    Args:
        hands: the number of cards of each rank in each player's hand; shape (2, 13). The cards are removed as
            they are played.
        keys: the policy's `keys` (see `PlayPolicy`).
        weights: the policy's `weights`.
        points: the array that receives the points of pone and of the dealer; shape (2,).
    """
    pile = np.zeros(8, np.int64)
    turn = PlayState(0, 0, 0, 0)
    points[:] = 0
    while hands.any():
        player = turn.player
        found, turn = lay(hands, pile, turn, choose(keys, weights, hands, pile, turn))
        points[player] += found


@njit(cache=True)
def _suited(ranks: NDArray[np.int64], cards: NDArray[np.int64]) -> None:
    suits = np.arange(4)
    for i in range(4):
        if i == 0 or ranks[i] != ranks[i - 1]:
            np.random.shuffle(suits)
            same = 0
        cards[i] = 4 * ranks[i] + suits[same]
        same += 1


@njit(cache=True)
def _sample(
    all_hands: NDArray[np.int64],
    player: int,
    deals: NDArray[np.int8],
    samples: int,
    seed: int,
    keys: NDArray[np.uint64],
    weights: NDArray[np.float32],
    means: NDArray[np.float64],
) -> None:
    np.random.seed(seed)
    cards, points = np.empty(4, np.int64), np.empty(2, np.int64)
    hands = np.zeros((2, 13), np.int64)
    others = 4 * (1 - player)
    for number in range(len(all_hands)):
        for _ in range(samples):
            clash = True
            while clash:
                _suited(all_hands[number], cards)
                deal = deals[np.random.randint(len(deals))]
                clash = False
                for i in range(4):
                    for card in cards:
                        clash |= deal[others + i] == card
            hands[:] = 0
            for i in range(4):
                hands[player, cards[i] // 4] += 1
                hands[1 - player, deal[others + i] // 4] += 1
            play_deal(hands, keys, weights, points)
            means[number, 0] += points[player] / samples
            means[number, 1] += points[1 - player] / samples


def play_means(
    policy: PlayPolicy, deals: NDArray[np.int8], samples: int, seed: int
) -> tuple[PlayMeans, PlayMeans]:
    """Return the average points of both players in the play, for each hand of the dealer and of pone.

    Args:
        policy: both players' policy.
        deals: the deals from which the opponent's hand is chosen at random.
        samples: the number of deals to play for each hand.
        seed: the seed for the random numbers.

    Returns:
        One array for the dealer's hands, and one for pone's hands. Each row contains the average points of
        the player who holds the hand, followed by the opponent's.
    """
    found = [np.zeros((len(HANDS), 2)) for _ in range(2)]
    for player in range(2):
        _sample(HANDS, player, deals, samples, seed + player, policy.keys, policy.weights, found[player])
    return found[1], found[0]
