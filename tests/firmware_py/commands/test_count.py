"""`muggins count`: the text output and the JSON output."""

import pytest

from engine.cards import Card
from engine.scoring.hands_and_crib import count_show
from firmware_py.commands.hands import count_object, count_text
from tests.support.command import muggins, process


def test_count_without_a_starter_counts_the_cards_alone() -> None:
    made = muggins("count", "5H", "5C", "5S", "JD", "--json").json
    assert (made["points"], made["call"].split(",")[0]) == (14, "fifteen two")
    assert muggins("count", "6H", "7H", "8H", "KH", "--json").json["points"] == 9


def test_fifth_card_is_the_starter() -> None:
    """If `count` receives five cards, the last one is the starter (RULES.md 4)."""
    for cards, points in (("5H 5C 5S JD 5D", 29), ("2H 4H 6H 8H KS", 4), ("KS 2H 4H 6H 8H", 0)):
        assert muggins("count", *cards.split(), "--json").json["points"] == points


@pytest.mark.parametrize(
    ("cards", "last"),
    [
        ("2 4 6 J K", "The missing suits could add a flush (5) and his nobs (1)."),
        ("2H 4H 6H J KS", "The missing suits could add a flush (4) or his nobs (1)."),
        ("2H 4H 6H 8H K", "The missing suits could add 1 more for the flush."),
        ("5 5 5 J 5", "The missing suits could add his nobs (1)."),
        ("2H 4H 6H 8H KS", "4: a flush of four"),
        ("2 2 6 8 8", "4: a pair is two and a pair is four"),
    ],
)
def test_count_tells_the_points_that_missing_suits_could_add(cards: str, last: str) -> None:
    assert muggins("count", *cards.split()).out.splitlines()[-1] == last
    assert list(muggins("count", *cards.split(), "--json").json) == ["points", "call", "items"]


def test_count_takes_cards_in_either_case_and_without_suits() -> None:
    assert muggins("count", "5h", "td", "10", "Q", "--starter", "as", "--json").json["points"] == 8


def test_count_reads_the_cards_that_it_prints() -> None:
    cards = ["5♥", "5♣", "5♠", "J♦"]
    utf8 = {"PYTHONUTF8": "1"}
    printed = process("count", *cards, "--starter", "5♦", environment=utf8)
    assert printed == process("count", "5H", "5C", "5S", "JD", "--starter", "5D", environment=utf8)
    assert all(card in printed.out for card in cards)


def test_count_takes_options_of_the_rules() -> None:
    made = muggins("count", "5H", "5C", "5S", "JD", "--set", "game=six-card", "--json").json
    assert made["points"] == 14


def test_a_count_as_json_and_as_text() -> None:
    hand = [Card.parse(card) for card in ("5H", "5C", "5S", "JD")]
    count = count_show(hand, Card.parse("5D"))
    made = count_object(count)
    assert list(made) == ["points", "call", "items"]
    assert made["points"] == 29
    assert made["items"][0] == {"reason": "fifteen", "points": 2, "cards": ["5H", "JD"]}
    assert made["items"][-1] == {"reason": "nobs", "points": 1, "cards": ["JD"]}
    lines = count_text(count).splitlines()
    assert len(lines) == len(count.items) + 1
    assert [int(line.split()[-1]) for line in lines[:-1]] == [2, 4, 6, 8, 10, 12, 14, 16, 28, 29]
    assert lines[0].split() == ["fifteen", "5♥", "J♦", "2", "2"]
    assert lines[-1] == f"29: {count.call}"


def test_nothing_is_called_nineteen() -> None:
    nothing = count_show([Card.parse(card) for card in ("2", "4", "6", "Q")], Card.parse("8"))
    assert count_object(nothing) == {"points": 0, "call": "nineteen", "items": []}
    assert count_text(nothing) == "0: nineteen"
