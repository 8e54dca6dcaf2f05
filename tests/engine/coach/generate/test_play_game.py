from random import Random

import numpy as np
import pytest

from engine.coach.generate.play_game import PlayState, fits, lay
from tests.support import oracle

pytestmark = pytest.mark.night  # Numba compiles for seconds


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
