"""A command adds itself to the command line."""

import argparse

import pytest

from firmware_py.commands.options import Command


def parsed(command: Command, *words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="muggins")
    command.add_to(parser.add_subparsers())
    return parser.parse_args([command.name, *words])


def test_the_options_name_the_command_and_its_program() -> None:
    options = parsed(Command("wait", lambda _: None, "Wait."))
    assert (options.command, options.prog) == ("wait", "muggins wait")


def test_a_command_takes_its_own_options() -> None:
    command = Command("wait", lambda _: None, "Wait.", add_options=lambda it: it.set_defaults(seconds=3))
    assert parsed(command).seconds == 3


@pytest.mark.parametrize("lists", [True, False])
def test_the_help_lists_the_rules_if_the_command_takes_them(
    lists: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parsed(Command("wait", lambda _: None, "Wait.", "For ever.", lists_rules=lists), "--help")
    text = capsys.readouterr().out
    assert "Wait. For ever." in text
    assert ("lead_after_go" in text) is lists
