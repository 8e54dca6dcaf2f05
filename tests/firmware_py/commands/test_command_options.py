"""The options of the individual commands, and the help for each command."""

import argparse

import pytest

from firmware_py.commands.command_options import COMMANDS
from tests.support.command import check_error, muggins, process


@pytest.mark.parametrize("arguments", [[], *([command] for command in COMMANDS)])
def test_help_is_help(arguments: list[str]) -> None:
    result = process(*arguments, "--help")
    assert (result.status, result.err) == (0, "")
    assert " ".join(["usage: muggins", *arguments]) in result.out


@pytest.mark.parametrize("command", ["simulate", "record", "history", "status"])
def test_the_help_says_where_the_journal_is(command: str) -> None:
    text = " ".join(process(command, "--help").out.split())
    assert "~/.local/state/muggins/games.txt" in text.partition("--journal FILE ")[2]


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(exit_on_error=False)
    commands = parser.add_subparsers(dest="command")
    for add in COMMANDS.values():
        add(commands)
    return parser.parse_args(words)


def test_each_parser_has_the_name_of_its_command() -> None:
    for name, add in COMMANDS.items():
        commands = argparse.ArgumentParser().add_subparsers()
        add(commands)
        assert list(commands.choices) == [name]


def test_without_options_a_command_asks_for_nothing_special() -> None:
    options = parsed("simulate")
    assert (options.players, options.start, options.names, options.set) == (None, None, None, [])
    assert (options.new, options.journal) == (False, None)
    # Left out, so that a --config before the command counts.
    assert not hasattr(options, "config")


def test_set_can_be_given_several_times() -> None:
    assert parsed("count", "5H", "--set", "a=b", "--set", "c=d").set == ["a=b", "c=d"]


def test_one_game_and_all_games_exclude_each_other() -> None:
    check_error(muggins("record", "--all", "--game", "2"), "do not go together")
