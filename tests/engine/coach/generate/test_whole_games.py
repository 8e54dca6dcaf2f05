import numpy as np
import pytest

from engine.coach.generate.play_policy import new_policy
from engine.coach.generate.whole_games import cards_laid, games_won
from engine.coach.generate.winning import EVENTS

pytestmark = pytest.mark.slow  # Numba compiles for seconds


def course(*points: int) -> list[int]:
    """Return a deal's points, in order, padded with zeros. Negative points are pone's."""
    return [*points, *[0] * (EVENTS - len(points))]


def test_points_are_scored_in_their_order_until_somebody_has_121() -> None:
    for points, won in (((1, -2), 1), ((-2, 1), 0), ((-1, 2), 1)):
        assert games_won(np.array([course(*points)], np.int8), 120, 119, 0, 1) == (won, 1)


def test_the_players_deal_in_turn() -> None:
    """In each deal, the dealer scores 61 points, so the first dealer wins in the third deal."""
    courses = np.array([course(61)], np.int8)
    assert games_won(courses, 0, 0, 0, 1) == (1, 3)
    assert games_won(courses, 0, 60, 0, 1) == (0, 2)


def test_each_game_goes_on_with_the_next_deal() -> None:
    """The dealer wins every game that begins with the first deal, and pone wins all others."""
    courses = np.array([course(10), course(-10)], np.int8)
    assert games_won(courses, 111, 111, 0, 5) == (3, 5)
    assert games_won(courses, 111, 111, 1, 5) == (2, 6)


def test_both_players_lay_their_four_cards() -> None:
    deals = np.array([[0, 1, 5, 9, 12, 17, 21, 25, 30, 34, 38, 42, 46]] * 20, np.int8)
    laid = cards_laid(deals, new_policy(), 121)
    assert laid.shape == (20, 8)
    for cards in laid:
        assert sorted(cards) == sorted(deals[0, :8])
        assert cards[0] in deals[0, :4]
        assert cards[1] in deals[0, 4:8]
