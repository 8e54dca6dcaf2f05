"""Hands of four and of six cards as compiled code holds and counts them."""

from collections import Counter
from itertools import combinations_with_replacement, permutations
from math import comb
from random import Random

import numpy as np
import pytest

from engine.cards import PACK
from engine.coach_tables.hands import (
    FOURS,
    count_show,
    hand_index,
    pack,
    packed_fits,
    show_tables,
    six_cards,
    without,
)
from engine.scoring.count_frequencies import distribution
from engine.scoring.fast_count import show_points

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
    assert FOURS == comb(52, 4) == len(tables.points)
    numbers = distribution()
    assert tables.totals.sum() == sum(points * number for points, number in enumerate(numbers))
    assert hand_index(0, 1, 2, 3) == 0
    assert hand_index(48, 49, 50, 51) == FOURS - 1
    twenty_nine = [(tables.points == points).sum() for points in (29, 28)]
    assert twenty_nine == [numbers[29], numbers[28]]


def test_every_hand_has_one_representative_and_its_weight() -> None:
    found = six_cards()
    assert found.weights.sum() == comb(52, 6)
    seen: Counter[tuple[int, ...]] = Counter()
    for hand, weight in zip(found.hands[::2003].tolist(), found.weights[::2003].tolist(), strict=True):
        renamed = {
            tuple(sorted(card - card % 4 + suits[card % 4] for card in hand))
            for suits in permutations(range(4))
        }
        assert len(renamed) == weight
        seen.update(renamed)
    assert set(seen.values()) == {1}


def packed(*ranks: int) -> int:
    return pack(np.bincount(ranks, minlength=13))


@pytest.mark.parametrize("hand", [*combinations_with_replacement((0, 4, 9, 12), 4)])
def test_a_hand_without_a_card_is_the_hand_of_the_other_cards(hand: tuple[int, ...]) -> None:
    for rank in hand:
        rest = list(hand)
        rest.remove(rank)
        assert without(packed(*hand), rank) == packed(*rest)


def test_a_hand_fits_if_its_lowest_card_does() -> None:
    assert packed_fits(packed(3, 12), 27)
    assert not packed_fits(packed(3, 12), 28)
    assert packed_fits(packed(12), 21)
    assert not packed_fits(packed(12), 22)
    assert not packed_fits(0, 0)
