"""Compiled hands and deals, how dealer and pone learn to throw, and what their cribs score."""

from collections import Counter
from itertools import permutations
from math import comb
from random import Random

import numpy as np
import pytest

from engine.cards import PACK, Card, Rank
from engine.coach.crib import crib_mean as exact_mean
from engine.coach.crib import other_throws
from engine.coach.tables import habits
from engine.coach_tables.deals import kept_hands, random_deals
from engine.coach_tables.hands import FOURS, HANDS, SixCards, count_show, hand_index, show_tables, six_cards
from engine.coach_tables.throwing import (
    KINDS,
    THROWS,
    Equilibrium,
    Policy,
    crib_mean,
    crib_sums,
    equilibrium,
    pair_kind,
)
from engine.scoring.fast_count import distribution, show_points
from tests.support.coach_examples import HESSEL_OTHERS, HESSEL_OWN, RANKS

pytestmark = pytest.mark.night  # Numba compiles for seconds


@pytest.fixture(scope="module")
def cards() -> SixCards:
    return six_cards()


def always(cards: SixCards, throw: int) -> Policy:
    throws = np.zeros((len(cards.hands), THROWS), np.float32)
    throws[:, throw] = 1
    return Policy(throws, np.zeros(1))


def test_no_card_is_dealt_twice(cards: SixCards) -> None:
    anyhow = Policy(np.full((len(cards.hands), THROWS), 1 / THROWS, np.float32), np.zeros(1))
    deals = random_deals(cards, anyhow, anyhow, 20_000, 1)
    assert all(len(set(deal)) == 13 for deal in deals.tolist())
    ranks = np.bincount(deals.ravel() // 4, minlength=13) / deals.size
    assert ranks == pytest.approx(1 / 13, abs=0.005)


def test_each_player_follows_their_own_policy(cards: SixCards) -> None:
    deals = random_deals(cards, always(cards, THROWS - 1), always(cards, 0), 20_000, 1)
    pone, dealer = deals[:, :4].mean(), deals[:, 4:].mean()
    assert pone > dealer + 10


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


CARDS = sorted(PACK)  # by their numbers in compiled code


@pytest.mark.parametrize("crib", [False, True])
def test_hands_are_counted_as_by_the_engine(crib: bool) -> None:
    random = Random(5)
    for _ in range(3000):
        *hand, starter = random.sample(range(52), 5)
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


@pytest.fixture(scope="module")
def found() -> Equilibrium:
    all_hands = six_cards()
    some = SixCards(all_hands.hands[::20], all_hands.weights[::20])
    play = np.zeros((13, 13, 13, 13))
    return equilibrium(some, show_tables(), (play, play), 8)


def test_neither_player_gains_much_by_another_answer(found: Equilibrium) -> None:
    assert 0 <= found.dealer_gain < 0.005
    assert 0 <= found.pone_gain < 0.005


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
