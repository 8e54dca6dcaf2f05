"""The values of command-line options are checked, and the help lists the options of the rules."""

from argparse import ArgumentTypeError

import pytest

from engine.options import OPTIONS
from firmware_py.commands.options import pace, players, port, whole_number
from tests.support.command import process


@pytest.mark.parametrize(("text", "seconds"), [("0", 0), ("0.25", 0.25), ("60", 60), ("1e1", 10)])
def test_a_pace_is_from_0_to_60_seconds(text: str, seconds: float) -> None:
    assert pace(text) == seconds


@pytest.mark.parametrize("text", ["-0.1", "60.1", "inf", "nan", "soon", ""])
def test_any_other_pace_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match=f"^{text!r} is not a number of seconds from 0 to 60$"):
        pace(text)


@pytest.mark.parametrize("text", ["2", "4", "5", "999"])
def test_any_small_number_of_players_is_left_to_the_rules(text: str) -> None:
    assert players(text) == int(text)


@pytest.mark.parametrize("text", ["", "two", "-2", "2.0", " 2", "٢", "²", "1000"])
def test_words_and_signs_are_no_number_of_players(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match=r"isn't a number of players: choose 2, 3 or 4$"):
        players(text)


def test_a_port_is_from_1_to_65535() -> None:
    assert (port("1"), port("65535")) == (1, 65535)
    for text in ("0", "65536", "-1", "http", ""):
        with pytest.raises(ArgumentTypeError, match=f"^{text!r} is not a port: choose a number from 1 to "):
            port(text)


def test_a_whole_number() -> None:
    assert (whole_number("12"), whole_number("-3")) == (12, -3)
    with pytest.raises(ArgumentTypeError, match=r"^'1\.5' isn't a whole number$"):
        whole_number("1.5")


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
    assert not any("section" in line for line in lines)  # the user does not have RULES.md
