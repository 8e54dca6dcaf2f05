"""The rules that the board's view file describes."""

import pytest

from engine.errors import InvalidRules
from engine.rules import Rules
from firmware_py.seen_rules import seen_rules

VIEW = {"game": "five-card", "target": 61, "players": 2, "options": ["muggins=on"]}


def test_the_rules_of_a_view_have_its_game_its_players_and_its_options() -> None:
    assert seen_rules(VIEW) == Rules("five-card", 2, 61, muggins=True)


def test_the_option_of_a_newer_board_is_refused() -> None:
    with pytest.raises(InvalidRules, match="there is no option 'jokers'"):
        seen_rules({**VIEW, "options": ["jokers=on"]})
