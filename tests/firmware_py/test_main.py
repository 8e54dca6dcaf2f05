"""The `muggins` command: the choice between real parts and the simulator, and a missing library."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_py import __main__ as root
from firmware_py.board.board import Board
from firmware_py.config.config import Config
from firmware_py.start import board as start_board
from firmware_py.start import simulator
from tests.support import keyed
from tests.support.command import ENVIRONMENT, Result, check_error, muggins, nothing_changes, process
from tests.support.journals import damage_notice
from tests.support.processes import Lines, run

# -- real parts or the simulator


def test_muggins_alone_is_the_simulator_where_there_are_no_pins(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    begun: list[tuple[Board, Path]] = []
    monkeypatch.setattr(root, "has_pins", lambda: False)
    monkeypatch.setattr(start_board, "run", lambda config, board, again: pytest.fail("there are no pins"))

    def simulate(config: Config, board: Board, journal: Path, **named: object) -> None:
        begun.append((board, journal))

    monkeypatch.setattr(simulator, "check_terminal", lambda: None)
    monkeypatch.setattr(simulator, "run_in_terminal", simulate)
    games = tmp_path / "muggins" / "games.txt"
    assert muggins() == Result(0, "", "")
    assert muggins("simulate", "--journal", tmp_path / "other.txt") == Result(0, "", "")
    assert [journal for _, journal in begun] == [games, tmp_path / "other.txt"]
    assert all(isinstance(board, Board) for board, _ in begun)


def test_muggins_alone_is_the_board_where_there_are_pins(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))

    def play(config: Config, board: Board, again: object) -> None:
        assert all(outcome.took for outcome in keyed.press(board, "OK 3 K 5"))

    monkeypatch.setattr(root, "has_pins", lambda: True)
    monkeypatch.setattr(simulator, "check_terminal", lambda: None)
    monkeypatch.setattr(simulator, "run_in_terminal", lambda *given, **named: pytest.fail("there are pins"))
    monkeypatch.setattr(start_board, "run", play)
    assert muggins() == Result(0, "", "")
    monkeypatch.setattr(start_board, "run", lambda config, board, again: keyed.press(board, "UNDO"))
    assert muggins() == Result(0, "", "")
    standing = muggins("status", "--journal", tmp_path / "games.txt", "--json").json
    assert (standing["presses"], standing["count"]) == (5, 10)


def test_a_damaged_journal_is_reported_on_the_screen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    muggins("replay", "-", "--journal", games, stdin="OK 3 K 5")
    lines = games.read_bytes().splitlines(keepends=True)
    games.write_bytes(b"".join([*lines[:3], b"lay 9 #00000000\n", *lines[4:]]))
    seen: list[str | None] = []
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(root, "has_pins", lambda: True)
    monkeypatch.setattr(start_board, "run", lambda config, board, again: seen.append(board.view.notice))
    assert muggins() == Result(0, "", "")
    assert seen == [damage_notice(4, 1)]


# -- without the simulator's library

HIDDEN = """
import sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("textual", "rich"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hidden())
from firmware_py.__main__ import main
sys.argv[0] = "muggins"
sys.exit(main())
"""


def without_textual(*arguments: object, state: Path) -> Result:
    """Run `muggins` in a terminal as if Textual were not installed.

    Args:
        state: the folder in which games are saved.
    """
    ours, terminal = os.openpty()
    done = run(
        [sys.executable, "-c", HIDDEN, *arguments],
        env={**ENVIRONMENT, "XDG_STATE_HOME": str(state), "STATE_DIRECTORY": "", "TERM": "xterm"},
        stdin=terminal,
        stdout=terminal,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.write(terminal, b"\0")
    out = Lines(ours).until(b"\0")
    os.close(terminal)
    os.close(ours)
    return Result(done.returncode, out[:-1].decode(), done.stderr)


@pytest.mark.skipif(root.has_pins(), reason="on a Pi, muggins alone is the board")
@pytest.mark.parametrize("arguments", [[], ["simulate"], ["demo"]])
def test_without_textual_it_says_what_to_install_and_changes_nothing(
    tmp_path: Path, arguments: list[str]
) -> None:
    # No package index has Muggins, so the advice is to run this environment's pip in the source folder.
    pip = Path(sys.executable).with_name("pip")
    check_error(
        without_textual(*arguments, state=tmp_path),
        "textual",
        f"source folder of Muggins, run {pip} install '.[",
    )
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.skipif(root.has_pins(), reason="on a Pi, muggins alone is the board")
@pytest.mark.parametrize("arguments", [[], ["simulate"]])
def test_without_a_terminal_the_simulator_says_so_and_changes_nothing(
    tmp_path: Path, arguments: list[str]
) -> None:
    environment = {"XDG_STATE_HOME": str(tmp_path), "STATE_DIRECTORY": ""}
    check_error(process(*arguments, environment=environment), "terminal")
    assert list(tmp_path.rglob("*")) == []


def test_without_textual_all_else_works(tmp_path: Path) -> None:
    result = without_textual("count", "5H", "5C", "5S", "JD", "--starter", "5D", "--json", state=tmp_path)
    assert result.json["points"] == 29


def test_a_simulator_that_cannot_start_repairs_no_journal(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    muggins("replay", "-", "--journal", games, stdin="OK 3 K 5")
    games.write_bytes(games.read_bytes().replace(b"lay K", b"lay Q"))
    with nothing_changes(tmp_path):
        check_error(process("simulate", "--journal", games), "terminal")
