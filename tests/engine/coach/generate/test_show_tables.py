from math import comb
from random import Random

import pytest

from engine.cards import PACK
from engine.coach.generate.show_tables import HANDS, count_show, hand_index, show_tables
from engine.scoring.fast_count import distribution, show_points

pytestmark = pytest.mark.slow  # Numba compiles for seconds

CARDS = sorted(PACK)
"""The cards by their numbers in compiled code."""


@pytest.mark.parametrize("crib", [False, True])
def test_hands_are_counted_as_by_the_engine(crib: bool) -> None:
    random = Random(5)
    for _ in range(3000):
        *hand, starter = random.sample(range(52), 5)
        points = show_points([CARDS[card] for card in hand], CARDS[starter], crib=crib)
        assert count_show(*hand, starter, crib) == points


def test_flushes_are_counted_as_by_the_engine() -> None:
    random = Random(5)
    for _ in range(1000):
        hand = random.sample(range(0, 52, 4), 4)
        starter = random.choice([card for card in range(52) if card not in hand])
        for crib in (False, True):
            points = show_points([CARDS[card] for card in hand], CARDS[starter], crib=crib)
            assert count_show(*hand, starter, crib) == points


def test_the_tables_hold_every_hand_once() -> None:
    tables = show_tables()
    assert HANDS == comb(52, 4) == len(tables.points)
    numbers = distribution()
    assert tables.totals.sum() == sum(points * number for points, number in enumerate(numbers))
    assert hand_index(0, 1, 2, 3) == 0
    assert hand_index(48, 49, 50, 51) == HANDS - 1
    twenty_nine = [(tables.points == points).sum() for points in (29, 28)]
    assert twenty_nine == [numbers[29], numbers[28]]
