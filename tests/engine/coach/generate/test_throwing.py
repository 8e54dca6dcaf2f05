import numpy as np
import pytest

from engine.coach.generate.crib_values import pair_kind
from engine.coach.generate.show_tables import show_tables
from engine.coach.generate.six_cards import SixCards, six_cards
from engine.coach.generate.throwing import Equilibrium, equilibrium

pytestmark = pytest.mark.night  # Numba compiles for seconds


@pytest.fixture(scope="module")
def found() -> Equilibrium:
    all_hands = six_cards()
    some = SixCards(all_hands.hands[::20], all_hands.weights[::20])
    play = np.zeros((13, 13, 13, 13))
    return equilibrium(some, show_tables(), (play, play), 8)


def test_neither_player_gains_much_by_another_answer(found: Equilibrium) -> None:
    assert 0 <= found.dealer_gain < 0.005
    assert 0 <= found.pone_gain < 0.005


def test_each_hand_is_thrown_somehow(found: Equilibrium) -> None:
    for policy in (found.dealer, found.pone):
        assert policy.throws.sum(axis=1) == pytest.approx(1, abs=1e-5)
        assert policy.throws.min() >= 0


@pytest.mark.parametrize(
    ("low", "high", "own", "others"),
    [(4, 4, 8.95, 9.39), (9, 12, 2.86, 3.99)],
)
def test_the_cribs_are_close_to_published_tables(
    found: Equilibrium, low: int, high: int, own: float, others: float
) -> None:
    kind = pair_kind(4 * low, 4 * high + 1)
    assert found.dealer_cribs[kind] == pytest.approx(own, abs=0.25)
    assert found.pone_cribs[kind] == pytest.approx(others, abs=0.25)


def test_the_dealer_throws_what_pone_keeps(found: Equilibrium) -> None:
    fives, ten_king = pair_kind(16, 17), pair_kind(36, 49)
    assert found.dealer.habits[fives] > 5 * found.pone.habits[fives]
    assert found.pone.habits[ten_king] > 3 * found.dealer.habits[ten_king]
