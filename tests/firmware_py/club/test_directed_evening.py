"""A directed evening: the notes on its standing, and the commands by which the director changes it."""

from __future__ import annotations

import csv
import io
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from firmware_py.club.evening_file import read_evening
from firmware_py.club.results_file import RESULTS, read_results
from firmware_py.mqtt.messages import state_message
from tests.support import keyed
from tests.support.command import check_error, muggins
from tests.support.views import last_view

from .conftest import EveningRig


def test_a_tie_that_only_a_playoff_settles_is_said(club: EveningRig) -> None:
    club.win("x-1", "Ann", "Bob")
    club.win("x-2", "Cy", "Di")
    page = club.look()
    assert page["club"]["notes"] == [
        "Place 1: Ann and Cy are equal in everything. A playoff decides.",
        "Place 3: Bob and Di are equal in everything. A playoff decides.",
    ]
    club.win("x-3", "Ann", "Cy")
    club.win("x-4", "Di", "Bob")
    assert club.look()["club"]["notes"] == []


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of a club that has drawn Ann, Bob, Cy and Dee, everyone against everyone."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "club"))
    players = tmp_path / "players.txt"
    players.write_text("Ann\nBob\nCy\nDee\n")
    assert muggins("club", "--new", "--draw", "everyone", "--players", players).status == 0
    return tmp_path / "club"


def directed(club: EveningRig, command: str) -> str:
    """Type a command of the director beside the running club, and return what it answers."""
    done = muggins("club", *command.split())
    assert done.status == 0, done
    club.look_for_draw()
    return str(done.out).strip()


