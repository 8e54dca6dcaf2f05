"""The evening in numbers, and several evenings added up to a season, as text, CSV, JSON and a page."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from tests.support.command import check_error, muggins

from .conftest import EveningRig


def test_the_page_mentions_good_cards_skunks_great_hands_and_all_nine_won(club: EveningRig) -> None:
    club.win("x-1", "Ann", "Bob", skunk="skunk", scores=[121, 80], hands=[[24], [29, 24]])
    club.win("x-2", "Ann", "Cy", hands=[[], [28]])
    club.win("x-3", "Bob", "Cy", hands="many")  # a result counts without hands that are not valid
    assert club.look()["club"]["numbers"] == [
        "Skunks: Ann 1",
        "Hands and cribs of 24: Ann 1, Bob 1",
        "Hands and cribs of 28: Cy 1",
        "Hands and cribs of 29: Bob 1",
    ]
    club.hear("game", {"game": "x-1", "undone": True})
    assert club.look()["club"]["numbers"] == ["Hands and cribs of 28: Cy 1"]
    for number in range(8):
        club.win(f"y-{number}", "Ann", "Bob")
    club.restart()  # nine wins of Ann's count, 18 game points; the hand is in the file
    assert club.look()["club"]["numbers"] == [
        "Cards of 12 game points and more: Ann 18",
        "Hands and cribs of 28: Cy 1",
        "All games won, of 9 or more: Ann 9",
    ]
    assert club.csv().decode().splitlines()[1].endswith(",,28,,,,")


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of a club with two evenings; on the first, Ann, Bob and Cy had a bye of 2 points each."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "club"))
    (tmp_path / "three.txt").write_text("Ann\nBob\nCy\n")
    muggins("club", "--new", "--rounds", 3, "--players", tmp_path / "three.txt", "--bye", 2)
    for result in ("Ann 121 Bob 80", "Ann 121 Cy 50", "Bob 121 Cy 119"):
        assert muggins("club", "result", *result.split()).status == 0
    check_error(muggins("club", "--new", "--draw", "swiss", "--players", tmp_path / "two.txt"), "two.txt")
    muggins("club", "--new")
    for result in ("bob 121 Ann 120", "Cy 121 Ann 90", "Bob 121 Cy 120"):
        assert muggins("club", "result", *result.split()).status == 0
    muggins("club", "strike", 6)
    return tmp_path / "club"


def test_a_season_adds_the_best_evenings_up(folder: Path) -> None:
    """Ann has 3 + 3 + 2 for a bye, and lost all on the second; Bob 2 + 2, and 2; Cy 2 for a bye, and 3."""
    found = muggins("club", "season", "--json").json
    rows = [(row["name"], row["game_points"], row["points"]) for row in found["players"]]
    assert rows == [("Ann", 8, [8, 0]), ("Bob", 6, [4, 2]), ("Cy", 5, [2, 3])]
    assert len(found["evenings"]) == 2 and found["numbers"] == ["Skunks: Ann 2, Cy 1"]
    best = muggins("club", "season", folder.parent, "--best", 1, "--csv").out
    rows = list(csv.reader(io.StringIO(best)))
    assert rows[0][:9] == "Place,Player,Evenings,Games,Won,Game points,Spread,Plus,Minus".split(",")
    assert rows[1:] == [
        "1,Ann,2,2,3,8,112,112,0,8,0".split(","),
        "2,Bob,2,2,2,4,-39,2,-41,4,2".split(","),
        "3,Cy,2,1,1,3,31,31,0,2,3".split(","),
    ]
    text = muggins("club", "season", folder, "--best", 1).out
    assert text.startswith("2 evenings, of which each player's best 1 count\n") and "Skunks: Ann 2" in text
    page = muggins("club", "season", folder, "--html").out
    assert page.startswith("<!doctype html>") and "<td>Bob</td>" in page


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("season nowhere", "nowhere: there are no results of a club"),
        ("season --best 0", "muggins club season"),
        ("--best 3", "go with 'muggins club season'"),
        ("season --new", "stands without other options"),
    ],
)
def test_a_season_asked_for_wrongly(folder: Path, command: str, words: str) -> None:
    check_error(muggins("club", *command.split()), words)
