"""The scorecard: game points and spread, and which games belong to the latest evening."""

from typing import Any

from firmware_py.reports.scorecard import ScorecardRow, last_night, scorecard


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


def test_a_night_ends_with_a_break_of_six_hours() -> None:
    ended = [
        "2026-11-20T20:00:00Z",
        "2026-11-21T18:00:00Z",
        None,
        "2026-11-21T23:59:59Z",
        "2026-11-22T00:30:00Z",
    ]
    games = [game("121 100", 0, ended=each) for each in ended]
    assert last_night(games) == games[1:]
    assert last_night(games[:1]) == games[:1]
    assert last_night([]) == []


def test_a_clock_that_was_set_back_begins_another_night() -> None:
    games = [game("121 100", 0, ended=each) for each in ("2026-11-22T00:00:00Z", "1970-01-01T00:10:00Z")]
    assert last_night(games) == games[1:]


def test_a_time_that_is_none_belongs_to_the_night() -> None:
    games = [game("121 100", 0, ended=each) for each in ("2026-11-22T00:00:00Z", "yesterday")]
    assert last_night(games) == games
