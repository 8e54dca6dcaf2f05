"""Random deals in which the players follow their policies, and the hands that they keep."""

import numpy as np
import pytest

from engine.coach_tables.deals import kept_hands, random_deals
from engine.coach_tables.hands import HANDS, SixCards, six_cards
from engine.coach_tables.throwing import KINDS, THROWS, Policy

pytestmark = pytest.mark.slow  # Numba compiles for seconds


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


def test_the_same_seed_gives_the_same_deals(cards: SixCards) -> None:
    policy = always(cards, 3)
    first, again, other = (random_deals(cards, policy, policy, 100, seed) for seed in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).any()


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
