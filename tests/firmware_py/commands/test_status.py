"""The output of `muggins status`, and the journal that it reads."""

import time
from contextlib import closing
from pathlib import Path
from typing import Any, NoReturn

import pytest

from firmware_py.board.ports import Ending
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.journal.journal import Journal
from firmware_py.start.assembly import board_window
from firmware_py.window import folder
from firmware_py.window.follower import Follower
from firmware_py.window.seen import SeenBoard
from tests.support.command import Result, muggins, nothing_changes
from tests.support.solo_games import SoloGame, let_opponent_play, press


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
    monkeypatch.setattr(folder, "SERVICE_RUNTIME_FOLDER", tmp_path / "no-service")
    for variable in ("RUNTIME_DIRECTORY", "STATE_DIRECTORY"):
        monkeypatch.delenv(variable, raising=False)
    for variable in ("XDG_RUNTIME_DIR", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    path = tmp_path / "muggins" / "games.txt"
    with closing(Journal(path)) as journal:
        game = SoloGame(journal.history, store=journal)
        with closing(board_window(path, EdgeQueue(time.monotonic))) as window:
            let_opponent_play(game)
            press(game, "GO")
            prompt = game.view.prompt
            window.shown(game.board)
            assert muggins("status").out.splitlines()[-2] == prompt == "Choose two cards to throw."
            window.ended(Ending.STOPPED)
        assert "Turn up the starter" in muggins("status").out.splitlines()[-2]


@pytest.mark.parametrize("command", [("status", "--follow"), ("speak", "--print")])
@pytest.mark.parametrize(
    ("view", "waits"), [(None, True), ({"running": False}, True), ({"running": True}, False)]
)
def test_a_command_that_follows_says_that_it_waits_for_a_board(
    command: tuple[str, ...], view: dict[str, Any] | None, waits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ctrl_c(follower: Follower) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(Follower, "read", lambda follower: None if view is None else SeenBoard.of(view))
    monkeypatch.setattr(Follower, "changed", ctrl_c)
    line = "muggins: no board is running yet: waiting for a board, such as 'muggins simulate'\n"
    assert muggins(*command) == Result(130, "", line if waits else "")
