"""`muggins odds`: the text output and the JSON output."""

from pathlib import Path

import pytest

from engine.coach import chance_before_deal, win_chance
from engine.scoring.fast_count import distribution
from firmware_py.journal.recovery import read_journal
from tests.support.command import muggins, nothing_changes


@pytest.mark.parametrize(("dealer", "scores"), [(0, (98, 104)), (1, (98, 104))])
def test_the_chances_are_those_of_the_sides_not_of_dealer_and_pone(
    dealer: int, scores: tuple[int, int]
) -> None:
    chance = chance_before_deal(dealer=scores[dealer], pone=scores[1 - dealer])
    made = muggins("odds", "--score", "98,104", "--dealer", str(dealer), "--json").json
    assert list(made) == ["chances"]
    assert made["chances"][dealer] == pytest.approx(chance, abs=1e-4)
    assert sum(made["chances"]) == pytest.approx(1)
    lines = muggins("odds", "--score", "98,104", "--dealer", str(dealer)).out.splitlines()
    assert [line.split()[:2] for line in lines] == [["Left", "98"], ["Right", "104"]]
    assert lines[dealer].split()[2] == f"{chance:.1%}"


def test_the_hands_are_those_of_the_distribution() -> None:
    made = muggins("odds", "--hands", "--json").json
    assert [row["number"] for row in made["hands"]] == list(distribution())
    heading, *lines = muggins("odds", "--hands").out.splitlines()
    assert heading.split() == ["points", "hands", "share"]
    assert lines[29].split() == ["29", "4", "0.0000%"]
    assert lines[19].split() == ["19", "0", "0.0000%"]


@pytest.mark.parametrize("keys", ["OK", "OK 6 S", "OK 6 S 7 H 8 D", "OK 6 5 10 4 9 A GO 3 8 2 K Q J 10"])
def test_in_a_running_game_the_chances_are_those_of_now(tmp_path: Path, keys: str) -> None:
    journal = tmp_path / "games.txt"
    replayed = muggins(
        "replay", "-", "--journal", journal, "--names", "Ann,Bob", "--start", "90,80", "--json", stdin=keys
    ).json
    with nothing_changes(tmp_path):
        made = muggins("odds", "--journal", journal, "--json").json
        lines = muggins("odds", "--journal", journal).out.splitlines()
    chances = win_chance(read_journal(journal).history.game)
    assert made["chances"] == pytest.approx(chances, abs=1e-4)
    assert made["scores"] == [side["score"] for side in replayed["sides"]]
    assert made["prompt"] == replayed["prompt"]
    rows = [line.split() for line in lines]
    assert rows == [
        [name, str(score), f"{chance:.1%}"]
        for name, score, chance in zip(("Ann", "Bob"), made["scores"], chances, strict=True)
    ]


def test_a_game_that_the_coach_does_not_know_is_one_line(tmp_path: Path) -> None:
    journal = tmp_path / "games.txt"
    muggins("replay", "-", "--journal", journal, "--players", "3", stdin="OK")
    made = muggins("odds", "--journal", journal)
    assert (made.status, made.out) == (2, "")
    assert "the coach knows the six-card game for two" in made.err
    assert made.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--dealer", "1"), "--dealer is for a score before a deal: add --score"),
        (("--hands", "--score", "1,2"), "do not go together"),
        (("--journal", "games.txt", "--hands"), "do not go together"),
        (("--score", "121,0"), "a score before a deal is from 0 to 120, not 121"),
        (("--score", "98"), "'98' isn't two scores: write them as 98,104"),
        (("--score", "1,2,3"), "isn't two scores"),
        (("--score", "1,2", "--dealer", "2"), "2"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], says: str) -> None:
    made = muggins("odds", *arguments)
    assert (made.status, made.out) == (2, "")
    assert says in made.err
    assert made.err.count("\n") == 1
