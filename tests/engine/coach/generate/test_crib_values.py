import numpy as np
import pytest

from engine.cards import PACK, Card, Rank
from engine.coach.crib.crib_mean import crib_mean as exact_mean
from engine.coach.crib.crib_mean import other_throws
from engine.coach.generate.crib_values import KINDS, crib_mean, crib_sums, pair_kind
from engine.coach.tables import habits

pytestmark = pytest.mark.night  # Numba compiles for seconds

CARDS = sorted(PACK)


def compiled_habits(*, dealer: bool) -> np.ndarray:
    """Return, for each kind of pair, the probability that a player dealt such a pair throws it to the crib.

    The array is indexed by the result of `pair_kind`.

    Args:
        dealer: True if the player is the dealer, False for pone.
    """
    table = habits(dealer=dealer)
    found = np.zeros(KINDS)
    for low in Rank:
        for high in Rank:
            if low <= high:
                first, second, suited = (4 * (low - 1), 4 * (high - 1) + 1, 4 * (high - 1))
                found[pair_kind(first, second)] = table.unsuited[low, high]
                if low < high:
                    found[pair_kind(first, suited)] = table.suited[low, high]
    return found


@pytest.mark.parametrize(
    ("thrown", "kept"),
    [
        ("5S 5H", "2S 3H 9D KC"),
        ("10S KS", "AH 4D 5C 6S"),
        ("7S 8H", "6D 6C JS QH"),
        ("2S 3S", "10D 10C JS JH"),
    ],
)
def test_mean_crib_is_close_to_the_exact_mean(thrown: str, kept: str) -> None:
    two, four = ([Card.parse(card) for card in cards.split()] for cards in (thrown, kept))
    unseen = [card for card in PACK if card not in (*two, *four)]
    exact = exact_mean((two[0], two[1]), unseen, other_throws(unseen, habits(dealer=False)))
    first, second = sorted(CARDS.index(card) for card in two)
    numbers = np.array(sorted(CARDS.index(card) for card in four))
    sums = crib_sums(compiled_habits(dealer=False))
    assert crib_mean(pair_kind(first, second), numbers, *sums) == pytest.approx(exact, abs=0.03)
