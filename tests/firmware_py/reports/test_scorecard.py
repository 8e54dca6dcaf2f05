"""The scorecard of several games: game points, spread, and who stands above whom."""

from typing import Any

import pytest

from firmware_py.reports.scorecard import Scorecard, ScorecardRow, scorecard


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
    assert scorecard(games) == [
        ScorecardRow("Ann", 4, 3, 7, 44, plus=85, place=1),
        ScorecardRow("Bob", 4, 1, 3, -44, plus=41, place=2),
    ]


def test_with_three_the_spread_is_to_the_best_of_the_others() -> None:
    rows = scorecard([game("100 121 90", 1, names="Ann Bob Cy")])
    assert rows == [
        ScorecardRow("Bob", 1, 1, 2, 21, plus=21, place=1),
        ScorecardRow("Ann", 1, 0, 0, -21, place=2),
        ScorecardRow("Cy", 1, 0, 0, -31, place=3),
    ]


def test_a_game_given_up_does_not_count() -> None:
    assert scorecard([game("50 60", None)]) == []


# Each row is worked out by hand from the order of the American Cribbage Congress. In `GAMES`, a game is the
# names of the winner and the loser, and the loser's score; `!` is a skunk.
@pytest.mark.parametrize(
    ("games", "places"),
    [
        # 6 points from three wins stand above 6 from two skunks, though their spread is worse.
        ("A-x:120 A-x:120 A-x:120 x-A:91 B-y:10! B-y:10!", "A1 B2 x3 y4"),
        # 4 points and two wins each: the spread.
        ("A-x:100 A-x:100 B-y:110 B-y:110", "A1 B2 y3 x4"),
        # 2 points, one win and spread 0 each: 30 plus points stand above 20.
        ("A-x:101 x-A:101 B-y:91 y-B:91", "B1 y1 A3 x3"),
        # A and B have a win by 10 and a loss by 10 each, and B has beaten A.
        ("B-A:111 A-x:111 y-B:111", "y1 B2 A3 x4"),
        # Three are equal, each has beaten another: they share the place.
        ("A-B:100 B-C:100 C-A:100", "A1 B1 C1"),
    ],
)
def test_ties_are_broken_as_the_american_cribbage_congress_does(games: str, places: str) -> None:
    card = Scorecard()
    for each in games.split():
        winner, loser, score = each[0], each[2], each[4:]
        card.add([loser, winner], [int(score.rstrip("!")), 121], 1, "skunk" if "!" in score else None)
    assert [f"{row.name}{row.place}" for row in card.rows()] == places.split()
