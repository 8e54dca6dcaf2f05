"""The command line: the commands, their help and the version."""

from pathlib import Path

from firmware_py.system.process import VERSION
from tests.support.command import process


def test_the_commands_run_as_programs_of_their_own(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    counted = process("count", "5H", "5C", "5S", "JD", "--starter", "5D", "--json")
    assert counted.json["points"] == 29
    replayed = process("replay", "-", "--journal", games, "--ack", stdin="OK 3 K 5")
    assert replayed.out.splitlines()[:4] == ["1", "2", "3", "4"]
    assert process("status", "--journal", games, "--json").json["presses"] == 4


COMMANDS = ["simulate", "count", "replay", "record", "history", "status", "wiring", "doctor", "setup"]


def test_the_help_names_all_commands_and_says_what_plain_muggins_does() -> None:
    text = " ".join(process("--help").out.split())
    for command in COMMANDS:
        assert f" {command} " in text
    assert "Without a command it runs the board" in text and "not a Raspberry Pi" in text
    assert "--version show the version and exit" in text


def test_the_version_is_told() -> None:
    result = process("--version")
    assert (result.status, result.out, result.err) == (0, f"muggins {VERSION}\n", "")
