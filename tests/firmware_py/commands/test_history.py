"""`muggins history`: the finished games, averages, best hands, and the results of each pair of players."""

import json
from pathlib import Path

import pytest

from tests.support.command import check_error, muggins, nothing_changes


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path to a journal that contains four games. The third game was abandoned."""
    record = [
        "muggins 1 players=2 start=0,0 names=Ann,Bob",
        *("deals 1", *deal()),  # Ann 10, Bob 18
        *("peg 1 50", "peg 0 111", "next-game"),
        *(*deal(), "peg 0 85", "peg 1 111", "next-game"),  # Bob lost, so he deals; Ann has 95: no skunk
        *("starter 3", "new-game players=3 start=0,0,0 names=Ann,Bob,Cy"),
        *("deals 0", "peg 2 121", "next-game"),
    ]
    (tmp_path / "record.txt").write_text("\n".join(record) + "\n")
    made = muggins("replay", tmp_path / "record.txt", "--journal", tmp_path / "games.txt")
    assert made.status == 0, made
    return tmp_path / "games.txt"


def deal() -> list[str]:
    """Return the events of the deal in the README. The non-dealer scores 10 points, and the dealer 18."""
    laid = [f"lay {rank}" for rank in "10 5 5 5 6 K K 9".split()]
    return ["starter 2", *laid, "no", *(f"crib {rank}" for rank in "8 8 9 J".split()), "yes"]


def test_the_text_has_the_games_then_each_player_then_the_pairs(path: Path) -> None:
    with nothing_changes(path.parent):
        made = muggins("history", "--journal", path)
    today = json.loads(muggins("history", "--journal", path, "--json").out)["games"][0]["ended"][:10]
    assert made.out.replace(today, "YYYY-MM-DD") == EXPECTED
    assert made.err == ""


EXPECTED = """\
    1  YYYY-MM-DD  Ann 121, Bob 68: Ann wins with a skunk; 1 deal
    2  YYYY-MM-DD  Ann 95, Bob 121: Bob wins; 1 deal
    4  YYYY-MM-DD  Ann 0, Bob 0, Cy 121: Cy wins with a double skunk; 0 deals; 3 players

Ann: 2 games, won 1 (1 skunk), lost 1
  as pone, 2 deals: 10.0 points on average (play 6.0, hand 4.0)
  best hand: 4 with 10 5 6 K 2 (game 1)

Bob: 2 games, won 1, lost 1 (1 skunk)
  as dealer, 2 deals: 18.0 points on average (play 9.0, hand 6.0, crib 3.0)
  best hand: 6 with 5 5 K 9 2 (game 1)
  best crib: 3 with 8 8 9 J 2 (game 1)

Ann (3 players): 1 game, won 0, lost 1 (1 double skunk)

Bob (3 players): 1 game, won 0, lost 1 (1 double skunk)

Cy (3 players): 1 game, won 1 (1 double skunk), lost 0

Ann against Bob: 1-1, skunks 1-0
"""


def test_the_history_as_json(path: Path) -> None:
    made = muggins("history", "--journal", path, "--json").json
    assert [game["number"] for game in made["games"]] == [1, 2, 4]
    first = made["games"][0]
    assert first["names"] == ["Ann", "Bob"] and first["scores"] == [121, 68]
    assert (first["winner"], first["skunk"], first["deals"], first["target"]) == (0, "skunk", 1, 121)
    assert (first["game"], first["players"]) == ("six-card", 2)
    assert first["sides"][1] == {
        "skunk": "skunk",
        "dealer": {"deals": 1, "points": 18, "play": 9, "hand": 6, "crib": 3},
        "pone": {"deals": 0, "points": 0, "play": 0, "hand": 0, "crib": 0},
        "best_hand": {"points": 6, "cards": ["5", "5", "K", "9", "2"]},
        "best_crib": {"points": 3, "cards": ["8", "8", "9", "J", "2"]},
    }
    bob = made["names"][1]
    assert bob["name"] == "Bob" and bob["dealer"] == {
        "deals": 2,
        "points": 18.0,
        "play": 9.0,
        "hand": 6.0,
        "crib": 3.0,
    }
    assert bob["pone"] == {"deals": 0, "points": None, "play": None, "hand": None, "crib": None}
    assert bob["best_hand"] == {"points": 6, "cards": ["5", "5", "K", "9", "2"], "number": 1}
    assert [(one["name"], one["players"], one["won"]) for one in made["names"]] == [
        ("Ann", 2, 1),
        ("Bob", 2, 1),
        ("Ann", 3, 0),
        ("Bob", 3, 0),
        ("Cy", 3, 1),
    ]
    assert made["head_to_head"] == [
        {"names": ["Ann", "Bob"], "games": 2, "won": [1, 1], "skunks": [1, 0], "double_skunks": [0, 0]}
    ]


def test_a_game_in_progress_is_not_listed(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    muggins("replay", "-", "--journal", path, "--start", "119,0", stdin="OK 3 K")
    assert muggins("history", "--journal", path).out == "no game is finished yet\n"
    muggins("replay", "-", "--journal", path, stdin="UNDO UNDO J")
    assert (
        "Left 121, Right 0: Left wins with a double skunk; 0 deals"
        in muggins("history", "--journal", path).out
    )
    muggins("replay", "-", "--journal", path, stdin="UNDO")
    assert muggins("history", "--journal", path).out == "no game is finished yet\n"


def test_a_missing_journal_is_an_error(tmp_path: Path) -> None:
    check_error(muggins("history", "--journal", tmp_path / "none"), "none: there is no such file")
    (tmp_path / "empty").touch()
    assert muggins("history", "--journal", tmp_path / "empty").out == "no game is finished yet\n"
    check_error(muggins("history", "--journal", tmp_path / "empty", "more"), "more")


def test_with_a_damaged_journal_the_archived_games_are_still_listed(path: Path) -> None:
    whole = json.loads(muggins("history", "--journal", path, "--json").out)["games"]
    path.write_bytes(path.read_bytes()[:-20] + b"x\n")
    made = muggins("history", "--journal", path, "--json")
    assert json.loads(made.out)["games"] == whole
