"""If players ignore the play when they throw, their average crib points agree with published tables."""

import numpy as np
import pytest

from engine.coach.generate.crib_values import pair_kind
from engine.coach.generate.show_tables import show_tables
from engine.coach.generate.six_cards import six_cards
from engine.coach.generate.throwing import Equilibrium, equilibrium
from tests.support.published_cribs import HESSEL_OTHERS, HESSEL_OWN, RANKS

pytestmark = pytest.mark.night  # Numba compiles for seconds


@pytest.fixture(scope="module")
def without_play() -> Equilibrium:
    play = np.zeros((13, 13, 13, 13))
    return equilibrium(six_cards(), show_tables(), (play, play), 6)


def by_pair(means: np.ndarray) -> dict[str, float]:
    """Return average points keyed by the ranks of the two cards thrown, such as `5-J`.

    Args:
        means: average points for each combination of two ranks, suited or not, in the order of `pair_kind`.
    """
    found = {}
    for low in range(13):
        for high in range(low, 13):
            name = f"{RANKS[low]}-{RANKS[high]}"
            unsuited = means[pair_kind(4 * low, 4 * high + 1)]
            suited = unsuited if low == high else means[pair_kind(4 * low, 4 * high)]
            # Of the 16 ways to choose two cards of different ranks, 4 have both cards in the same suit.
            found[name] = float(3 * unsuited + suited) / 4
    return found


@pytest.mark.parametrize(
    ("crib", "published", "mean", "largest"),
    [("dealer_cribs", HESSEL_OWN, 0.08, 0.2), ("pone_cribs", HESSEL_OTHERS, 0.16, 0.4)],
)
def test_players_who_ignore_the_play_have_the_cribs_of_published_tables(
    without_play: Equilibrium, crib: str, published: dict[str, float], mean: float, largest: float
) -> None:
    """If the players ignore the play, as Hessel's tables do, their average crib points match those tables."""
    found = by_pair(getattr(without_play, crib))
    differences = np.array([found[pair] - published[pair] for pair in published])
    assert np.sqrt((differences**2).mean()) < mean
    assert np.abs(differences).max() < largest
