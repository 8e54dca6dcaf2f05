import numpy as np
import pytest

from engine.coach.generate.matches import pairs_of_games
from engine.coach.generate.winning import EVENTS

pytestmark = pytest.mark.night  # Numba compiles for seconds


def courses(*points: int) -> np.ndarray:
    found = np.zeros((12, EVENTS), np.int8)
    found[:, : len(points)] = points
    return found


def test_if_the_cards_decide_each_player_wins_one_of_two_games() -> None:
    """The first dealer scores 121 in the first deal and wins. Each player is the first dealer in one game."""
    assert pairs_of_games(courses(121), courses(121)).tolist() == [0.5] * 12


def test_a_player_who_scores_more_as_pone_and_as_the_dealer_wins_all_games() -> None:
    as_pone, as_dealer = courses(-30, 10), courses(30, -10)
    assert pairs_of_games(as_pone, as_dealer).tolist() == [1.0] * 2


def test_the_points_are_counted_in_order() -> None:
    """If both players would reach 121 in the same deal, pone wins, because pone's points come first."""
    assert pairs_of_games(courses(-121, 121), courses(-121, 121)).tolist() == [0.5] * 12
    assert pairs_of_games(courses(-121, 121), courses(-5, 121)).tolist() == [1.0] * 12
