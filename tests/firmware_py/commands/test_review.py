"""`muggins review`: the game it looks at, and what it prints and draws."""

import re
from pathlib import Path

import pytest

from engine.coach.reviewing.review import review
from firmware_py.reports.review import review_object, review_text
from tests.support.coach_examples import BEGINS, DEAL, FIRST_DEAL, timeline
from tests.support.command import check_error, muggins, nothing_changes

# Side 0 wins with his heels. The second game, in which the loser deals, is still in progress.
KEYS = "OK J OK 3 H K 5"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.record"
    path.write_text(FIRST_DEAL)
    return path


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    muggins("replay", "-", "--journal", path, "--start", "119,0", stdin=KEYS)
    return path


def test_a_record_is_reviewed(record: Path) -> None:
    found = review(timeline(FIRST_DEAL))
    with nothing_changes(record.parent):
        made = muggins("review", record)
        assert (made.status, made.err) == (0, "")
        assert made.out.rstrip("\n") == review_text(found)
        assert muggins("review", record, "--json").json == review_object(found)
        assert muggins("review", "-", stdin=FIRST_DEAL).out == made.out


def test_of_a_record_with_several_games_the_last_finished_is_reviewed(tmp_path: Path) -> None:
    path = tmp_path / "match.record"
    first = BEGINS.format(start="100,90", target=121) + DEAL
    path.write_text(first + "next-game\n" + DEAL)
    assert muggins("review", path, "--json").json["scores"] == [121, 103]
    assert muggins("review", path, "--game", "1", "--json").json["winner"] == 0
    assert muggins("review", path, "--game", "2", "--json").json["winner"] is None


def test_the_play_is_judged_card_by_card_and_the_dearest_moments_said(record: Path) -> None:
    made = muggins("review", record, "--play")
    assert "\n  play        Bob 5" in made.out and "Bob 7, Ann K\n" in made.out
    found = muggins("review", record, "--play", "--json").json
    dearest = max(found["deals"][0]["laid"], key=lambda each: each["cost"])
    assert (dearest["card"], dearest["best"], dearest["on"]) == ("6", "7", 0)  # of the last two, after a go
    told = f"Deal 1: Bob lays 6 as a lead. 7 would have gained {dearest['cost']:.1f} more."
    assert f"\nThe dearest moments\n  {told}\n" in made.out and told in found["dearest"]
    assert f"6 (7 {dearest['cost']:.1f})" in made.out


def test_the_players_can_say_who_threw_what(record: Path) -> None:
    made = muggins("review", record, "--threw", "1:2,9", "--json").json
    assert made["deals"][0]["splits"] == [{"dealer": ["2", "9"], "pone": ["3", "3"], "chance": 1.0}]


def test_the_guess_is_admitted_and_the_example_that_corrects_it_can_be_typed(record: Path) -> None:
    guessed = re.search(r"'--threw (\S+)'", muggins("review", record).out)
    assert guessed
    made = muggins("review", record, "--threw", guessed[1])
    assert made.status == 0
    assert "--threw" not in made.out


def test_without_a_record_the_last_finished_game_of_the_board_is_reviewed(journal: Path) -> None:
    made = muggins("review", "--journal", journal, "--json").json
    assert (made["winner"], made["scores"]) == (0, [121, 0])
    assert muggins("review", "--journal", journal, "--game", "1", "--json").json == made


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_the_course_can_be_drawn(record: Path, suffix: str) -> None:
    pytest.importorskip("PIL")
    out = record.with_suffix(f".{suffix}")
    made = muggins("review", record, "--out", out)
    assert (made.status, made.out, made.err) == (0, "", "")
    assert b"Chance to win: Ann 22, Bob 13" in out.read_bytes() or out.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--threw", "1:2"), "such as 3:5H,J"),
        (("--threw", "1:K,9"), "two of the crib's cards 3 3 2 9, not K 9"),
        (("--threw", "5:2,9"), "there is no deal 5: choose 1 to 1"),
        (("--game", "2"), "--game 2: there is no such game: choose 1 to 1"),
        (("--journal", "games.txt"), "name a record or a journal, not both"),
        (("--out", "course.svg", "--json"), "do not go together"),
    ],
)
def test_bad_input_is_one_line(record: Path, arguments: tuple[str, ...], says: str) -> None:
    check_error(muggins("review", record, *arguments), says)


def test_games_that_are_not_there_are_named(tmp_path: Path, journal: Path) -> None:
    begun = tmp_path / "begun.txt"
    muggins("replay", "-", "--journal", begun, stdin="OK 3 5")
    for arguments, says in (
        ((tmp_path / "none.record",), "there is no such file"),
        (("--journal", journal, "--game", "3"), "there is no such game: choose 1 to 2"),
        (("--journal", journal, "--game", "2"), "there is nothing to review"),
        (("--journal", begun), "no game is finished yet"),
    ):
        check_error(muggins("review", *arguments), says)
