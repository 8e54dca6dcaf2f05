"""The journal that a command reads: the service's, or the user's own."""

import os
from pathlib import Path

import pytest

from firmware_py import start_simulator, version
from firmware_py.errors import UsageError
from firmware_py.journal import locations
from firmware_py.journal.locations import default_journal, journal_to_look_into
from tests.support.command import complained, muggins, nothing_changes
from tests.support.nobody import as_nobody, nobody

__all__ = ["nobody"]
COMMANDS = ("status", "history", "record")


class Machine:
    """A machine with a user, and perhaps with the service installed.

    Attributes:
        own: the journal of the user's own board.
        service: the journal of the service.
    """

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        self.own = folder / "home" / "muggins" / "games.txt"
        self.service = folder / "lib" / "games.txt"
        patch.delenv("STATE_DIRECTORY", raising=False)
        patch.setenv("XDG_STATE_HOME", str(folder / "home"))
        patch.setattr(locations, "SERVICE_FOLDER", self.service.parent)
        self.install(packaged=False)

    def install(self, *, packaged: bool) -> None:
        """Pretend that the program came as the Debian package, or did not."""
        self._patch.setattr(version, "is_packaged", lambda: packaged)

    def play(self, path: Path, words: str) -> None:
        """Play on a journal."""
        assert muggins("replay", "-", "--journal", path, stdin=words).status == 0

    def presses(self) -> int:
        """Return the number of presses that `muggins status` reports."""
        made: int = muggins("status", "--json").json["presses"]
        return made


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


# -- nothing was played yet


@pytest.mark.parametrize("command", COMMANDS)
def test_on_a_fresh_machine_the_error_says_that_nothing_was_played_and_how_to_begin(
    machine: Machine, command: str
) -> None:
    with nothing_changes(machine.own.parents[2]):
        result = muggins(command)
    complained(result, "nothing has been played yet", "'muggins simulate' begins a game")
    assert "no such file" not in result.err


@pytest.mark.parametrize("command", COMMANDS)
def test_with_the_package_the_error_sends_the_user_to_the_board(machine: Machine, command: str) -> None:
    machine.install(packaged=True)
    complained(muggins(command), "nothing has been played yet", "the board", "systemctl status muggins")
    machine.service.parent.mkdir()
    complained(muggins(command), "nothing has been played yet", "the board")


def test_a_board_that_has_begun_and_was_not_pressed_has_no_game(machine: Machine) -> None:
    machine.install(packaged=True)
    machine.service.parent.mkdir()
    machine.service.touch()
    for command in ("status", "record"):
        complained(muggins(command), "nothing has been played yet")
    assert muggins("history").out == "no game is finished yet\n"


def test_the_error_names_a_missing_file_that_the_user_named(machine: Machine) -> None:
    for command in COMMANDS:
        complained(muggins(command, "--journal", "none.txt"), "none.txt", "no such file", "check its name")


# -- the service's games


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
    played: list[str] = []
    monkeypatch.setattr(start_simulator, "check_terminal", lambda: None)
    monkeypatch.setattr(
        start_simulator, "run_in_terminal", lambda config, board, journal: played.append(journal)
    )
    with nothing_changes(machine.service.parent):
        assert muggins("simulate").status == 0
        assert default_journal() == machine.own
    assert played == [str(machine.own)]


@pytest.mark.parametrize("what", ["folder", "file"])
def test_the_error_says_that_games_exist_which_this_user_may_not_read(
    nobody: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    machine = Machine(nobody, monkeypatch)
    machine.install(packaged=True)
    machine.play(machine.service, "OK 3 K")
    for command in COMMANDS:  # imports modules that only root may be able to read
        muggins(command)
    (machine.service.parent if what == "folder" else machine.service).chmod(0)

    def check() -> None:
        for command in COMMANDS:
            result = muggins(command)
            complained(result, str(machine.service), "you may not read the board's games", "'sudo'")

    as_nobody(check)
    machine.service.parent.chmod(0o755)


def test_the_folder_of_the_service_is_that_of_its_unit() -> None:
    unit = Path(__file__).parents[3] / "systemd" / "muggins.service"
    settings = dict(line.partition("=")[::2] for line in unit.read_text(encoding="utf-8").splitlines())
    assert str(locations.SERVICE_FOLDER) == f"/var/lib/{settings['StateDirectory']}"
    # Every user may read them.
    assert (settings["StateDirectoryMode"], settings["UMask"]) == ("0755", "0022")
