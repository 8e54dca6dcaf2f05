import numpy as np
import pytest

from engine.coach.generate.matches import minds
from engine.coach.generate.play_game import PlayState
from engine.coach.generate.play_policy import new_policy
from engine.coach.generate.players import COACH, GREEDY, LEARNT, MAXIMS, SEARCHED, greedy, play_deals

pytestmark = pytest.mark.night  # Numba compiles for seconds


def cards(*ranks: int) -> list[int]:
    """Return cards with the given ranks, 1 (ace) to 13 (king), as numbers from 0 to 51.

    Cards of the same rank get different suits.
    """
    return [4 * (rank - 1) + ranks[:number].count(rank) for number, rank in enumerate(ranks)]


def chosen(hand: tuple[int, ...], pile: tuple[int, ...], *, maxims: bool) -> int:
    held = np.bincount([rank - 1 for rank in hand], minlength=13)
    laid = np.zeros(10, np.int64)
    laid[: len(pile)] = [rank - 1 for rank in pile]
    turn = PlayState(0, len(pile), sum(min(rank, 10) for rank in pile), 0)
    return int(greedy(held, laid, turn, maxims)) + 1


@pytest.mark.parametrize(
    ("hand", "pile", "card", "by_maxims"),
    [
        ((5, 8, 13), (10,), 5, 5),  # fifteen
        ((2, 3, 9, 12), (), 12, 3),  # a lead below five
        ((4, 5, 12, 12), (), 12, 4),
        ((5, 9, 9, 12), (), 12, 9),  # a lead from a pair
        ((6, 11), (13,), 11, 11),  # 16 or 20; nothing scores
        ((7, 11), (4, 10), 11, 11),
        ((7, 2), (4, 10), 7, 2),  # not 21
    ],
)
def test_a_greedy_player_scores_and_then_follows_the_maxims(
    hand: tuple[int, ...], pile: tuple[int, ...], card: int, by_maxims: int
) -> None:
    assert chosen(hand, pile, maxims=False) == card
    assert chosen(hand, pile, maxims=True) == by_maxims


@pytest.mark.parametrize("ways", [(GREEDY, GREEDY), (COACH, MAXIMS), (LEARNT, COACH), (SEARCHED, SEARCHED)])
def test_four_queens_against_four_kings_score_only_the_last_card_of_each_count(ways: tuple[int, int]) -> None:
    """Pone holds the queens. The cards are played as Q K Q, go; K Q K, go; Q K.

    Pone scores for the first go. The dealer scores for the second go and for the last card.
    """
    deal = np.array([cards(12, 12, 12, 12) + cards(13, 13, 13, 13) + cards(1, 1, 1, 1) + cards(5)], np.int8)
    played = np.zeros((1, 8), np.int8)
    play_deals(deal, ways, minds(new_policy()), 1, played)
    assert played.tolist() == [[0, 0, -1, 0, 0, 1, 0, 1]]


@pytest.mark.parametrize("way", [COACH, SEARCHED])
def test_the_coach_takes_a_fifteen_and_pone_pays_for_it(way: int) -> None:
    """Pone, who holds only tens, must lead one of them. The coach, as dealer, plays the five for fifteen."""
    deal = np.array([cards(10, 10, 10, 10) + cards(5, 2, 8, 9) + cards(1, 1, 1, 1) + cards(13)], np.int8)
    played = np.zeros((1, 8), np.int8)
    play_deals(deal, (GREEDY, way), minds(new_policy()), 1, played)
    assert played[0, :2].tolist() == [0, 2]
