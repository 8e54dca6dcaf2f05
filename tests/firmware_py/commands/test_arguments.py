"""The command line: the commands, their help and the version."""

from pathlib import Path

import pytest

from engine.options import OPTIONS
from firmware_py.version import VERSION
from tests.support.command import process


def test_the_commands_run_as_programs_of_their_own(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    counted = process("count", "5H", "5C", "5S", "JD", "--starter", "5D", "--json")
    assert counted.json["points"] == 29
    replayed = process("replay", "-", "--journal", games, "--ack", stdin="OK 3 K 5")
    assert replayed.out.splitlines()[:4] == ["1", "2", "3", "4"]
    assert process("status", "--journal", games, "--json").json["presses"] == 4


COMMANDS = ["simulate", "count", "replay", "record", "history", "status", "wiring", "doctor", "setup"]


@pytest.mark.parametrize("arguments", [[], *([command] for command in COMMANDS)])
def test_help_is_help(arguments: list[str]) -> None:
    result = process(*arguments, "--help")
    assert (result.status, result.err) == (0, "")
    assert " ".join(["usage: muggins", *arguments]) in result.out


def test_the_help_names_all_commands_and_says_what_plain_muggins_does() -> None:
    text = " ".join(process("--help").out.split())
    for command in COMMANDS:
        assert f" {command} " in text
    assert "Without a command it runs the board" in text and "not a Raspberry Pi" in text
    assert "--version show the version and exit" in text


@pytest.mark.parametrize("command", ["count", "replay", "simulate"])
def test_the_help_lists_the_options_of_the_rules_with_values_and_default(command: str) -> None:
    lines = process(command, "--help", environment={"COLUMNS": "80"}).out.splitlines()
    for option in OPTIONS.values():
        (line,) = (line for line in lines if line.startswith(f"  {option.name}="))
        values = line.partition("=")[2]
        for value in (option.values[0], option.values[-1]):
            assert str(value) in values
        if option.default is not None:
            assert values.endswith(f" ({option.write(option.default)})")
        assert lines[lines.index(line) + 1].startswith(" " * 6 + option.about[:30])
    assert max(map(len, lines)) <= 80
    assert not any("section" in line for line in lines)  # the user has no rules document with sections


@pytest.mark.parametrize("command", ["simulate", "record", "history", "status"])
def test_the_help_says_where_the_journal_is(command: str) -> None:
    text = " ".join(process(command, "--help").out.split())
    assert "~/.local/state/muggins/games.txt" in text.partition("--journal FILE ")[2]


def test_the_version_is_told() -> None:
    result = process("--version")
    assert (result.status, result.out, result.err) == (0, f"muggins {VERSION}\n", "")
