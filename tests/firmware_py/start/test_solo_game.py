"""A game against the program is asked for: with which names and rules, and whether the saved game goes on."""

import pytest

from engine.rules import Rules
from engine.setup import Setup
from firmware_py.start.game_asked import GameAsked, is_going_on, solo_game
from firmware_py.system.errors import UsageError
from tests.support.command import check_error, muggins
from tests.support.solo_games import solo


def test_the_person_and_the_program_have_names() -> None:
    assert solo_game(GameAsked()).setup.names == ("Player", "Muggins")
    named = GameAsked(Setup(names=("Ann", "Robot")))
    assert solo_game(named).setup.names == ("Ann", "Robot")


def test_a_game_against_the_program_goes_on_and_any_other_does_not() -> None:
    history = solo().history
    assert is_going_on(history, solo_game(GameAsked()))
    assert not is_going_on(history, solo_game(GameAsked(Setup(Rules(target=61)))))
    assert not is_going_on(history, solo_game(GameAsked(Setup(names=("Ann", "Robot")))))


@pytest.mark.parametrize("rules", [Rules(players=3), Rules("five-card"), Rules(muggins=True)])
def test_a_game_that_the_program_does_not_know_is_refused(rules: Rules) -> None:
    with pytest.raises(UsageError, match="six-card game for two"):
        solo_game(GameAsked(Setup(rules)))


def test_on_the_command_line_too() -> None:
    check_error(muggins("simulate", "--opponent", "easy", "--players", "3"), "six-card game for two")
    check_error(muggins("simulate", "--opponent", "weak"), "'weak'", "easy")
    check_error(muggins("serve", "--opponent", "easy"), "--alone")
