"""The command line: the commands and their help, the values of options, and output of every kind."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from engine.options import OPTIONS
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.commands.all_commands import COMMANDS, parse
from firmware_py.commands.options import CLUB_PORT, PORT
from firmware_py.start.game_asked import GameAsked, game_asked, given_options
from firmware_py.system.process import VERSION, how_to_install
from tests.support.command import check_error, muggins, process
from tests.support.processes import run

# -- the commands and their help


@pytest.mark.parametrize("arguments", [[], *([command] for command in COMMANDS)])
def test_help_is_help(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse([*arguments, "--help"])
    said = capsys.readouterr()
    assert (ended.value.code, said.err) == (0, "")
    assert said.out.startswith(" ".join(["usage: muggins", *arguments]))


def test_the_help_names_all_commands_and_says_what_plain_muggins_does() -> None:
    result = process("--help")
    text = " ".join(result.out.split())
    assert (result.status, result.err) == (0, "")
    assert all(f" {command} " in text for command in COMMANDS)
    assert "Without a command it runs the board" in text and "not a Raspberry Pi" in text
    assert "--version show the version and exit" in text


def test_a_command_loads_no_other_command() -> None:
    program = (
        "import sys; from firmware_py.commands.all_commands import parse; parse(['status']); "
        "print(sorted(name for name in sys.modules if name.startswith('firmware_py.commands.')))"
    )
    done = run([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, check=True)
    chapters = ["all_commands", "options", "saved"]
    assert done.stdout == f"{[f'firmware_py.commands.{each}' for each in chapters]}\n"


def test_the_version_is_told() -> None:
    result = process("--version")
    assert (result.status, result.out, result.err) == (0, f"muggins {VERSION}\n", "")


@pytest.mark.parametrize("command", ["count", "replay", "simulate"])
def test_the_help_lists_the_options_of_the_rules_with_values_and_default(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        parse([command, "--help"])
    lines = capsys.readouterr().out.splitlines()
    for option in OPTIONS.values():
        (line,) = (line for line in lines if line.startswith(f"  {option.name}="))
        values = line.partition("=")[2]
        for value in (option.values[0], option.values[-1]):
            assert str(value) in values
        if option.default is not None:
            assert values.endswith(f" ({option.write(option.default)})")
        assert lines[lines.index(line) + 1].startswith(" " * 6 + option.about[:30])
    assert max(map(len, lines)) <= 80
    assert not any("section" in line for line in lines)  # the user does not have RULES.md


@pytest.mark.parametrize(
    ("command", "missing", "package"),
    [
        ("serve", "tornado", "python3-tornado"),
        ("club", "tornado", "python3-tornado"),
        ("club", "paho.mqtt.client", "python3-paho-mqtt"),
        ("publish", "paho.mqtt.client", "python3-paho-mqtt"),
    ],
)
def test_without_a_package_a_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, command: str, missing: str, package: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    check_error(muggins(command), how_to_install(package, command))


# -- options and their values


@pytest.mark.parametrize(
    ("words", "values", "said"),
    [
        (("demo", "--pace"), ("-0.1", "60.1", "inf", "nan", "soon", ""), "number of seconds from 0 to 60"),
        (("simulate", "--players"), ("", "two", "-2", "2.0", " 2", "٢", "²", "1000"), "choose 2, 3 or 4"),
        (("serve", "--port"), ("0", "65536", "-1", "http", ""), "choose a number from 1 to 65535"),
        (("record", "--game"), ("1.5",), "'1.5' isn't a whole number"),
        (("speak", "--render"), ("", " "), "the folder has no name: name one, such as voice"),
        (
            ("simulate", "--start"),
            ("", "a,b", "1.5,0", "1;2", "10,"),
            "whole numbers: give one for each side",
        ),
        (("simulate", "--start"), ("1,2,3",), "start"),
        (("simulate", "--set"), ("game=tarot",), "game"),
    ],
)
def test_a_value_that_is_none_is_refused_with_those_that_are(
    words: tuple[str, ...], values: tuple[str, ...], said: str
) -> None:
    command, option = words
    for value in values:
        check_error(muggins(command, f"{option}={value}"), said)


def test_the_limits_of_a_value_are_values() -> None:
    assert [parse(["demo", "--pace", each]).pace for each in ("0", "0.25", "1e1", "60")] == [0, 0.25, 10, 60]
    assert [parse(["serve", "--port", each]).port for each in ("1", "65535")] == [1, 65535]
    assert (parse(["serve"]).port, parse(["club"]).port) == (PORT, CLUB_PORT)
    assert parse(["practice", "--seed", "-3"]).seed == -3


def test_a_configuration_may_be_named_before_the_command_or_after_it() -> None:
    for words in (["--config", "a", "doctor"], ["doctor", "--config", "a"], ["--config", "b", "doctor"]):
        assert str(parse(words).config) == ("b" if "b" in words else "a")
    assert parse(["doctor"]).config is None


def options(**given: Any) -> Namespace:
    return Namespace(**({"players": None, "names": None, "start": None, "set": [], "new": False} | given))


def test_one_option_of_the_game_replaces_all_of_the_configuration() -> None:
    default = Setup(Rules(target=61))
    assert game_asked(options(new=True), default) == GameAsked(default, (), True)
    asked = game_asked(options(players=3), default)
    assert (asked.setup.rules, asked.given) == (Rules(players=3), ("--players",))
    assert given_options(options(start="", names="")) == ("--names", "--start")


# -- output


COUNT = ["count", "5H", "5C", "5S", "JD"]
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}


def test_suits_are_letters_if_the_terminal_lacks_the_symbols() -> None:
    done = process(*COUNT, environment=ASCII)
    assert (done.status, done.err) == (0, "")
    assert "5H JD" in done.out


def test_json_is_ascii_everywhere() -> None:
    done = process("replay", "-", "--json", stdin="OK 2 H 2 H", environment=ASCII)
    assert (done.status, done.err) == (0, "")
    assert done.out.isascii()


def test_a_full_standard_output_is_an_error_of_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        check_error(process(*COUNT, stdout=full), "standard output", "no space left")


def test_a_closed_standard_output_is_no_error() -> None:
    command = f'"{sys.executable}" -m firmware_py {" ".join(COUNT)} >&-'
    done = run(["sh", "-c", command], stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", [COUNT, ["replay", "-"], ["replay", "-", "--json"]])
def test_a_reader_that_closes_the_pipe_is_no_error(command: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        result = process(*command, stdin="OK 3 K 5", stdout=writing)
    finally:
        os.close(writing)
    assert (result.status, result.err) == (0, "")


def test_an_error_stays_on_one_line_whatever_it_quotes() -> None:
    check_error(process("replay", "a\nb"), r"a\nb")
    check_error(process("count", "5H", "5C", "5S", "J" * 100_000), "…")
