import numpy as np
import pytest

from engine.coach.generate.kept_hands import kept_hands
from engine.coach.generate.play_values import HANDS
from engine.coach.generate.six_cards import SixCards
from engine.coach.generate.throwing import KINDS, THROWS, Policy

pytestmark = pytest.mark.night  # Numba compiles for seconds


def test_frequencies_of_kept_hands() -> None:
    """There are two hands of six cards. The first is dealt three times as often as the second.

    A player who holds the first hand always throws its last two cards. A player who holds the second hand
    throws its first two cards three times out of four, and otherwise its last two.
    """
    cards = SixCards(np.array([[0, 4, 8, 12, 17, 22], [0, 5, 8, 12, 16, 20]], np.int8), np.array([3, 1]))
    throws = np.zeros((2, THROWS), np.float32)
    throws[0, 14] = 1  # the last of the fifteen throws
    throws[1, 0] = 0.75
    throws[1, 14] = 0.25
    kept = kept_hands(cards, Policy(throws, np.zeros(KINDS)))
    found = {tuple(HANDS[at]): tuple(kept[at]) for at in np.flatnonzero(kept.sum(axis=1))}
    assert found == {(0, 1, 2, 3): (62_500, 750_000), (2, 3, 4, 5): (0, 187_500)}
