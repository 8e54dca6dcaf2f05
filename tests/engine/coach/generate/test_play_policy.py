from functools import cache

import numpy as np
import pytest

from engine.coach.generate.play_policy import learn, new_policy
from engine.coach.generate.play_values import play_deal
from tests.support import oracle

pytestmark = pytest.mark.night  # Numba compiles for seconds

PONE, DEALER = ("4", "7", "8", "Q"), ("3", "8", "9", "K")


@cache
def best(turn: int, hands: tuple[tuple[str, ...], tuple[str, ...]], pile: tuple[str, ...]) -> int:
    """Return how far the player whose turn it is will outscore the opponent in the rest of the play.

    Both players see all cards, and play perfectly.

    Args:
        turn: the index of the player whose turn it is.
        hands: the ranks that each player still holds.
        pile: the ranks played in the current count.
    """
    count = sum(map(oracle.value, pile))
    found = []
    for rank in set(hands[turn]):
        if count + oracle.value(rank) > 31:
            continue
        rest = list(hands[turn])
        rest.remove(rank)
        after = tuple(tuple(rest) if seat == turn else hands[seat] for seat in range(2))
        laid = (*pile, rank)
        total = count + oracle.value(rank)
        points = sum(oracle.play_points(list(laid)).values())
        able = [seat for seat in (1 - turn, turn) if any(oracle.value(r) + total <= 31 for r in after[seat])]
        if not able:
            points += total != 31
            laid = ()
            able = [seat for seat in (1 - turn, turn) if after[seat]]
        if able:
            value = best(able[0], (after[0], after[1]), laid)
            points += value if able[0] == turn else -value
        found.append(points)
    return max(found)


def test_repeated_deal_is_eventually_played_perfectly() -> None:
    cards = [4 * oracle.RANKS.index(rank) + suit for suit, hand in enumerate((PONE, DEALER)) for rank in hand]
    policy = new_policy()
    learn(policy, np.array([cards], np.int8), 0, 5000, 1)
    gains = []
    for _ in range(200):
        hands = np.zeros((2, 13), np.int64)
        for number, card in enumerate(cards):
            hands[number // 4, card // 4] += 1
        points = np.zeros(2, np.int64)
        play_deal(hands, policy.keys, policy.weights, points)
        gains.append(points[0] - points[1])
    assert np.mean(gains) == pytest.approx(best(0, (PONE, DEALER), ()), abs=0.15)
