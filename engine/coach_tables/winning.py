"""The chance of winning at each score, before the cards are dealt.

A course is the list of points scored in a deal, in order: his heels, the play, the hands of pone and the
dealer, and the crib. From each score, many courses are followed until a player reaches 121 or the deal ends.
If the deal ends first, the chance of winning at the new scores is used, with the other player as dealer. This
chance is already known, because the calculation begins with the highest scores.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.coach_tables.deals import Deals
from engine.coach_tables.hands import count_show
from engine.coach_tables.play_game import PlayPolicy, PlayState, choose, lay
from engine.games_known_to_coach import TARGET

EVENTS = 12
"""The maximum number of times points can be scored in a deal: heels, eight cards, two hands and the crib."""
_JACK = 10

Courses = NDArray[np.int8]
"""The points scored in each deal, in order, with pone's points as negative numbers; shape (deals, EVENTS)."""


@njit(cache=True)
def _follow(
    deals: NDArray[np.int8],
    seed: int,
    keys: NDArray[np.uint64],
    weights: NDArray[np.float32],
    courses: Courses,
) -> None:
    np.random.seed(seed)
    shown = np.empty(4, np.int64)
    for number in range(len(deals)):
        deal = deals[number]
        starter = np.int64(deal[12])
        course = courses[number]
        course[0] = 2 if starter // 4 == _JACK else 0
        hands = np.zeros((2, 13), np.int64)
        for i in range(8):
            hands[i // 4, deal[i] // 4] += 1
        pile = np.zeros(8, np.int64)
        turn = PlayState(0, 0, 0, 0)
        at = 1
        while hands.any():
            player = turn.player
            points, turn = lay(hands, pile, turn, choose(keys, weights, hands, pile, turn))
            course[at] = points if player else -points
            at += 1
        for i in range(3):
            shown[:] = deal[4 * i : 4 * i + 4]
            points = count_show(shown[0], shown[1], shown[2], shown[3], starter, i == 2)
            course[at + i] = points if i else -points


def courses(deals: Deals, policy: PlayPolicy, seed: int) -> Courses:
    """Play each deal following a policy, and return the points scored in it, in order.

    Args:
        deals: the deals.
        policy: both players' policy in the play.
        seed: the seed for the random numbers.

    Returns:
        An array of shape (deals, EVENTS), padded with zeros. Pone's points are negative numbers.
    """
    found = np.zeros((len(deals), EVENTS), np.int8)
    _follow(deals, seed, policy.keys, policy.weights, found)
    return found


@njit(cache=True)
def _fill(courses: Courses, chances: NDArray[np.float64]) -> None:
    for total in range(2 * (TARGET - 1), -1, -1):
        for dealer in range(max(0, total - TARGET + 1), min(TARGET, total + 1)):
            won = 0.0
            for course in courses:
                own, others = dealer, total - dealer
                for points in course:
                    if points > 0:
                        own += points
                        if own >= TARGET:
                            won += 1
                            break
                    elif points < 0:
                        others -= points
                        if others >= TARGET:
                            break
                if own < TARGET and others < TARGET:
                    won += 1 - chances[others, own]
            chances[dealer, total - dealer] = won / len(courses)


def win_chances(courses: Courses) -> NDArray[np.float64]:
    """Return the dealer's chance of winning, from 0 to 1, for each pair of scores before a deal.

    The array is indexed by the scores of the dealer and pone; shape (121, 121).

    Args:
        courses: the points scored in each deal, as returned by the function `courses`.
    """
    chances = np.zeros((TARGET, TARGET))
    _fill(courses, chances)
    return chances
