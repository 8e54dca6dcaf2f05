import pytest

from firmware_py.game_points import points_for_win


@pytest.mark.parametrize(("skunk", "points"), [(None, 2), ("skunk", 3), ("double", 3)])
def test_a_win_is_two_points_and_a_skunk_three(skunk: str | None, points: int) -> None:
    assert points_for_win(skunk) == points
