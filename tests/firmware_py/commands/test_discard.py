"""`muggins discard`: the text output and the JSON output."""

import pytest

from tests.support.command import muggins

SIX = ["3H", "3D", "5H", "5D", "6H", "7S"]


def test_the_text_has_a_line_for_each_throw_and_names_the_best() -> None:
    heading, *lines = muggins("discard", *SIX, "--dealer").out.splitlines()
    rows, reasons = lines[:15], lines[15:]
    assert heading.split() == ["throw", "keep", "hand", "crib", "play", "total"]
    totals = [float(row.split()[-1]) for row in rows]
    assert totals == sorted(totals, reverse=True)
    thrown, *_ = rows[0].split("  ")
    assert reasons == [
        f"Throw {thrown}. It keeps a double run: 8 points without the starter.",
        "3-3 is good for your crib: 5.5 points on average; 4.6 is usual.",
    ]


@pytest.mark.parametrize(("side", "sign"), [("--dealer", 1), ("--pone", -1)])
def test_the_objects_have_the_figures_of_the_text(side: str, sign: int) -> None:
    made = muggins("discard", *SIX, side, "--json").json
    assert list(made) == ["throws", "reasons"]
    assert len(made["throws"]) == 15
    for throw in made["throws"]:
        assert list(throw) == ["thrown", "hand", "crib", "play", "total", "win"]
        assert throw["crib"] * sign > 0
        assert throw["win"] is None
        assert throw["total"] == pytest.approx(throw["hand"] + throw["crib"] + throw["play"], abs=0.02)
    lines = muggins("discard", *SIX, side).out.splitlines()[1:]
    assert [row.split()[-1] for row in lines[:15]] == [f"{throw['total']:.2f}" for throw in made["throws"]]
    reasons = [reason.translate(str.maketrans("♠♥♦♣", "SHDC")) for reason in made["reasons"]]
    assert [lines[15].partition(". ")[2], *lines[16:]] == reasons


def test_with_the_score_the_throws_are_ranked_by_the_chance_to_win() -> None:
    made = muggins("discard", *SIX, "--pone", "--score", "98,104", "--json").json
    chances = [throw["win"] for throw in made["throws"]]
    assert chances == sorted(chances, reverse=True)
    assert all(0 < chance < 1 for chance in chances)
    heading, *lines = muggins("discard", *SIX, "--pone", "--score", "98,104").out.splitlines()
    rows, last = lines[:15], lines[-1]
    assert heading.split() == ["throw", "keep", "hand", "crib", "play", "total", "win"]
    assert [row.split()[-1] for row in rows] == [f"{throw['win']:.1%}" for throw in made["throws"]]
    assert last == f"You win {chances[0]:.1%} of the games that go on from there."


@pytest.mark.parametrize(("cards", "throws"), [(SIX[:5], 10), ([*SIX, "KS"], 21)])
def test_five_and_seven_cards_are_ranked_by_hand_and_crib(cards: list[str], throws: int) -> None:
    made = muggins("discard", *cards, "--dealer", "--json").json
    assert len(made["throws"]) == throws
    for throw in made["throws"]:
        assert list(throw) == ["thrown", "hand", "crib", "play", "total", "win"]
        assert throw["play"] is None is throw["win"]
        assert throw["total"] == pytest.approx(throw["hand"] + throw["crib"], abs=0.02)
    heading, *lines = muggins("discard", *cards, "--dealer").out.splitlines()
    rows, best, last = lines[:throws], lines[throws], lines[-1]
    assert heading.split() == ["throw", "keep", "hand", "crib", "total"]
    assert [row.split()[-1] for row in rows] == [f"{throw['total']:.2f}" for throw in made["throws"]]
    assert " points without the starter." in best
    assert last.startswith("The coach knows the six-card game for two.")


def test_the_score_is_given_as_the_reason_if_another_throw_scores_more_points() -> None:
    made = muggins("discard", *"5H 10D 4C QS 2D AH --pone --score 112,118 --json".split()).json
    totals = {" ".join(throw["thrown"]): throw["total"] for throw in made["throws"]}
    most = max(totals, key=lambda thrown: totals[thrown])
    assert most == "QS 2D"
    more = totals[most] - made["throws"][0]["total"]
    assert made["reasons"][-1] == (
        f"The score decides: Q♠ 2♦ scores {more:.2f} points more on average, but wins less often."
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((*SIX[:4], "--pone"), "the coach knows the six-card game for two: give it six cards, not 4"),
        (
            (*SIX[:5], "--pone", "--score", "98,104"),
            "--score is for the six-card game: give six cards, not 5",
        ),
        ((*SIX[:5], "7", "--pone"), "the coach needs the suit of every card, such as 5H"),
        ((*SIX[:5], "3H", "--pone"), "3H is given twice: a pack has each card once"),
        ((*SIX[:5], "1H", "--pone"), "'1H'"),
        ((*SIX, "--pone", "--score", "121,0"), "a score before a deal is from 0 to 120, not 121"),
        ((*SIX, "--pone", "--score", "98"), "'98' isn't two scores: write them as 98,104"),
        (SIX, "muggins: add --dealer or --pone; see muggins discard --help"),
        ((*SIX, "--dealer", "--pone"), "--pone and --dealer do not go together"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], says: str) -> None:
    made = muggins("discard", *arguments)
    assert (made.status, made.out) == (2, "")
    assert says in made.err
    assert made.err.count("\n") == 1
