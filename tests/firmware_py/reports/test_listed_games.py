"""The list of games with its statistics, as printed by `muggins history`."""

from pathlib import Path
from typing import Any

from firmware_py.reports.listed_games import history_object, history_text
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
