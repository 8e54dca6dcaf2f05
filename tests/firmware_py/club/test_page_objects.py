"""The JSON objects that describe a table, a result, the standings and a round on the club's page."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_py.club.club_tables import Table
from firmware_py.club.draw_types import Draw, Form, Pair, Round
from firmware_py.club.page_objects import (
    result_object,
    round_object,
    standing_object,
    table_object,
)
from firmware_py.club.results import Numbered, Result, Results
from firmware_py.club.state_message import BoardState, SideState
from firmware_py.game_points import ScorecardRow
from firmware_py.words.english import English

WORDS = English()
SIDES = (SideState("Ann", 12, 10, 1, True, False), SideState("Bob", 7, 0, 0, False, True))
STATE = BoardState("run", 57, True, 121, "Ann: card", SIDES, None)


def result(*names: str, scores: tuple[int, int] = (121, 98), skunk: str | None = None) -> Result:
    return Result("b1", "".join(names), "Table 1", names, scores, 0, skunk, 1795292103)


def test_a_table() -> None:
    found = table_object(Table("b1", "Table 1", True, STATE), "Table 1", WORDS)
    assert found == {
        "id": "b1",
        "label": "Table 1",
        "sequence": 57,
        "online": True,
        "away": "",
        "target": 121,
        "says": "Ann: card",
        "sides": [
            {"name": "Ann", "score": 12, "back": 10, "games": 1, "acts": True, "deals": False, "won": False},
            {"name": "Bob", "score": 7, "back": 0, "games": 0, "acts": False, "deals": True, "won": False},
        ],
    }


@pytest.mark.parametrize(
    ("is_connected", "is_running", "away"),
    [(True, True, ""), (True, False, "the board has stopped"), (False, True, "not connected")],
)
def test_a_table_says_why_nobody_can_play(is_connected: bool, is_running: bool, away: str) -> None:
    table = Table("b1", "Table 1", is_connected, STATE._replace(is_running=is_running))
    assert table_object(table, "Table 1", WORDS)["away"] == away


def test_the_winner_of_a_table() -> None:
    found = table_object(Table("b1", "", True, STATE._replace(winner=1)), "", WORDS)
    assert [side["won"] for side in found["sides"]] == [False, True]


def test_a_result() -> None:
    won = Numbered(7, result("ANN", "Bob", skunk="double"), False)
    assert result_object(won, ["Ann", "Bob"], ["Bob"], WORDS) == {
        "number": 7,
        "table": "Table 1",
        "scores": [["Ann", 121], ["Bob", 98]],
        "winner": 0,
        "about": "double skunk, Bob is not in the draw",
        "ended": "2026-11-21T20:15:03Z",
        "undone": False,
    }


def test_the_standing_has_places_and_signs() -> None:
    rows = [
        ScorecardRow("Ann", 2, 2, 5, 40),
        ScorecardRow("Bob", 2, 0, 0, -40, place=2),
        ScorecardRow("Cy", place=3),
    ]
    assert standing_object(rows) == [
        [1, "Ann", 2, 2, 5, "+40"],
        [2, "Bob", 2, 0, 0, "\N{MINUS SIGN}40"],
        [3, "Cy", 0, 0, 0, "0"],
    ]


def rounds_of(form: Form, *results: Result) -> list[dict[str, Any]]:
    heard = Results()
    for each in results:
        heard.add(each)
    rounds = (Round((Pair("Ann", "Bob"), Pair("Cy", "Di"))), Round((Pair("Ann", "Cy"),), "Di"))
    draw = Draw(form, 0, rounds, (0, 0))
    return [round_object(draw, number, heard, WORDS) for number in (1, 2)]


def test_a_draw_with_results_in_the_order_of_its_names() -> None:
    first, second = rounds_of(Form.EVERYONE, result("Bob", "Ann", skunk="skunk"), result("ANN", "cy"))
    assert first == {
        "title": "Round 1 of 2",
        "pairs": [["Ann", "Bob", "98–121, skunk"], ["Cy", "Di", ""]],
        "bye": "",
    }
    assert second == {
        "title": "Round 2 of 2",
        "pairs": [["Ann", "Cy", "121–98"]],
        "bye": "Di has a bye.",
    }
    assert rounds_of(Form.SWISS)[1]["title"] == "Round 2"
