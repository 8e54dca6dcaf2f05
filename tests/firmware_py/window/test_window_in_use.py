"""A board keeps working when programs that watch it are slow or fail, or when its files are damaged.

The board runs in a separate process.
"""

from __future__ import annotations

import json
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import ENVIRONMENT, MUGGINS
from tests.support.deadline import PATIENCE, Deadline, until
from tests.support.followed_board import FollowedBoard
from tests.support.processes import Lines

GAME = "OK 2 10 5 5 5 6 K K 9 GO 8 8 9 J".split()
"""The keys of the deal in the README, up to the crib."""


@pytest.fixture
def board(tmp_path: Path) -> Iterator[FollowedBoard]:
    made = FollowedBoard(tmp_path)
    with closing(made):
        yield made


def view(board: FollowedBoard) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(board.view.read_bytes())
    return found


@contextmanager
def follower(board: FollowedBoard) -> Iterator[subprocess.Popen[bytes]]:
    environment = {**ENVIRONMENT, **board.environment}
    command = [*MUGGINS, "status", "--follow"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def pressed(board: FollowedBoard, words: list[str]) -> None:
    made = board.press(*words)
    assert (made.status, made.err) == (0, ""), made
    assert [line.split()[0] for line in made.out.splitlines()] == words


def test_slow_or_dead_followers_do_not_delay_key_presses(board: FollowedBoard) -> None:
    """All keys take effect even while one `muggins status --follow` is stopped and another is killed."""
    with (
        follower(board) as stopped,
        follower(board),  # nobody reads its lines
        follower(board) as killed,
        board.view.open("rb") as held,
    ):
        assert stopped.stdout
        lines = Lines(stopped.stdout)
        assert json.loads(lines.line())["presses"] == 0
        stopped.send_signal(signal.SIGSTOP)
        pressed(board, GAME[:5])
        killed.kill()
        killed.wait(PATIENCE)
        pressed(board, GAME[5:])
        assert board.status()["presses"] == len(GAME)
        assert json.load(held)["presses"] == 0  # a reader that holds the file open keeps the old one
        stopped.send_signal(signal.SIGCONT)
        deadline = Deadline()
        while (found := json.loads(lines.line()))["presses"] < len(GAME):
            deadline.left("the last press")
        assert [each["key"] for each in found["recent"]] == GAME


def test_removed_folder_is_created_again_at_the_next_key_press(board: FollowedBoard) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as program:
        program.connect(str(board.view.with_name("keys")))
        shutil.rmtree(board.view.parent)
        program.send(b'{"key": "OK"}')
        until(board.view.exists, "the file")
        until(board.view.with_name("keys").exists, "the socket")
    pressed(board, GAME[1:3])
    assert [each["key"] for each in view(board)["recent"]] == GAME[:3]
    assert board.view.parent.stat().st_mode & 0o777 == 0o750


def test_two_boards_never_share_a_window(board: FollowedBoard, tmp_path: Path) -> None:
    """A second board with the same runtime folder says why it has no view file, and goes on without one."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "run").symlink_to(board.view.parent)
    with closing(FollowedBoard(other, stderr=subprocess.PIPE)) as second:
        assert second.process.stderr
        assert "another board takes keys here" in Lines(second.process.stderr).line()
        pressed(board, GAME[:3])
        assert view(board)["presses"] == 3 and board.status()["presses"] == 3
        second.stop()
        assert view(board)["running"]
        pressed(board, GAME[3:4])
