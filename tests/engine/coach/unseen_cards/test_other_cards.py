from math import comb

import pytest

from engine.coach.tables import kept
from engine.coach.unseen import possible_rests


@pytest.mark.parametrize("dealer", [True, False])
def test_before_any_card_is_seen_the_hands_are_as_frequent_as_in_the_table(dealer: bool) -> None:
    table = kept(dealer=dealer)
    found = possible_rests([], [], dealer=dealer, denied=0)
    assert len(found) == 1820
    for ranks in [(5, 5, 11, 12), (1, 2, 3, 9), (6, 7, 8, 9), (3, 3, 3, 3)]:
        number = table.mixed[ranks] + table.suited.get(ranks, 0)
        assert found[ranks] == pytest.approx(number, abs=0.004 * 4**4 + 0.001)


def test_cards_that_are_out_cannot_be_held() -> None:
    found = possible_rests([5], [8, 8, 8, 9], dealer=True, denied=0)
    assert all(len(rest) == 3 and rest.count(8) <= 1 and rest.count(9) <= 3 for rest in found)
    assert max(rest.count(5) for rest in found) == 3


def test_a_hand_is_less_likely_the_more_of_its_cards_are_out() -> None:
    before = possible_rests([], [], dealer=False, denied=0)
    after = possible_rests([], [8, 8], dealer=False, denied=0)
    assert after[7, 7, 8, 8] / before[7, 7, 8, 8] == pytest.approx(comb(2, 2) / comb(4, 2))
    assert after[6, 7, 8, 9] / before[6, 7, 8, 9] == pytest.approx(2 / 4)


def test_a_player_who_said_go_holds_no_card_that_could_have_been_played() -> None:
    assert min(rest[0] for rest in possible_rests([10, 10], [5], dealer=True, denied=6)) == 7


def test_a_go_that_cannot_be_true_is_ignored() -> None:
    shown, seen = [10, 10], [rank for rank in range(8, 14) for _ in range(4)][:-2]
    seen = [rank for rank in seen if rank != 10] + [10, 10]
    everything = possible_rests(shown, seen, dealer=True, denied=0)
    assert possible_rests(shown, seen, dealer=True, denied=7) == (
        {rest: weight for rest, weight in everything.items() if rest[0] > 7} or everything
    )
