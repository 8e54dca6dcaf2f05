import pytest

from engine.scoring.pegs import points_for_win, spread_of


@pytest.mark.parametrize(("skunk", "points"), [(None, 2), ("skunk", 3), ("double", 3)])
def test_a_win_is_two_points_and_a_skunk_three(skunk: str | None, points: int) -> None:
    assert points_for_win(skunk) == points


def test_the_spread_is_counted_from_the_best_opponent() -> None:
    assert spread_of((121, 90), 0) == 31
    assert [spread_of([121, 80, 100], side) for side in range(3)] == [21, -41, -21]
