"""A board's window in use: programs that watch it may be slow or fail, and only its user and group may watch.

The board runs in a separate process. The tests of its rights need root, because they run the board and other
programs as different users. Each of these programs is forked from the test process, because Python may be
installed where only root can read it.
"""

from __future__ import annotations

import encodings.utf_8_sig
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import astuple
from pathlib import Path
from typing import Any

import inotify_simple
import pytest

from firmware_py.board.loop import Loop
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.journal.locations import default_journal
from firmware_py.start.assembly import board_window
from tests.support import keyed
from tests.support.board_process import BoardProcess, tell
from tests.support.command import ENVIRONMENT, MUGGINS, Result, check_error, muggins
from tests.support.deadline import PATIENCE, Deadline, until
from tests.support.machine import User, fork_as
from tests.support.processes import Lines, Program, started

GAME = "OK 2 10 5 5 5 6 K K 9 GO 8 8 9 J".split()  # the deal in the README, up to the crib


@pytest.fixture
def board(tmp_path: Path) -> Iterator[BoardProcess]:
    with closing(BoardProcess(tmp_path)) as made:
        yield made


@contextmanager
def follower(board: BoardProcess) -> Iterator[subprocess.Popen[bytes]]:
    environment = {**ENVIRONMENT, **board.environment(board.folder)}
    with started([*MUGGINS, "status", "--follow"], env=environment, stdout=subprocess.PIPE) as process:
        yield process


def test_slow_or_dead_followers_do_not_delay_key_presses(board: BoardProcess) -> None:
    """All keys take effect even while one `muggins status --follow` is stopped and another is killed."""
    with (
        follower(board) as stopped,
        follower(board),  # nobody reads its lines
        follower(board) as killed,
        (board.window / "view.json").open("rb") as held,
    ):
        assert stopped.stdout
        lines = Lines(stopped.stdout)
        assert json.loads(lines.line())["presses"] == 0
        stopped.send_signal(signal.SIGSTOP)
        board.press(" ".join(GAME[:5]))
        killed.kill()
        killed.wait(PATIENCE)
        board.press(" ".join(GAME[5:]))
        assert board.status()["presses"] == len(GAME)
        assert json.load(held)["presses"] == 0  # a reader that holds the file open keeps the old one
        stopped.send_signal(signal.SIGCONT)
        deadline = Deadline()
        while (found := json.loads(lines.line()))["presses"] < len(GAME):
            deadline.left("the last press")
        assert [each["key"] for each in found["recent"]] == GAME


def test_removed_folder_is_created_again_at_the_next_key_press(board: BoardProcess) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as program:
        program.connect(str(board.window / "keys"))
        shutil.rmtree(board.window)
        program.send(b'{"key": "OK"}')
        until(board.view, "the file")
        until((board.window / "keys").exists, "the socket")
    board.press("2 10")
    assert [each["key"] for each in board.view()["recent"]] == GAME[:3]
    assert board.window.stat().st_mode & 0o777 == 0o750


def test_two_boards_never_share_a_window(board: BoardProcess, tmp_path: Path) -> None:
    """A second board with the same runtime folder says why it has no view file, and goes on without one."""
    shared = {**board.environment(tmp_path), "STATE_DIRECTORY": str(tmp_path / "other")}
    command = board.command(tmp_path)
    with closing(Program(command, tmp_path / "other.log", env=ENVIRONMENT | shared)) as second:
        until(lambda: "another board takes keys here" in second.log(), "what the second board says")
        board.press(" ".join(GAME[:3]))
        assert board.view()["presses"] == board.status()["presses"] == 3
        second.stop()
        assert board.view()["running"]
        board.press(GAME[3])


# -- who may watch it and press its keys


LOADED_NOW = (encodings.utf_8_sig, inotify_simple)  # the users may not be able to read them


_OWNER, _GROUP, _OTHER = 64201, 64202, 64203  # of no user or group on this machine
OF_THE_BOARD = User(_OWNER, _GROUP)
IN_THE_GROUP = User(_OTHER, _OTHER, (_GROUP,))
OUTSIDE = User(_OTHER, _OTHER)


