"""The compiled search must find the same values as the search that the coach uses."""

import numpy as np
import pytest

from engine.coach.generate.play_game import PlayState, lay
from engine.coach.generate.play_values import HANDS
from engine.coach.generate.searched_play import Seen, new_workspace, search
from engine.coach.playing.play_search import Earlier, PlaySearch, weighed
from engine.coach.unseen_cards.other_cards import possible_rests

pytestmark = pytest.mark.night  # Numba compiles for seconds


def each_kept(*, dealer: bool) -> np.ndarray:
    found = possible_rests([], [], dealer=dealer, denied=0)
    ways = [
        np.prod([[1, 4, 6, 4, 1][list(hand).count(rank)] for rank in set(hand)]) for hand in HANDS.tolist()
    ]
    return np.array([found[tuple(rank + 1 for rank in hand)] for hand in HANDS.tolist()]) / ways


@pytest.mark.parametrize("seed", range(12))
def test_both_searches_find_the_same_values(seed: int) -> None:
    random = np.random.default_rng(seed)
    pack = random.permutation(np.repeat(np.arange(13), 4))
    hands = np.array([np.bincount(pack[:4], minlength=13), np.bincount(pack[4:8], minlength=13)])
    starter = int(pack[8])
    seen = Seen(
        np.zeros((2, 13), np.int64), np.zeros((8, 4), np.int64), np.zeros(2, np.int64), np.array([starter])
    )
    pile, turn = np.zeros(10, np.int64), PlayState(0, 0, 0, 0)
    public = [0] * 14
    public[starter + 1] = 1
    earlier: list[list[Earlier]] = [[], []]
    held = [4, 4]
    for step in range(8):
        player = turn.player
        fitting = [
            rank for rank in range(13) if hands[player, rank] and turn.so_far + min(rank + 1, 10) <= 31
        ]
        laid = tuple(int(rank) + 1 for rank in pile[: turn.laid])
        if step >= 3 and len(fitting) > 1:
            kept = each_kept(dealer=player == 0)
            space = new_workspace()
            best = search(player, hands, pile, turn, seen, step, kept, space)
            shown = [card.rank for card in earlier[1 - player]]
            out = [card.rank for card in earlier[player]]
            own = tuple(rank + 1 for rank in range(13) for _ in range(hands[player, rank]))
            rests = possible_rests(
                shown, [starter + 1, *out, *own], dealer=player == 0, denied=int(seen.denied[1 - player])
            )
            found = weighed(rests, earlier[1 - player])
            total = sum(weight for _, weight in found)
            values = PlaySearch(public).values(own, found, laid)
            assert [rank - 1 for rank in values] == fitting
            assert space.values[fitting].tolist() == pytest.approx([each / total for each in values.values()])
            assert values[best + 1] == pytest.approx(max(values.values()))
            return
        rank = int(random.choice(fitting))
        earlier[player].append(Earlier(rank + 1, laid, tuple(public), held[1 - player]))
        held[player] -= 1
        public[rank + 1] += 1
        seen.steps[step] = player, rank, turn.laid, turn.so_far
        seen.played[player, rank] += 1
        count = turn.so_far + min(rank + 1, 10)
        _, turn = lay(hands, pile, turn, rank)
        for other in range(2):
            if turn.laid == 0 or (turn.go and other != turn.player):
                seen.denied[other] = max(seen.denied[other], 31 - count)
