"""Commands such as `muggins history` say what to do if there are no saved games that they can read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from firmware_py.reports.saved_games import archived_beside
from firmware_py.system.errors import JournalError
from tests.support.command import check_error, muggins, nothing_changes, process
from tests.support.machine import Machine, as_nobody, folder_of_nobody

__all__ = ["folder_of_nobody"]
COMMANDS = ("status", "history", "record")


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


@pytest.mark.parametrize("command", COMMANDS)
def test_on_a_fresh_machine_the_error_says_that_nothing_was_played_and_how_to_begin(
    machine: Machine, command: str
) -> None:
    with nothing_changes(machine.own.parents[2]):
        result = muggins(command)
    check_error(result, "nothing has been played yet", "'muggins simulate' begins a game")
    assert "no such file" not in result.err


@pytest.mark.parametrize("command", COMMANDS)
def test_with_the_package_the_error_sends_the_user_to_the_board(machine: Machine, command: str) -> None:
    machine.install(packaged=True)
    check_error(muggins(command), "nothing has been played yet", "the board", "systemctl status muggins")
    machine.service.parent.mkdir()
    check_error(muggins(command), "nothing has been played yet", "the board")


def test_a_board_that_has_begun_and_was_not_pressed_has_no_game(machine: Machine) -> None:
    machine.install(packaged=True)
    machine.service.parent.mkdir()
    machine.service.touch()
    for command in ("status", "record"):
        check_error(muggins(command), "nothing has been played yet")
    assert muggins("history").out == "no game is finished yet\n"


def test_the_error_names_a_missing_file_that_the_user_named(machine: Machine) -> None:
    for command in COMMANDS:
        check_error(muggins(command, "--journal", "none.txt"), "none.txt", "no such file", "check its name")


@pytest.mark.parametrize("what", ["folder", "file"])
def test_the_error_says_that_games_exist_which_this_user_may_not_read(
    folder_of_nobody: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    machine = Machine(folder_of_nobody, monkeypatch)
    machine.install(packaged=True)
    machine.play(machine.service, "OK 3 K")
    for command in COMMANDS:  # imports modules that only root may be able to read
        muggins(command)
    (machine.service.parent if what == "folder" else machine.service).chmod(0)

    def check() -> None:
        for command in COMMANDS:
            result = muggins(command)
            check_error(result, str(machine.service), "you may not read the board's games", "'sudo'")

    as_nobody(check)
    machine.service.parent.chmod(0o755)


def test_a_journal_that_is_a_device_or_a_pipe_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/null"), Path("/dev/zero")):
        check_error(process("status", "--journal", path), str(path), "name a file")


def test_a_folder_of_games_that_is_a_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("in the way")
    with pytest.raises(JournalError, match=f"^{tmp_path / 'games'}: "):
        archived_beside(tmp_path / "games.txt")


def test_without_a_folder_of_games_there_are_none(tmp_path: Path) -> None:
    assert archived_beside(tmp_path / "games.txt") == {}
