"""The compiled search must find the same values as the search that the coach uses."""

import numpy as np
import pytest

from engine.coach.play_search import Earlier, PlaySearch, weighed
from engine.coach.tables import kept
from engine.coach.unseen import possible_rests
from engine.coach_tables.hands import HANDS
from engine.coach_tables.play_game import PlayState, lay
from engine.coach_tables.searched_play import Seen, new_workspace, reply_values, search

pytestmark = pytest.mark.slow  # Numba compiles for seconds


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


PONES = kept(dealer=False)
WEIGHTS = np.array([PONES.mixed[ranks] + PONES.suited.get(ranks, 0.0) for ranks in PONES.mixed])


def index(*ranks: int) -> int:
    """Return the index in `HANDS` of the hand with these ranks, 1 (ace) to 13 (king)."""
    return int(np.flatnonzero((np.array(ranks) - 1 == HANDS).all(axis=1))[0])


def searched(hand: tuple[int, ...], lead: int) -> dict[int, float]:
    """Return the value of each of the dealer's replies to a lead, as found by `PlaySearch`, keyed by rank.

    The value is the dealer's expected points in the rest of the play, minus pone's.

    Args:
        hand: the ranks in the dealer's hand, 1 (ace) to 13 (king).
        lead: the rank of the card that pone leads.
    """
    public = [0] * 14
    earlier = [Earlier(lead, (), tuple(public), 4)]
    rests = weighed(possible_rests([lead], hand, dealer=False, denied=0), earlier)
    public[lead] += 1
    total = sum(weight for _, weight in rests)
    return {rank: value / total for rank, value in PlaySearch(public).values(hand, rests, (lead,)).items()}


@pytest.mark.parametrize(("hand", "lead"), [((2, 5, 9, 12), 10), ((3, 3, 7, 13), 8), ((5, 5, 5, 11), 5)])
def test_the_values_are_those_of_the_coachs_search_without_a_starter(
    hand: tuple[int, ...], lead: int
) -> None:
    found = reply_values(WEIGHTS, chosen=np.array([index(*hand)]))[index(*hand), lead - 1]
    expected = searched(hand, lead)
    for rank in range(1, 14):
        if rank in hand:
            assert found[rank - 1] == pytest.approx(expected[rank])
        else:
            assert np.isnan(found[rank - 1])


def test_a_lead_of_which_the_dealer_holds_all_cards_has_no_value() -> None:
    own = index(7, 7, 7, 7)
    found = reply_values(WEIGHTS, most=50, chosen=np.array([own]))
    assert np.isnan(found[own, 6]).all()
    assert not np.isnan(found[own, 3, 6])


def test_with_a_sample_of_pones_hands_the_values_are_close() -> None:
    own = index(4, 5, 6, 11)
    few, every = (reply_values(WEIGHTS, most=most, chosen=np.array([own]))[own, 9] for most in (300, 1820))
    held = ~np.isnan(every)
    assert few[held].tolist() == pytest.approx(every[held].tolist(), abs=0.3)
