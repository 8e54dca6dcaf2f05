from collections import Counter
from itertools import permutations
from math import comb

import pytest

from engine.coach.generate.six_cards import six_cards

pytestmark = pytest.mark.night  # Numba compiles for seconds


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
