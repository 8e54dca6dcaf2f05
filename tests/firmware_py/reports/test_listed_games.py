"""The games of a table: the list with its statistics, as `muggins history` prints it, and the scorecard."""

from pathlib import Path
from typing import Any

import pytest

from firmware_py.reports.listed_games import history_object, history_text
from firmware_py.reports.scorecard import Scorecard, ScorecardRow, scorecard
from tests.support.command import muggins

NO_DEALS = {"deals": 0, "points": 0, "play": 0, "hand": 0, "crib": 0}


def side(**more: Any) -> dict[str, Any]:
    """Return the JSON object for a side that has played no deals, with the fields in `more` replaced."""
    return {"skunk": None, "dealer": NO_DEALS, "pone": NO_DEALS, "best_hand": None, "best_crib": None} | more


def game(number: int, names: tuple[str, str], scores: tuple[int, int], **more: Any) -> dict[str, Any]:
    """Return the JSON object for a two-player six-card game to 121 that the first side won.

    Args:
        number: the number of the game.
        names: the sides' names.
        scores: the final score of each side.
        more: fields to replace.
    """
    made = {
        "number": number,
        "ended": f"2026-11-{number:02}T20:15:03Z",
        "game": "six-card",
        "players": 2,
        "target": 121,
        "names": list(names),
        "scores": list(scores),
        "winner": 0,
        "skunk": None,
        "deals": 9,
        "sides": [side(), side()],
    }
    return made | more


def test_without_games_there_is_a_line_that_says_so() -> None:
    assert history_text([]) == "no game is finished yet"
    assert history_object([]) == {"games": [], "names": [], "head_to_head": []}


def test_a_line_of_a_game_has_its_day_scores_result_and_deals() -> None:
    lines = history_text([game(7, ("Ann", "Bob"), (121, 118))]).splitlines()
    assert lines[0] == "    7  2026-11-07  Ann 121, Bob 118: Ann wins; 9 deals"
    given_up = game(8, ("Ann", "Bob"), (3, 0), winner=None, deals=1, ended=None)
    assert history_text([given_up]).splitlines()[0] == ("    8              Ann 3, Bob 0: given up; 1 deal")


def test_averages_are_points_over_deals_of_all_games_and_the_best_hand_names_its_game() -> None:
    first = {"deals": 2, "points": 10, "play": 4, "hand": 4, "crib": 2}
    second = {"deals": 3, "points": 25, "play": 6, "hand": 11, "crib": 8}
    worse = {"points": 12, "cards": ["5", "5", "J", "J", "2"]}
    best = {"points": 29, "cards": ["5H", "5S", "5C", "JD", "5D"]}
    games = [
        game(1, ("Ann", "Bob"), (121, 100), sides=[side(dealer=first, best_hand=worse), side()]),
        game(2, ("Ann", "Cy"), (121, 100), sides=[side(dealer=second, best_hand=best), side()]),
    ]
    lines = history_text(games).splitlines()
    assert "  as dealer, 5 deals: 7.0 points on average (play 2.0, hand 3.0, crib 2.0)" in lines
    assert "  best hand: 29 with 5♥ 5♠ 5♣ J♦ 5♦ (game 2)" in lines
    ann = history_object(games)["names"][0]
    assert (ann["name"], ann["games"], ann["won"]) == ("Ann", 2, 2)
    assert ann["dealer"] == {"deals": 5, "points": 7.0, "play": 2.0, "hand": 3.0, "crib": 2.0}
    assert ann["best_hand"] == {**best, "number": 2}


def test_skunk_in_a_game_to_61_is_a_lurch(tmp_path: Path) -> None:
    """A skunk in a game to 61 is called a lurch (RULES.md 5), but the totals in JSON count it as a skunk."""
    record = [
        "muggins 1 players=2 start=0,0 names=Ann,Bob target=61",
        *("deals 0", "peg 1 40", "peg 0 61", "next-game"),
        *("peg 0 30", "peg 1 61", "next-game"),
        *("starter 3", "new-game players=2 start=0,0 names=Ann,Bob"),
        *("deals 0", "peg 1 61", "peg 0 121", "next-game"),
        *("peg 1 60", "peg 0 121", "next-game"),
        *("starter 3", "new-game players=3 start=0,0,0 names=Ann,Bob,Cy target=61"),
        *("deals 0", "peg 2 61", "next-game"),
        *("starter 3", "new-game players=4 start=0,0 target=61", "deals 0", "peg 0 61", "next-game"),
    ]
    (tmp_path / "record.txt").write_text("\n".join(record) + "\n")
    games = tmp_path / "games.txt"
    assert muggins("replay", tmp_path / "record.txt", "--journal", games).status == 0
    lines = muggins("history", "--journal", games).out.splitlines()
    said = [line.split("  ")[-1].partition(": ")[2].partition(";  ")[0] for line in lines[:7] if line]
    assert said == [
        "Ann wins; 0 deals",
        "Bob wins; Ann is lurched; 0 deals",
        "Ann wins with a skunk; 0 deals",
        "Ann wins with a double skunk; 0 deals",
        "Cy wins; both are lurched; 0 deals; 3 players",
        "North & South win; East & West are lurched; 0 deals; 4 players",
    ]
    assert "Ann: 4 games, won 3 (1 skunk, 1 double skunk), lost 1 (1 lurch)" in lines
    assert "Bob: 4 games, won 1 (1 lurch), lost 3 (1 skunk, 1 double skunk)" in lines
    assert "Ann against Bob: 3-1, skunks 1-0, double skunks 1-0, lurches 0-1" in lines
    assert any("  North & South 61, East & West 0: North & South win; " in line for line in lines)
    names = muggins("history", "--journal", games, "--json").json["names"]
    assert (names[0]["skunks"], names[0]["skunked"]) == (1, 1)


# -- the scorecard: game points, spread, and who stands above whom


def played(
    scores: str, winner: int | None, names: str = "Ann Bob", skunk: str | None = None
) -> dict[str, Any]:
    sides = [int(score) for score in scores.split()]
    return {"names": names.split(), "scores": sides, "winner": winner, "skunk": skunk, "ended": None}


def test_a_win_is_2_game_points_and_a_win_with_a_skunk_3() -> None:
    games = [
        played("121 100", 0),
        played("80 121", 1, skunk="skunk"),
        played("121 60", 0, skunk="double"),
        played("121 118", 0),
    ]
    # Ann: 2 + 3 + 2 points, and 21 - 41 + 61 + 3 holes; Bob: 3 points for his skunk.
    assert scorecard(games) == [
        ScorecardRow("Ann", 4, 3, 7, 44, plus=85, place=1, skunks=1),
        ScorecardRow("Bob", 4, 1, 3, -44, plus=41, place=2, skunks=1),
    ]


def test_with_three_the_spread_is_to_the_best_of_the_others() -> None:
    rows = scorecard([played("100 121 90", 1, names="Ann Bob Cy")])
    assert rows == [
        ScorecardRow("Bob", 1, 1, 2, 21, plus=21, place=1),
        ScorecardRow("Ann", 1, 0, 0, -21, place=2),
        ScorecardRow("Cy", 1, 0, 0, -31, place=3),
    ]


def test_a_game_given_up_does_not_count() -> None:
    assert scorecard([played("50 60", None)]) == []


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
