import numpy as np
import pytest

from engine.coach.generate.play_policy import new_policy
from engine.coach.generate.play_values import HANDS, play_deal, play_means

pytestmark = pytest.mark.night  # Numba compiles for seconds


def test_a_deal_is_played_to_its_end() -> None:
    """All cards are played. With four queens against four kings, only the last card of each count scores."""
    policy = new_policy()
    hands = np.zeros((2, 13), np.int64)
    hands[0, 11] = hands[1, 12] = 4
    points = np.zeros(2, np.int64)
    play_deal(hands, policy.keys, policy.weights, points)
    assert not hands.any()
    assert points.tolist() == [1, 2]


def test_each_hand_is_played_by_dealer_and_pone() -> None:
    deals = np.array([[40, 44, 45, 48] * 2, [0, 4, 8, 20] * 2], np.int8)
    dealer, pone = play_means(new_policy(), deals, 50, 1)
    assert len(HANDS) == len(dealer) == len(pone) == 1820
    assert min(dealer.min(), pone.min()) >= 0
    assert (dealer.sum(axis=1) > 0).all()
    again, _ = play_means(new_policy(), deals, 50, 1)
    assert (again == dealer).all()
