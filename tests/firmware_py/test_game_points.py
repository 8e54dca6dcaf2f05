"""Game points, spread and the scorecard of several games."""

from typing import Any

import pytest

from firmware_py.game_points import ScorecardRow, points_for_win, scorecard, spread_of


@pytest.mark.parametrize(("skunk", "points"), [(None, 2), ("skunk", 3), ("double", 3)])
def test_a_win_is_two_points_and_a_skunk_three(skunk: str | None, points: int) -> None:
    assert points_for_win(skunk) == points


def test_the_spread_is_counted_from_the_best_opponent() -> None:
    assert spread_of((121, 90), 0) == 31
    assert [spread_of([121, 80, 100], side) for side in range(3)] == [21, -41, -21]


def game(
    scores: str,
    winner: int | None,
    *,
    names: str = "Ann Bob",
    skunk: str | None = None,
    ended: str | None = None,
) -> dict[str, Any]:
    return {
        "names": names.split(),
        "scores": [int(score) for score in scores.split()],
        "winner": winner,
        "skunk": skunk,
        "ended": ended,
    }


def test_a_win_is_2_game_points_and_a_win_with_a_skunk_3() -> None:
    games = [
        game("121 100", 0),
        game("80 121", 1, skunk="skunk"),
        game("121 60", 0, skunk="double"),
        game("121 118", 0),
    ]
    # Ann: 2 + 3 + 2 points, and 21 - 41 + 61 + 3 holes; Bob: 3 points for his skunk.
    assert scorecard(games) == [ScorecardRow("Ann", 4, 3, 7, 44), ScorecardRow("Bob", 4, 1, 3, -44)]


def test_with_three_the_spread_is_to_the_best_of_the_others() -> None:
    rows = scorecard([game("100 121 90", 1, names="Ann Bob Cy")])
    assert rows == [
        ScorecardRow("Bob", 1, 1, 2, 21),
        ScorecardRow("Ann", 1, 0, 0, -21),
        ScorecardRow("Cy", 1, 0, 0, -31),
    ]


def test_a_game_given_up_does_not_count() -> None:
    assert scorecard([game("50 60", None)]) == []


def test_of_equal_game_points_the_better_spread_is_first() -> None:
    rows = scorecard([game("121 100", 0), game("100 121", 1), game("121 1", 0, names="Cy Di")])
    assert [row.name for row in rows] == ["Cy", "Ann", "Bob", "Di"]
