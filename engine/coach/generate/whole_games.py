"""Whole games between the policies: how often the dealer wins from a score, and the cards of every deal."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.coach.generate.deals import Deals
from engine.coach.generate.play_game import Turn, lay
from engine.coach.generate.play_policy import PlayPolicy, choose
from engine.coach.generate.winning import TARGET, Courses

Laid = NDArray[np.int8]
"""The eight cards of each deal in the order in which they were played; shape (deals, 8)."""


@njit(cache=True)
def games_won(courses: Courses, dealer: int, pone: int, first: int, games: int) -> tuple[int, int]:
    """Play games that start from a given score, using one deal after another.

    Args:
        courses: the points scored in many deals, as returned by `engine.coach.generate.winning.courses`.
        dealer: the score of the player who deals first.
        pone: the score of the other player.
        first: the index of the first deal to use. The last deal is followed by the first one.
        games: the number of games.

    Returns:
        The number of games won by the player who dealt first, and the index of the deal after the last one
        used.
    """
    won, at = 0, first
    for _ in range(games):
        scores = np.array([dealer, pone])
        deals = 0  # the player who deals
        while scores.max() < TARGET:
            for points in courses[at % len(courses)]:
                if points > 0:
                    scores[deals] += points
                elif points < 0:
                    scores[1 - deals] -= points
                if scores.max() >= TARGET:
                    break
            at += 1
            deals = 1 - deals
        won += scores[0] >= TARGET
    return won, at


@njit(cache=True)
def _lay_all(
    deals: Deals, seed: int, keys: NDArray[np.uint64], weights: NDArray[np.float32], laid: Laid
) -> None:
    np.random.seed(seed)
    for number in range(len(deals)):
        deal = deals[number]
        hands = np.zeros((2, 13), np.int64)
        for i in range(8):
            hands[i // 4, deal[i] // 4] += 1
        used = np.zeros(8, np.bool_)
        pile = np.zeros(8, np.int64)
        turn = Turn(0, 0, 0, 0)
        at = 0
        while hands.any():
            player = turn.player
            rank = choose(keys, weights, hands, pile, turn)
            _, turn = lay(hands, pile, turn, rank)
            for i in range(4 * player, 4 * player + 4):
                if deal[i] // 4 == rank and not used[i]:
                    used[i] = True
                    laid[number, at] = deal[i]
                    break
            at += 1


def cards_laid(deals: Deals, policy: PlayPolicy, seed: int) -> Laid:
    """Return the cards of each deal in the order in which they are played.

    Args:
        deals: the deals.
        policy: the policy of both players.
        seed: the seed of the random numbers.
    """
    laid = np.zeros((len(deals), 8), np.int8)
    _lay_all(deals, seed, policy.keys, policy.weights, laid)
    return laid
