"""Every worked case in RULES.md, section 8: engine, program, oracle and referee agree with it."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from engine.cards import Card
from engine.rules import Rules
from engine.scoring.fast_count import show_points
from engine.scoring.hands_and_crib import count_show
from tests.support import cases, oracle
from tests.support.cases import EndCase, PlayCase, ShowCase
from tests.support.command import muggins
from tests.support.referee import comparable, referee

KINDS = {
    "fifteen": "fifteens",
    "pair": "pairs",
    "pair_royal": "pairs",
    "double_pair_royal": "pairs",
    "run": "runs",
    "flush": "flush",
    "nobs": "nobs",
}
PLAY_ENDS = ("go", "last_card", "thirty_one")

each_hand = pytest.mark.parametrize("case", cases.show_cases(), ids=lambda case: case.id)
each_play = pytest.mark.parametrize("case", cases.play_cases(), ids=lambda case: case.id)
each_end = pytest.mark.parametrize("case", cases.end_cases(), ids=lambda case: case.id)


def settings(case: ShowCase | PlayCase | EndCase) -> list[str]:
    return [f"{name}={value}" for name, value in case.options.items()]


def chosen(case: ShowCase | PlayCase | EndCase) -> list[str]:
    return [argument for setting in settings(case) for argument in ("--set", setting)]


def replayed(case: PlayCase | EndCase, words: Iterable[str], *arguments: str) -> Any:
    players = ("--players", str(case.players))
    return muggins("replay", "-", *players, *chosen(case), *arguments, "--json", stdin=" ".join(words)).json


def by_kind(items: Iterable[tuple[str, int]]) -> Counter[str]:
    kinds: Counter[str] = Counter()
    for reason, points in items:
        kinds[KINDS[reason]] += points
    return kinds


def test_no_case_is_missing_and_the_cases_of_the_end_are_worked_out_for_the_rows_as_they_stand() -> None:
    assert (len(cases.show_cases()), len(cases.play_cases())) == (48, 2 * 40)
    rows = {case.id.partition("-")[0]: case.row for case in cases.end_cases()}
    written = {case: [cell.strip() for cell in row.split("|")] for case, row in rows.items()}
    assert written == cases.table("The end") and len(written) == 12


# -- the show


@each_hand
def test_the_engine_counts_a_hand(case: ShowCase) -> None:
    starter = Card.parse(case.starter) if case.starter else None
    rules = Rules.parse(settings(case), players=case.players)
    cards = [Card.parse(card) for card in case.cards]
    count = count_show(cards, starter, rules, crib=case.crib)
    assert by_kind((item.reason.value, item.points) for item in count.items) == case.breakdown
    assert count.points == case.total
    assert show_points(cards, starter, rules, crib=case.crib) == case.total
    if not case.options:  # the usual rules are counted in a way of their own
        assert show_points(cards, starter, crib=case.crib) == case.total
    items = oracle.count_show(list(case.cards), case.starter or None, case.crib, "ace_11" in case.options)
    assert by_kind((reason, points) for reason, points, _ in items) == case.breakdown


@each_hand
def test_the_command_counts_a_hand(case: ShowCase) -> None:
    starter = ["--starter", case.starter] if case.starter else []
    arguments = [*case.cards, *starter, *(["--crib"] if case.crib else []), *chosen(case)]
    made = muggins("count", *arguments, "--json").json
    assert list(made) == ["points", "call", "items"]
    for item in made["items"]:
        assert list(item) == ["reason", "points", "cards"]
        assert set(item["cards"]) <= {*case.cards, case.starter}
    assert by_kind((item["reason"], item["points"]) for item in made["items"]) == case.breakdown
    assert made["points"] == case.total
    text = muggins("count", *arguments).out
    assert text.splitlines()[-1] == f"{case.total}: {made['call']}"


# -- the play


@each_play
def test_replay_pegs_a_row_of_the_play_entry_by_entry(case: PlayCase) -> None:
    made = replayed(case, case.words)
    theirs = referee(case.words, players=case.players, options=case.options)
    assert comparable(made) == comparable(theirs) and made["refused"] == []
    assert made["prompt"] in ("flush", "flush_with_starter", "nobs", "crib")
    assert replayed(case, case.words[:-1])["prompt"] == ("rest" if case.rest else "play")
    in_play = made["pegged"][: len(case.entries)]
    assert tuple((entry["side"], entry["points"]) for entry in in_play) == case.pegged
    # 31, a go or the last card ends each count (RULES.md 3, steps 4 and 5).
    totals = [cases.total(list(count)) for count in case.steps]
    ends = ["thirty_one" if total == 31 else "go" for total in totals]
    if ends[-1] == "go" and not case.rest:
        ends[-1] = "last_card"
    reasons = [item["reason"] for entry in in_play for item in entry["items"]]
    assert [reason for reason in reasons if reason in PLAY_ENDS] == ends
    points = [sum(points for seat, points in case.entries if seat == each) for each in range(case.players)]
    assert case.totals == (*points[1:], points[0])


# -- the end


@each_end
def test_replay_ends_a_game_as_a_row_of_the_end_does(case: EndCase) -> None:
    words = case.words.split()
    made = replayed(case, words, "--start", ",".join(map(str, case.start)))
    theirs = referee(words, case.start, players=case.players, options=case.options)
    assert comparable(made) == comparable(theirs)
    assert (made["refused"], made["prompt"]) == ([], case.prompt)
    assert (made["winner"], made["skunk"]) == (case.winner, case.skunk)
    assert tuple(side["score"] for side in made["sides"]) == case.scores
    won = [case.games if side == case.winner else 0 for side in range(len(case.scores))]
    assert [side["games"] for side in made["sides"]] == won
    assert tuple((entry["side"], entry["points"]) for entry in made["pegged"]) == case.entries
    assert case.reason in {item["reason"] for item in made["pegged"][-1]["items"]}
