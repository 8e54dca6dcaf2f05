import numpy as np
import pytest

from engine.coach.generate.mirrored_deals import mirrored_deals, show_points
from engine.coach.generate.six_cards import SixCards
from engine.coach.generate.throwing import THROWS
from tests.support import oracle

pytestmark = pytest.mark.night  # Numba compiles for seconds

HANDS = np.array([[0, 5, 10, 16, 20, 24], [3, 8, 12, 28, 36, 51]], np.int8)
CARDS = SixCards(HANDS, np.array([1, 3]))


def always(throw: int) -> np.ndarray:
    throws = np.zeros((len(HANDS), THROWS), np.float32)
    throws[:, throw] = 1
    return throws


def named(card: int) -> str:
    return oracle.RANKS[card // 4] + oracle.SUITS[card % 4]


def test_both_players_get_the_same_cards_with_the_sides_exchanged() -> None:
    first, second = (always(0), always(0)), (always(THROWS - 1), always(THROWS - 1))
    deals, exchanged = mirrored_deals(CARDS, first, second, 50, 1)
    for deal, other in zip(deals.tolist(), exchanged.tolist(), strict=True):
        assert len(set(deal)) == 13
        assert deal[12] == other[12]
        for kept, thrown, lowest in ((0, 8, True), (4, 10, False)):
            ours = deal[kept : kept + 4] + deal[thrown : thrown + 2]
            theirs = other[kept : kept + 4] + other[thrown : thrown + 2]
            assert sorted(ours) == sorted(theirs)
            ranks = [card // 4 for card in ours]
            assert (max(ranks[4:]) <= min(ranks[:4])) is lowest
            ranks = [card // 4 for card in theirs]
            assert (max(ranks[4:]) <= min(ranks[:4])) is not lowest


def test_the_points_of_heels_hands_and_crib_are_those_of_the_rules() -> None:
    deals, _ = mirrored_deals(CARDS, (always(3), always(3)), (always(7), always(7)), 50, 2)
    deals[0, 12] = next(card for card in range(40, 44) if card not in deals[0, :12])
    points = np.zeros((len(deals), 4), np.int8)
    show_points(deals, points)
    assert points[0, 0] == 2
    for deal, found in zip(deals.tolist(), points.tolist(), strict=True):
        starter = named(deal[12])
        for i in range(3):
            items = oracle.count_show([named(card) for card in deal[4 * i : 4 * i + 4]], starter, crib=i == 2)
            assert found[1 + i] == sum(each for _, each, _ in items)
