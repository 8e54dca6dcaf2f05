"""The journal that a command reads: the service's, or the user's own."""

import os
from pathlib import Path

import pytest

from firmware_py.journal import locations
from firmware_py.journal.locations import default_journal, journal_to_look_into
from firmware_py.start import simulator
from firmware_py.system.errors import UsageError
from tests.support.command import muggins, nothing_changes
from tests.support.machine import Machine

COMMANDS = ("status", "history", "record")


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


@pytest.mark.parametrize("command", COMMANDS)
def test_with_the_package_every_users_command_reads_the_games_of_the_board(
    machine: Machine, command: str
) -> None:
    machine.install(packaged=True)
    machine.play(machine.service, "OK 3 K")
    assert muggins(command) == muggins(command, "--journal", machine.service)
    machine.play(machine.own, "OK 3 K 5 6")
    assert muggins(command) == muggins(command, "--journal", machine.service)


def test_after_playing_in_the_simulator_a_user_reads_these_games(machine: Machine) -> None:
    machine.play(machine.service, "OK 3 K")
    assert machine.presses() == 3
    machine.play(machine.own, "OK 3 K 5 6")
    assert machine.presses() == 5


def test_the_user_of_the_service_reads_its_games(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(machine.own.parent))
    machine.play(machine.service, "OK 3 K")
    machine.play(machine.own, "OK")
    assert machine.presses() == 1


def test_a_user_without_a_home_reads_the_games_of_the_service(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "")
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    with pytest.raises(UsageError):
        journal_to_look_into()
    machine.play(machine.service, "OK 3 K")
    assert machine.presses() == 3


def test_the_simulator_never_plays_on_the_games_of_the_service(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.install(packaged=True)
    machine.play(machine.service, "OK 3 K")
    played: list[Path] = []
    monkeypatch.setattr(simulator, "check_terminal", lambda: None)
    monkeypatch.setattr(
        simulator, "run_in_terminal", lambda config, board, journal, **named: played.append(journal)
    )
    with nothing_changes(machine.service.parent):
        assert muggins("simulate").status == 0
        assert default_journal() == machine.own
    assert played == [machine.own]


def test_the_folder_of_the_service_is_that_of_its_unit() -> None:
    unit = Path(__file__).parents[3] / "systemd" / "muggins.service"
    settings = dict(line.partition("=")[::2] for line in unit.read_text(encoding="utf-8").splitlines())
    assert str(locations.SERVICE_STATE_FOLDER) == f"/var/lib/{settings['StateDirectory']}"
    # Every user may read them.
    assert (settings["StateDirectoryMode"], settings["UMask"]) == ("0755", "0022")


def test_a_relative_state_folder_is_ignored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", "here")
    assert default_journal() == tmp_path / ".local" / "state" / "muggins" / "games.txt"
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "there"))
    assert default_journal() == tmp_path / "there" / "muggins" / "games.txt"
