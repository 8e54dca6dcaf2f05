"""The options that several commands have."""

import argparse

import pytest

from firmware_py.commands.options import add_config, add_game, add_rules
from tests.support.command import process


@pytest.mark.parametrize("command", ["simulate", "record", "history", "status"])
def test_the_help_says_where_the_journal_is(command: str) -> None:
    text = " ".join(process(command, "--help").out.split())
    assert "~/.local/state/muggins/games.txt" in text.partition("--journal FILE ")[2]


def test_without_options_no_game_is_asked_for() -> None:
    parser = argparse.ArgumentParser()
    add_game(parser)
    options = parser.parse_args([])
    assert (options.players, options.start, options.names, options.set) == (None, None, None, [])


def test_a_configuration_that_is_not_given_is_left_out() -> None:
    """A --config before the command counts, so that the command's own must not have a default."""
    parser = argparse.ArgumentParser()
    add_config(parser)
    assert not hasattr(parser.parse_args([]), "config")


def test_set_can_be_given_several_times() -> None:
    parser = argparse.ArgumentParser()
    add_rules(parser)
    assert parser.parse_args(["--set", "a=b", "--set", "c=d"]).set == ["a=b", "c=d"]
