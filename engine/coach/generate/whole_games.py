"""Simulate games from a given score to see how often the first dealer wins, and simulate single deals."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.coach.generate.deals import Deals
from engine.coach.generate.play_game import PlayState, lay
from engine.coach.generate.play_policy import PlayPolicy, choose
from engine.coach.generate.show_tables import count_show
from engine.coach.generate.winning import EVENTS, Courses
from engine.games_known_to_coach import TARGET

_JACK = 10


@njit(cache=True)
def games_won(courses: Courses, dealer: int, pone: int, first: int, games: int) -> tuple[int, int]:
    """Play games that start from a given score, using one deal after another.

    Args:
        courses: the points scored in many deals, as returned by `engine.coach.generate.winning.courses`.
        dealer: the score of the player who deals first.
        pone: the opponent's score.
        first: the index of the first deal to use. The last deal is followed by the first one.
        games: the number of games.

    Returns:
        The number of games won by the player who dealt first, and the index of the next unused deal.
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


class PlayedDeals(NamedTuple):
    """Deals that were played to the end.

    Attributes:
        laid: the eight cards in each deal in the order in which they were played; shape (deals, 8).
        courses: the points scored in each deal for his heels, for each of the eight cards played, for the two
            hands and for the crib; shape (deals, EVENTS). Pone's points are negative.
    """

    laid: NDArray[np.int8]
    courses: Courses


@njit(cache=True)
def _play_all(
    deals: Deals,
    seed: int,
    keys: NDArray[np.uint64],
    weights: NDArray[np.float32],
    laid: NDArray[np.int8],
    courses: Courses,
) -> None:
    np.random.seed(seed)
    shown = np.empty(4, np.int64)
    for number in range(len(deals)):
        deal, course = deals[number], courses[number]
        starter = np.int64(deal[12])
        course[0] = 2 if starter // 4 == _JACK else 0
        hands = np.zeros((2, 13), np.int64)
        for i in range(8):
            hands[i // 4, deal[i] // 4] += 1
        used = np.zeros(8, np.bool_)
        pile = np.zeros(8, np.int64)
        turn = PlayState(0, 0, 0, 0)
        for at in range(8):
            player = turn.player
            rank = choose(keys, weights, hands, pile, turn)
            points, turn = lay(hands, pile, turn, rank)
            course[at + 1] = points if player else -points
            for i in range(4 * player, 4 * player + 4):
                if deal[i] // 4 == rank and not used[i]:
                    used[i] = True
                    laid[number, at] = deal[i]
                    break
        for i in range(3):
            shown[:] = deal[4 * i : 4 * i + 4]
            points = count_show(shown[0], shown[1], shown[2], shown[3], starter, i == 2)
            course[9 + i] = points if i else -points


def play_deals(deals: Deals, policy: PlayPolicy, seed: int) -> PlayedDeals:
    """Play deals to the end, and return the cards played and the points scored in each deal, in order.

    Args:
        deals: the deals.
        policy: the policy that both players follow in the play.
        seed: the seed for the random numbers.
    """
    played = PlayedDeals(np.zeros((len(deals), 8), np.int8), np.zeros((len(deals), EVENTS), np.int8))
    _play_all(deals, seed, policy.keys, policy.weights, *played)
    return played
