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
from tests.support.referee import referee

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
ROWS = {
    "show": "S1-S30 F1-F5 V1-V6 A1-A7",
    "play": "P1-P20 P7x F6-F8 V7-V8 X1-X7 T1-T3 T1x T3x Q1",
    "ends": "E1-E12",
}

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


# -- the data


def test_no_row_of_the_table_is_missing() -> None:
    for name, wanted in ROWS.items():
        ids = {row["id"].partition("-")[0] for row in cases.rows(name)}
        assert ids == set(spread(wanted))


def spread(ids: str) -> Iterable[str]:
    """Yield each case in a list of cases and ranges: S1, S2, S3 and P7x for "S1-S3 P7x"."""
    for part in ids.split():
        first, _, last = part.partition("-")
        if last:
            yield from (f"{first[0]}{number}" for number in range(int(first[1:]), int(last[1:]) + 1))
        else:
            yield first


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
    assert (made["players"], made["refused"], made["presses"]) == (case.players, [], len(case.words))
    assert (made["count"], made["winner"], made["skunk"]) == (0, None, None)
    assert made["prompt"] in ("flush", "flush_with_starter", "nobs", "crib")
    assert replayed(case, case.words[:-1])["prompt"] == ("rest" if case.rest else "play")
    in_play, shown = made["pegged"][: len(case.entries)], made["pegged"][len(case.entries) :]
    assert tuple((entry["side"], entry["points"]) for entry in in_play) == case.pegged
    # 31, a go or the last card ends each count (RULES.md 3, steps 4 and 5).
    totals = [cases.total(list(count)) for count in case.steps]
    ends = ["thirty_one" if total == 31 else "go" for total in totals]
    if ends[-1] == "go" and not case.rest:
        ends[-1] = "last_card"
    reasons = [item["reason"] for entry in in_play for item in entry["items"]]
    assert [reason for reason in reasons if reason in PLAY_ENDS] == ends
    # The entries after the play are hands, which are counted when the last cards are keyed.
    play_ends = len(case.words) - 1 - max(len(case.rest) - 1, 0)
    for entry in shown:
        assert entry["press"] >= play_ends
        assert not {item["reason"] for item in entry["items"]} & set(PLAY_ENDS)
    scores = [0] * case.sides
    for entry in made["pegged"]:
        assert entry["points"] == sum(item["points"] for item in entry["items"])
        scores[entry["side"]] += entry["points"]
        assert entry["score"] == scores[entry["side"]]
    assert [(side["score"], side["games"]) for side in made["sides"]] == [(score, 0) for score in scores]


# -- the end


@each_end
def test_replay_ends_a_game_as_a_row_of_the_end_does(case: EndCase) -> None:
    made = replayed(case, case.words, "--start", ",".join(map(str, case.start)))
    assert (made["players"], made["refused"], made["prompt"]) == (case.players, [], case.prompt)
    assert (made["winner"], made["skunk"]) == (case.winner, case.skunk)
    assert tuple(side["score"] for side in made["sides"]) == case.scores
    won = [case.games if side == case.winner else 0 for side in range(len(case.scores))]
    assert [side["games"] for side in made["sides"]] == won
    assert tuple((entry["side"], entry["points"]) for entry in made["pegged"]) == case.entries
    last = made["pegged"][-1]
    assert last["score"] == case.scores[last["side"]]
    assert case.reason in {item["reason"] for item in last["items"]}
    if case.prompt == "game_over":
        assert made["to_act"] is None


@each_hand
def test_the_oracle_counts_a_hand(case: cases.ShowCase) -> None:
    """The totals, and the points of each kind of combination, are those in RULES.md 8."""
    items = oracle.count_show(list(case.cards), case.starter or None, case.crib, "ace_11" in case.options)
    assert by_kind((reason, points) for reason, points, _ in items) == case.breakdown


@each_play
def test_the_oracle_counts_each_card_of_a_row(case: cases.PlayCase) -> None:
    """Each card scores the points in RULES.md 8, apart from the point for a go or the last card."""
    for count in case.steps:
        ranks: list[str] = []
        values: list[int] = []
        scored = []
        for _, called, points in count:
            rank, _, value = called.partition("=")
            ranks.append(rank)
            values.append(int(value or oracle.value(rank)))
            scored.append(points - sum(oracle.play_points(ranks, values).values()))
        # The point for go or last belongs to the last card, whoever said go after it.
        assert scored == [0] * (len(count) - 1) + [sum(values) < 31], ranks


@each_play
def test_the_referee_pegs_a_row_of_the_play(case: PlayCase) -> None:
    result = referee(list(case.words), players=case.players, options=case.options)
    assert result["refused"] == []
    number = len(case.pegged)
    assert pegged(result)[:number] == list(case.pegged)
    assert {entry["press"] for entry in result["pegged"][number:]} <= {len(case.words) - 1}


@each_end
def test_the_referee_ends_a_game_as_a_row_of_the_end_does(case: EndCase) -> None:
    result = referee(list(case.words), case.start, players=case.players, options=case.options)
    assert result["refused"] == []
    assert (result["prompt"], result["winner"], result["skunk"]) == (case.prompt, case.winner, case.skunk)
    assert tuple(side["score"] for side in result["sides"]) == case.scores
    assert sum(side["games"] for side in result["sides"]) == case.games
    assert pegged(result) == list(case.entries)
    assert case.reason in {item["reason"] for item in result["pegged"][-1]["items"]}


def pegged(result: dict[str, Any]) -> list[tuple[int, int]]:
    return [(entry["side"], entry["points"]) for entry in result["pegged"]]
