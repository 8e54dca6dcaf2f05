"""The rules that the board's view file describes."""

import pytest

from engine.errors import InvalidRules
from engine.rules import Rules
from firmware_py.window.seen import seen_rules

VIEW = {"game": "five-card", "target": 61, "players": 2, "options": ["muggins=on"]}


def test_the_rules_of_a_view_have_its_game_its_players_and_its_options() -> None:
    assert seen_rules(VIEW) == Rules("five-card", 2, 61, muggins=True)


def test_the_option_of_a_newer_board_is_refused() -> None:
    with pytest.raises(InvalidRules, match="there is no option 'jokers'"):
        seen_rules({**VIEW, "options": ["jokers=on"]})


def test_the_rules_of_a_game_from_an_old_record_are_known() -> None:
    """In old records a double skunk may count as fewer games than a skunk."""
    rules = seen_rules({**VIEW, "options": ["skunk_worth=2", "double_worth=1"]})
    assert (rules.skunk_worth, rules.double_worth) == (2, 1)
