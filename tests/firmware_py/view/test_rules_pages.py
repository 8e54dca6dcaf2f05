"""The pages that list the current rules."""

from __future__ import annotations

from engine.rules import Rules
from firmware_py.input.dialogue import Scene
from firmware_py.input.page import Page
from firmware_py.input.questions import RulesInForce, option_rows
from tests.support.dialogues import match_at


def rules_page(rules: Rules, number: int) -> Page:
    return RulesInForce(number).page(Scene(match_at("", rules=rules)))


def test_options_that_differ_from_the_usual_game_come_first() -> None:
    page = rules_page(Rules.parse(["muggins=on"]), 0)
    assert page.title.startswith("Rules 1/")
    assert page.rows[:2] == (("players", "2"), ("muggins", "on"))


def test_the_pages_repeat_in_both_directions() -> None:
    rules = Rules()
    first = rules_page(rules, 0)
    pages = int(first.title.partition("/")[2])
    assert pages > 1
    assert rules_page(rules, pages) == first
    assert rules_page(rules, -1) == rules_page(rules, pages - 1) != first


def test_every_page_says_how_to_turn_it_and_how_to_leave() -> None:
    for number in range(8):
        page = rules_page(Rules.parse(["muggins=on"], players=3), number)
        assert (page.rows[-1], page.corner, len(page.rows)) == (("OK next", "UNDO back"), "GO leaves", 5)
        assert [hint.text for hint in page.hints] == ["OK next", "UNDO back", "GO leaves"]


def test_a_long_option_takes_two_rows() -> None:
    assert option_rows("muggins", Rules()) == (("muggins", "off"),)
    rows = option_rows("next_game_dealer", Rules())
    assert len(rows) == 2 and rows[0] == ("next game dealer", "") and rows[1].left == ""
