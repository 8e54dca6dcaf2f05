"""How the dealer and pone learn to throw, and what their cribs score."""

import numpy as np
import pytest

from engine.cards import PACK, Card, Rank
from engine.coach.crib import crib_mean as exact_mean
from engine.coach.crib import other_throws
from engine.coach.tables import habits
from engine.coach_tables.hands import SixCards, show_tables, six_cards
from engine.coach_tables.throwing import KINDS, Equilibrium, crib_mean, crib_sums, equilibrium, pair_kind
from tests.support.published_cribs import HESSEL_OTHERS, HESSEL_OWN, RANKS

pytestmark = pytest.mark.slow  # Numba compiles for seconds


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
