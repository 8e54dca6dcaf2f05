"""The output of `muggins status`, and the journal that it reads."""

import time
from contextlib import closing
from pathlib import Path

import pytest

from firmware_py.assembly import board_window
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.journal.journal import Journal
from firmware_py.ports import Ending
from firmware_py.solo.solo_board import SoloBoard
from firmware_py.window import runtime_folder
from tests.support.command import Result, muggins, nothing_changes
from tests.support.solo_games import let_opponent_play, press


def test_status_says_where_the_journal_stands_as_text_too(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    replayed = muggins("replay", "-", "--journal", games, stdin="OK 3 K 5")
    with nothing_changes(tmp_path):
        status = muggins("status", "--journal", games)
    assert status == Result(0, replayed.out, "")
    assert "4 presses in this match, 0 deals finished in this game" in status.out
    assert "Left dealt. It is Right's turn." in status.out


@pytest.mark.parametrize(
    ("variable", "below"), [("STATE_DIRECTORY", "games.txt"), ("XDG_STATE_HOME", "muggins/games.txt")]
)
def test_status_finds_the_journal_of_the_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, below: str
) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", "/nowhere")
    monkeypatch.setenv(variable, str(tmp_path))
    muggins("replay", "-", "--journal", tmp_path / below, stdin="OK 3 K")
    assert muggins("status", "--json").json["count"] == 10


def test_status_finds_the_journal_in_the_home_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    games = tmp_path / ".local" / "state" / "muggins" / "games.txt"
    muggins("replay", "-", "--journal", games, stdin="OK 3 K")
    assert muggins("status", "--json").json["count"] == 10


def test_status_drops_a_torn_line_and_leaves_it_in_the_file(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    muggins("replay", "-", "--journal", games, stdin="OK 3 K")
    with games.open("ab") as file:
        file.write(b"lay 5 #12")
    with nothing_changes(tmp_path):
        assert muggins("status", "--journal", games, "--json").json["presses"] == 3


def test_in_a_game_alone_status_says_what_the_running_board_asks_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cards dealt are not in the journal, so that only the board knows what it waits for."""
    monkeypatch.setattr(runtime_folder, "SERVICE_RUNTIME_FOLDER", tmp_path / "no-service")
    for variable in ("RUNTIME_DIRECTORY", "STATE_DIRECTORY"):
        monkeypatch.delenv(variable, raising=False)
    for variable in ("XDG_RUNTIME_DIR", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    path = tmp_path / "muggins" / "games.txt"
    with closing(Journal(path)) as journal:
        board = SoloBoard(journal.history, journal)
        with closing(board_window(path, EdgeQueue(time.monotonic))) as window:
            let_opponent_play(board)
            press(board, "GO")
            window.shown(board)
            assert muggins("status").out.splitlines()[-2] == board.view.prompt == "Choose two cards to throw."
            window.ended(Ending.STOPPED)
        assert "Turn up the starter" in muggins("status").out.splitlines()[-2]
