"""The play in compiled code: the rules, a policy that learns, and the means of each hand."""

from functools import cache
from random import Random

import numpy as np
import pytest

from engine.coach_tables.deals import play_deal, play_means
from engine.coach_tables.hands import HANDS
from engine.coach_tables.play_game import PlayState, fits, lay, learn, new_policy
from tests.support import oracle

pytestmark = pytest.mark.slow  # Numba compiles for seconds


def play_at_random(random: Random) -> list[tuple[int, str, int]]:
    """Play a random deal, and return the player, the rank and the points for each card played."""
    pack = [rank for rank in range(13) for _ in range(4)]
    random.shuffle(pack)
    hands = np.zeros((2, 13), np.int64)
    for number in range(8):
        hands[number % 2, pack[number]] += 1
    pile = np.zeros(8, np.int64)
    turn = PlayState(0, 0, 0, 0)
    laid = []
    while hands.any():
        player = turn.player
        ranks = [rank for rank in range(13) if hands[player, rank] and turn.so_far + min(rank + 1, 10) <= 31]
        rank = random.choice(ranks)
        if turn.go:
            assert laid[-1][0] == player
            assert not fits(hands[1 - player], turn.so_far)
        points, turn = lay(hands, pile, turn, rank)
        laid.append((player, oracle.RANKS[rank], points))
    return laid


def test_turns_and_points_follow_the_rules() -> None:
    """Check the turns and the points after each card against RULES.md 3."""
    random = Random(31)
    for _ in range(400):
        deal = play_at_random(random)
        left = [[rank for player, rank, _ in deal if player == seat] for seat in range(2)]
        turn, pile = 0, []
        for player, rank, points in deal:
            assert player == turn
            left[player].remove(rank)
            pile.append(rank)
            count = sum(map(oracle.value, pile))
            expected = sum(oracle.play_points(pile).values())
            able = [
                seat
                for seat in (1 - player, player)
                if any(oracle.value(r) + count <= 31 for r in left[seat])
            ]
            if able:
                turn = able[0]
            else:
                expected += count != 31
                pile = []
                turn = 1 - player if left[1 - player] else player
            assert points == expected


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


def test_a_deal_is_played_to_its_end() -> None:
    """All cards are played. With four queens against four kings, only the last card of each count scores."""
    policy = new_policy()
    hands = np.zeros((2, 13), np.int64)
    hands[0, 11] = hands[1, 12] = 4
    points = np.zeros(2, np.int64)
    play_deal(hands, policy.keys, policy.weights, points)
    assert not hands.any()
    assert points.tolist() == [1, 2]


def test_each_hand_is_played_by_dealer_and_pone() -> None:
    deals = np.array([[40, 44, 45, 48] * 2, [0, 4, 8, 20] * 2], np.int8)
    dealer, pone = play_means(new_policy(), deals, 50, 1)
    assert len(HANDS) == len(dealer) == len(pone) == 1820
    assert min(dealer.min(), pone.min()) >= 0
    assert (dealer.sum(axis=1) > 0).all()
    again, _ = play_means(new_policy(), deals, 50, 1)
    assert (again == dealer).all()
