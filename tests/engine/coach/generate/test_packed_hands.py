from itertools import combinations_with_replacement

import numpy as np
import pytest

from engine.coach.generate.packed_hands import pack, packed_fits, without

pytestmark = pytest.mark.night  # Numba compiles for seconds


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
