from functools import cache
from random import Random

import numpy as np
import pytest

from engine.coach.generate.winning import EVENTS, win_chances

pytestmark = pytest.mark.night  # Numba compiles for seconds


def course(*points: int) -> list[int]:
    """Return the points scored in a deal, in order, padded with zeros to `EVENTS` numbers.

    The dealer's points are positive, and pone's points are negative.
    """
    return [*points, *[0] * (EVENTS - len(points))]


def test_points_are_scored_in_order_until_a_player_has_121() -> None:
    """The dealer needs one point and pone needs two. Later points do not count once a player has won."""
    for points, dealer_wins in (((1, -2), 1), ((-2, 1), 0), ((-1, 2), 1)):
        assert win_chances(np.array([course(*points)], np.int8))[120, 119] == dealer_wins


def test_the_other_player_deals_next() -> None:
    """The players deal in turn. If every dealer scores 61 points, the first dealer wins in the third deal."""
    chances = win_chances(np.array([course(61)], np.int8))
    assert chances[0, 0] == 1
    assert chances[59, 60] == 0


def test_the_chances_are_those_of_games_played_deal_by_deal() -> None:
    random = Random(121)
    courses = [
        course(*(random.choice([-7, -3, -1, 0, 2, 5, 11]) for _ in range(EVENTS - 1)), 1) for _ in range(30)
    ]

    @cache
    def chance(dealer: int, pone: int) -> float:
        won = 0.0
        for points in courses:
            scores = [dealer, pone]
            for each in points:
                if max(scores) < 121:
                    scores[each < 0] += abs(each)
            if max(scores) >= 121:
                won += scores[0] >= 121
            else:
                won += 1 - chance(scores[1], scores[0])
        return won / len(courses)

    chances = win_chances(np.array(courses, np.int8))
    for dealer, pone in ((120, 120), (100, 110), (60, 90), (0, 0)):
        assert chances[dealer, pone] == pytest.approx(chance(dealer, pone))