def run_as(who: User, what: Callable[[], Any]) -> Any:
    """Call a function as this user in a child process, and return its result.

    The result must be a value that JSON can represent.
    """
    reading, writing = os.pipe()
    child = fork_as(who, lambda: os.write(writing, json.dumps(what()).encode()))
    os.close(writing)
    with os.fdopen(reading, "rb") as said:
        answer = said.read()
    assert os.waitpid(child, 0)[1] == 0
    return json.loads(answer)


def run_board() -> None:
    queue = EdgeQueue(time.monotonic)
    with closing(board_window(default_journal(), queue)) as window:
        Loop(keyed.board(), (), queue, time.monotonic, window).run()


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Run a board as an unprivileged user, and yield the folder that contains its view file."""
    if os.geteuid():
        pytest.skip("only root can run a board and programs as several users")
    state = Path(tempfile.mkdtemp())
    state.chmod(0o755)
    os.chown(state, _OWNER, _GROUP)
    monkeypatch.setenv("STATE_DIRECTORY", str(state))
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(state / "run"))
    muggins("replay", "-", "--journal", state / "other.txt", stdin="OK 2")  # loads what the board needs
    muggins("press", "5")
    mask = os.umask(0o022)
    board = fork_as(OF_THE_BOARD, run_board)
    os.umask(mask)
    try:
        until((state / "run" / "view.json").exists, "the board")
        yield state / "run"
    finally:
        os.kill(board, signal.SIGKILL)
        os.waitpid(board, 0)
        shutil.rmtree(state)


def run(who: User, *words: str) -> Result:
    return Result(*run_as(who, lambda: astuple(muggins(*words))))


def test_a_user_in_the_group_sees_the_board_and_presses_its_keys(folder: Path) -> None:
    made = run(IN_THE_GROUP, "press", "OK", "2", "10", "5")
    assert (made.status, made.err) == (0, "")
    assert made.out.splitlines()[-1] == "5  Left: fifteen for two"
    assert run_as(IN_THE_GROUP, lambda: json.loads((folder / "view.json").read_bytes()))["presses"] == 4


def test_a_user_outside_the_group_can_do_neither_and_is_told_how(folder: Path) -> None:
    for command in (("press", "5"), ("status", "--follow")):
        check_error(run(OUTSIDE, *command), "permission denied: 'sudo adduser $USER muggins' lets you")
    assert json.loads((folder / "view.json").read_bytes())["presses"] == 0


def send(folder: Path) -> None:
    tell(folder, b'{"key": "OK"}')


# The operations that the kernel must deny to everybody except the board's user.
FORBIDDEN: dict[str, Callable[[Path], object]] = {
    "put another file in its place": lambda folder: os.replace(folder / "view.json", folder / "mine"),
    "write the file": lambda folder: (folder / "view.json").write_text("{}"),
    "prepare its next file": lambda folder: (folder / "view.json.new").symlink_to("/etc/passwd"),
    "write its life sign": lambda folder: (folder / "alive").write_text("mine"),
    "remove the socket": lambda folder: (folder / "keys").unlink(),
    "make it readable for all": lambda folder: folder.chmod(0o777),
}


def is_refused(who: User, folder: Path, act: Callable[[Path], object]) -> bool:
    def refused() -> bool:
        with suppress(PermissionError):
            act(folder)
            return False
        return True

    found: bool = run_as(who, refused)
    return found


def test_a_user_in_the_group_may_read_and_send_and_nothing_else(folder: Path) -> None:
    for name, act in FORBIDDEN.items():
        assert is_refused(IN_THE_GROUP, folder, act) and is_refused(OUTSIDE, folder, act), name
    assert sorted(path.name for path in folder.iterdir()) == ["alive", "keys", "view.json"]
    for act in (send, lambda folder: (folder / "view.json").read_bytes(), os.listdir):
        assert is_refused(OUTSIDE, folder, act)
    assert not is_refused(IN_THE_GROUP, folder, send)
    until(lambda: json.loads((folder / "view.json").read_bytes())["presses"] == 1, "the key of the group")
