import numpy as np
import pytest

from engine.coach.generate.deals import random_deals
from engine.coach.generate.six_cards import SixCards, six_cards
from engine.coach.generate.throwing import THROWS, Policy

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


def test_the_same_seed_gives_the_same_deals(cards: SixCards) -> None:
    policy = always(cards, 3)
    first, again, other = (random_deals(cards, policy, policy, 100, seed) for seed in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).any()
