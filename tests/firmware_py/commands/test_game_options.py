"""The options that describe a game: --players, --start, --names and --set."""

from argparse import Namespace
from typing import Any

import pytest

from engine.errors import InvalidRules
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.commands.game_options import GameAsked, game_asked, given_options, listed, setup_asked
from firmware_py.errors import UsageError


def options(**given: Any) -> Namespace:
    return Namespace(**({"players": None, "names": None, "start": None, "set": [], "new": False} | given))


def test_without_options_the_game_is_the_default() -> None:
    default = Setup(Rules(target=61))
    assert game_asked(options(), default) == GameAsked(default, (), False)
    assert game_asked(options(new=True), default) == GameAsked(default, (), True)
    assert setup_asked(options()) == Setup().checked()


def test_one_option_replaces_all_configured_defaults() -> None:
    asked = game_asked(options(players=3), Setup(Rules(target=61)))
    assert asked.setup.rules == Rules(players=3)
    assert asked.given == ("--players",)


def test_all_options_together() -> None:
    asked = options(players=4, names="Ann,Bob,Cy,Di", start="10,20", set=["muggins=on"])
    assert given_options(asked) == ("--players", "--names", "--start", "--set")
    setup = setup_asked(asked)
    assert setup.rules == Rules(players=4, muggins=True)
    assert (setup.start, setup.names) == ((10, 20), ("Ann", "Bob", "Cy", "Di"))


def test_an_empty_list_is_given_too() -> None:
    assert given_options(options(start="", names="")) == ("--names", "--start")


@pytest.mark.parametrize("start", ["", "a,b", "1.5,0", "1;2", "10,"])
def test_a_start_that_is_no_list_of_numbers_is_refused(start: str) -> None:
    with pytest.raises(UsageError, match=r"isn't a list of whole numbers: .* such as 0,0$"):
        setup_asked(options(start=start))


@pytest.mark.parametrize("asked", [options(start="1,2,3"), options(names="Ann"), options(set=["game=tarot"])])
def test_a_game_that_does_not_exist_is_refused_by_the_rules(asked: Namespace) -> None:
    with pytest.raises(InvalidRules):
        setup_asked(asked)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--set",), "--set"),
        (("--players", "--set"), "--players and --set"),
        (("--players", "--start", "--set"), "--players, --start and --set"),
    ],
)
def test_options_are_listed_as_in_a_sentence(words: tuple[str, ...], said: str) -> None:
    assert listed(words) == said