def standing(page: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Return the name, the games played and won, the game points and the spread of each player."""
    return [(row[1], *row[2:6]) for row in page["club"]["standing"]]


MINUS = "\N{MINUS SIGN}"
ANN_BEAT_BOB = [("Ann", 1, 1, 2, "+23"), ("Bob", 1, 0, 0, f"{MINUS}23")]


def test_a_result_is_corrected_struck_and_each_taken_back(folder: Path, club: EveningRig) -> None:
    club.win("x-1", "Ann", "Bob")
    answer = directed(club, "result 1 bob 121 ann 90")
    assert answer == "1  Bob 121 – Ann 90  skunk, corrected by the director"
    page = club.look()
    assert standing(page) == [("Bob", 1, 1, 3, "+31"), ("Ann", 1, 0, 0, f"{MINUS}31")]
    assert page["results"]["1"]["about"] == "skunk, corrected by the director"
    directed(club, "strike 1")
    page = club.look()
    assert (standing(page), page["results"]["1"]["undone"]) == ([], True)
    assert directed(club, "undo") == "Taken back: strike 1"
    assert standing(club.look())[0][0] == "Bob"
    assert directed(club, "undo") == "Taken back: result 1 Bob 121 Ann 90"
    assert standing(club.look()) == ANN_BEAT_BOB
    directed(club, "strike 1")
    club.hear("game", {"game": "x-1", "undone": True})  # the players take back what does not count
    assert standing(club.look()) == []

    check_error(muggins("club", "undo", "now"), "type it so: muggins club undo")


def test_a_result_is_entered_and_counts_in_its_round_after_a_restart(folder: Path, club: EveningRig) -> None:
    club.win("x-1", "Bob", "Dee")
    assert directed(club, "result Ann 121 Cy 118") == "2  Ann 121 – Cy 118  entered by the director"
    assert directed(club, "forfeit Cy Bob") == "3  Cy 0 – Bob 0  forfeit, Bob wins, by the director"
    club.win("x-2", "Ann", "Dee")

    club.restart()
    page = club.look()
    assert standing(page)[:2] == [("Ann", 2, 2, 4, "+26"), ("Bob", 2, 2, 4, "+23")]
    said = {frozenset(pair): text for each in page["rounds"].values() for *pair, text in each["pairs"]}
    assert said[frozenset(("Bob", "Cy"))] == "forfeit, Bob wins"
    assert len([text for text in said.values() if text]) == 4
    rows = list(csv.reader(io.StringIO(club.csv().decode("utf-8-sig"))))
    assert [row[13] for row in rows] == ["director", "", "entered", "forfeit", ""]
    assert [row[0] for row in rows[1:]] == ["1", "2", "3", "4"]
    directed(club, "undo")
    assert [row[:3] for row in standing(club.look())][1] == ("Bob", 1, 1)


def test_a_name_that_is_no_players_is_shown_at_once_and_merged(folder: Path, club: EveningRig) -> None:
    club.hear("presence", "online")
    shown = last_view(folder.parent / "b1", keyed.board(names=("Ann", "Deex")))
    club.hear("state", state_message(shown))
    assert club.look()["tables"]["b1"]["away"] == "Deex is not in the draw: is it Dee?"
    club.win("x-1", "Deex", "Ann")
    check_error(muggins("club", "withdraw", "Dex"), "no player is called Dex: is it Deex?")
    assert directed(club, "rename deex DEE") == "Deex is Dee now, in the results and in the draw."
    page = club.look()
    assert [row[0] for row in standing(page)] == ["Dee", "Ann"]
    assert page["tables"]["b1"]["away"] == ""
    assert page["results"]["1"]["about"] == "renamed by the director"
    said = {frozenset(pair): text for each in page["rounds"].values() for *pair, text in each["pairs"]}
    assert said[frozenset(("Ann", "Dee"))] in ("121–98", "98–121")
    club.win("x-2", "Dee", "Bob")
    club.win("x-3", "Deex", "Cy")
    assert standing(club.look())[0][:3] == ("Dee", 3, 3)
    muggins("club", "--new")
    club.look_for_draw()
    club.win("x-4", "Deex", "Cy")
    assert standing(club.look())[0][0] == "Deex", "on another evening, it is another's name"


def test_a_player_who_withdraws_is_waited_for_and_drawn_no_more(folder: Path, club: EveningRig) -> None:
    page = club.look()
    for one, other, _ in page["rounds"]["1"]["pairs"]:
        club.win(f"{one}-{other}", one, other)
    directed(club, "withdraw Dee")
    page = club.look()
    assert page["club"]["notes"] == ["Dee has withdrawn", "A bye counts nothing here."], "and no tie yet"
    pairs = page["rounds"]["2"]["pairs"]
    assert sorted(text for *_, text in pairs) == ["", "Dee has withdrawn"]
    ((one, other, _),) = [pair for pair in pairs if not pair[2]]
    club.win("last", one, other)
    assert club.look()["club"]["round"] == 3


def test_players_who_withdrew_are_in_no_swiss_round_until_a_new_evening(folder: Path, tmp_path: Path) -> None:
    muggins("club", "--new", "--draw", "swiss", "--players", tmp_path / "players.txt")
    muggins("club", "withdraw", "Dee")
    assert "Dee" not in muggins("club", "--draw", "swiss", "--anyway").out
    muggins("club", "--new")
    assert "Dee" in muggins("club", "--draw", "swiss", "--players", tmp_path / "players.txt").out


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("resutl 1", "type it so: muggins club result"),
        ("strike 1", "1 is no result of this evening"),
        ("result Ann 121 Bob", "type it so: muggins club result"),
        ("result Ann 121 Bob 121", "type it so"),
        ("result Ann 121 ann 98", "type it so"),
        ("result Ann 121 Bob many", "type it so"),
        ("result Ann 121 Eve 98", "no player is called Eve"),
        ("rename Dee Bob", "both in the draw"),
        ("forfeit Dee dee", "type it so"),
        ("undo", "nothing to undo"),
        ("withdraw Dee --new", "stands without other options"),
        ("--rounds 9 --draw swiss", "leave out --draw swiss"),
        ("--bye 2", "go with --draw"),
        *((f"--new --rounds {number} --players players.txt", "1 to 100") for number in (0, 1000)),
    ],
)
def test_a_wrong_command_changes_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, command: str, words: str
) -> None:
    monkeypatch.chdir(folder.parent)
    before = (folder / RESULTS).read_bytes()
    check_error(muggins("club", *command.split()), words)
    assert (folder / RESULTS).read_bytes() == before


def test_a_line_of_the_director_that_was_cut_off_is_written_over(folder: Path, club: EveningRig) -> None:
    with (folder / RESULTS).open("ab") as file:
        file.write(b'{"director": ["strike", "1"], "en')
    club.win("x-1", "Ann", "Bob")
    directed(club, "result Cy 121 Dee 98")
    club.win("x-2", "Ann", "Cy")

    assert [each.result.names[0] for each in read_results(folder).since(0)] == ["Ann", "Cy", "Ann"]
    assert b'"en{' not in (folder / RESULTS).read_bytes()


SEVEN = "Ann\nBob\nCy\nDee\nEve\nFlo\nGus\n"


def test_nine_rounds_of_seven_are_about_fair_in_games_byes_and_deals(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "players.txt").write_text(SEVEN)
    done = muggins("club", "--new", "--rounds", 9, "--players", tmp_path / "players.txt", "--bye", 2)
    assert "\nRound 9 of 9\n" in done.out and "sits at A and deals first" in done.out
    draw = read_evening(folder).draw
    assert draw is not None and draw.bye == 2
    byes = Counter(each.bye for each in draw.rounds)
    assert sorted(byes.values()) == [1, 1, 1, 1, 1, 2, 2]
    assert len({each.bye for each in draw.rounds[:7]}) == 7, "nobody twice before all had one"
    pairs = [pair for each in draw.rounds for pair in each.pairs]
    assert max(Counter(frozenset(pair) for pair in pairs).values()) == 2
    first, second = Counter(pair.one for pair in pairs), Counter(pair.other for pair in pairs)
    assert max(abs(first[name] - second[name]) for name in SEVEN.split()) <= 2
    assert muggins("club", "withdraw", "Gus").status == 0
    assert read_results(folder).decisions.withdrawn == {"gus": 1}, "the round being played"
    assert muggins("club", "undo").out == "Taken back: withdraw Gus\n"


def test_the_second_game_of_two_players_counts_in_their_second_round(
    folder: Path, club: EveningRig, tmp_path: Path
) -> None:
    (tmp_path / "players.txt").write_text("Ann\nBob\n")
    muggins("club", "--new", "--rounds", 2, "--players", tmp_path / "players.txt")

    club.look_for_draw()
    club.win("x-1", "Ann", "Bob")
    page = club.look()
    assert page["club"]["round"] == 2
    said = [page["rounds"][number]["pairs"][0][2] for number in "12"]
    assert said[0] in ("121–98", "98–121") and said[1] == ""
    club.win("x-2", "Bob", "Ann", scores=[121, 70])
    assert "70" in club.look()["rounds"]["2"]["pairs"][0][2]


@pytest.mark.parametrize(("worth", "said"), [(0, "nothing here"), (2, "2 game points")])
def test_a_bye_is_marked_and_counts_what_the_club_says_once_its_round_is_played(
    folder: Path, club: EveningRig, tmp_path: Path, worth: int, said: str
) -> None:
    (tmp_path / "players.txt").write_text("Ann\nBob\nCy\n")
    muggins("club", "--new", "--rounds", 3, "--players", tmp_path / "players.txt", "--bye", worth)

    club.look_for_draw()
    draw = read_evening(folder).draw
    assert draw is not None
    one, other = draw.rounds[0].pairs[0]
    club.win("x-1", one, other)
    page = club.look()
    names = {row[0].split()[0]: row for row in standing(page)}
    had, has = draw.rounds[0].bye, draw.rounds[1].bye
    assert names.get(had, (f"{had} (1 bye)", 0, 1, worth, "0"))[3] == worth
    assert page["club"]["notes"][-1] == f"A bye counts {said}."
    if worth:
        assert {row[0] for row in standing(page)} == {
            f"{name} (1 bye)" if name in (had, has) else name for name in ("Ann", "Bob", "Cy")
        }


@pytest.mark.parametrize("form", ["everyone", "swiss"])
def test_those_left_alone_play_each_other(folder: Path, club: EveningRig, tmp_path: Path, form: str) -> None:
    (tmp_path / "players.txt").write_text(SEVEN)
    muggins("club", "--new", "--draw", form, "--players", tmp_path / "players.txt")
    club.look_for_draw()
    pairs = club.look()["rounds"]["1"]["pairs"]
    leaver = pairs[0][0]
    for one, other, _ in pairs[1:]:
        club.win(f"1-{one}", one, other)
    directed(club, f"withdraw {leaver}")
    page = club.look()
    for number in range(1, 8 if form == "everyone" else 2):
        found = page["rounds"][str(number)]
        assert (len(found["pairs"]), found["bye"]) == (3, ""), "six are left, and none sits out"
        assert sorted(name for one, other, _ in found["pairs"] for name in (one, other)) == sorted(
            set(SEVEN.split()) - {leaver}
        )
        for one, other, said in found["pairs"]:
            if not said:
                club.win(f"{number}-{one}", one, other)
        page = club.look()
        assert all(said for *_, said in page["rounds"][str(number)]["pairs"])
    directed(club, f"withdraw {one}")
    assert len(club.look()["rounds"]["1"]["pairs"]) == 3, "what was played stays"
    directed(club, "undo")
    directed(club, "undo")
    assert club.look()["rounds"]["1"]["bye"]


def test_a_knockout_of_six_by_three_games_with_a_leaver_and_a_corrected_result(
    folder: Path, club: EveningRig, tmp_path: Path
) -> None:
    (tmp_path / "players.txt").write_text("Ann\nBob\nCy\nDee\nEve\nFlo\n")
    first = ("club", "--new", "--draw", "knockout", "--players", tmp_path / "players.txt", "--best-of", 3)
    assert muggins(*first).out.splitlines()[1:] == [
        "Quarter-finals, best of 3",
        "   1  Dee – Eve",
        "   2  Cy – Flo",
        "      Ann and Bob have byes.",
    ]
    club.look_for_draw()
    for number, (winner, loser) in enumerate((("Dee", "Eve"), ("Eve", "Dee"), ("Cy", "Flo"))):
        club.win(f"x-{number}", winner, loser)
    page = club.look()
    assert page["rounds"]["1"]["pairs"] == [["Dee", "Eve", "1–1"], ["Cy", "Flo", "1–0"]]
    first_round, semi_finals, final = page["club"]["bracket"]
    assert [[tie["names"], tie["scores"]] for tie in first_round["ties"]] == [
        [["Ann", None], []],
        [["Dee", "Eve"], [1, 1]],
        [["Bob", None], []],
        [["Cy", "Flo"], [1, 0]],
    ]
    assert (semi_finals["title"], final["title"]) == ("Semi-finals", "Final")
    assert [tie["names"] for tie in semi_finals["ties"]] == [["Ann", None], ["Bob", None]]
    check_error(muggins("club", "--draw", "knockout"), "not finished: Dee – Eve and 1 more")
    club.win("x-3", "Dee", "Eve")
    directed(club, "withdraw Flo")
    check_error(muggins("club", "--draw", "knockout", "--players", tmp_path / "players.txt"), "--players")
    assert muggins("club", "--draw", "knockout", "--best-of", 1).status == 0
    club.look_for_draw()
    assert club.look()["rounds"]["2"]["pairs"] == [["Ann", "Dee", ""], ["Bob", "Cy", ""]]
    club.win("x-4", "Dee", "Ann")
    club.win("x-5", "Bob", "Cy")
    assert muggins("club", "--draw", "knockout").out == "Final\n   1  Dee – Bob\n"
    number = max(map(int, club.look()["results"])) - 1
    directed(club, f"result {number} Dee 97 Ann 121")
    page = club.look()
    assert (page["rounds"]["3"]["title"], page["club"]["round"]) == ("Final", 3)
    assert page["rounds"]["3"]["pairs"] == [["Ann", "Bob", ""]], "the final is of those who won"
    club.win("x-6", "Bob", "Ann", scores=[121, 70])
    page = club.look()
    assert page["club"]["notes"][:2] == ["Bob has won the knock-out.", "Flo has withdrawn"], "no ties"
    assert page["club"]["bracket"][2]["ties"] == [
        {"names": ["Ann", "Bob"], "scores": [70, 121], "about": "", "winner": 1}
    ]
    check_error(muggins("club", "--draw", "knockout"), "Bob has won the knock-out", "--new")


def test_players_without_names_are_not_called_missing_from_the_draw(folder: Path, club: EveningRig) -> None:
    club.win("x-1", "Left", "Right")
    assert club.look()["results"]["1"]["about"] == ""
