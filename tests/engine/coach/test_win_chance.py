import pytest

from engine.coach import chance_before_deal
from engine.coach.tables import winning
from engine.errors import InvalidGame


def test_the_first_dealer_wins_more_than_half_of_all_games() -> None:
    """According to published figures, the first dealer wins 55.5% or 56% of the games of good players."""
    assert 0.55 < chance_before_deal(dealer=0, pone=0) < 0.57


def test_a_point_more_never_makes_a_win_less_likely() -> None:
    table = winning()
    assert len(table) == len(table[0]) == 121
    for dealer in range(121):
        for pone in range(120):
            assert table[dealer][pone + 1] <= table[dealer][pone]
            assert table[pone][dealer] <= table[pone + 1][dealer]


def test_pone_counts_first_so_a_close_end_is_his() -> None:
    assert chance_before_deal(dealer=115, pone=115) < 0.5
    assert chance_before_deal(dealer=120, pone=100) > 0.9


@pytest.mark.parametrize("score", [-1, 121, 3.0, "3", True, None])
def test_what_is_no_score_before_a_deal_is_refused(score: object) -> None:
    with pytest.raises(InvalidGame, match="from 0 to 120"):
        chance_before_deal(dealer=score, pone=0)  # type: ignore[arg-type]
    with pytest.raises(InvalidGame, match="from 0 to 120"):
        chance_before_deal(dealer=0, pone=score)  # type: ignore[arg-type]
