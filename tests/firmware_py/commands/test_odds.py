"""`muggins odds`: the text output and the JSON output."""

import pytest

from engine.coach import chance_before_deal
from engine.scoring.fast_count import distribution
from tests.support.command import muggins


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


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "add --score or --hands"),
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
