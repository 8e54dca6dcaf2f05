"""A follower detects that a board was killed, even though the view file still says that it is running."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware_py.outputs.window import ViewFile
from firmware_py.window.folder import LifeSign, has_died
from firmware_py.window.follower import Follower
from tests.support import keyed
from tests.support.command import ENVIRONMENT
from tests.support.deadline import PATIENCE
from tests.support.processes import started

BOARD = """
import sys, time
from pathlib import Path
from firmware_py.window.folder import LifeSign
from firmware_py.outputs.window import ViewFile
from tests.support import keyed
folder = Path(sys.argv[1])
file = ViewFile(folder, 0o750)
LifeSign(folder, file.run).give()
file.write(keyed.board())
print("shown", flush=True)
time.sleep(600)
"""


@pytest.fixture
def board(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Yield the process of a board whose view file is in `tmp_path`."""
    command = [sys.executable, "-c", BOARD, str(tmp_path)]
    root = Path(__file__).parents[3]
    with started(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT, cwd=root) as made:
        assert made.stdout and made.stdout.readline() == "shown\n"
        yield made


def test_a_board_that_is_killed_is_reported_once(board: subprocess.Popen[str], tmp_path: Path) -> None:
    with closing(Follower(tmp_path)) as follower:
        first = follower.changed(PATIENCE)
        assert first is not None and first["running"]
        assert follower.changed(0) is None
        board.send_signal(signal.SIGKILL)
        last = follower.changed(PATIENCE)
        assert last == {**first, "running": False}
        assert follower.changed(0) is None
        assert json.loads((tmp_path / "view.json").read_text())["running"]


def test_a_follower_that_starts_later_knows_that_the_board_was_killed(
    board: subprocess.Popen[str], tmp_path: Path
) -> None:
    board.kill()
    board.wait(PATIENCE)
    found = Follower(tmp_path).read()
    assert found is not None and not found["running"]


def test_a_board_that_is_stopped_for_a_while_has_not_died(
    board: subprocess.Popen[str], tmp_path: Path
) -> None:
    os.kill(board.pid, signal.SIGSTOP)
    found = Follower(tmp_path).read()
    assert found is not None and found["running"]


def test_the_end_of_a_board_that_says_so_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("firmware_py.window.follower.time.sleep", pauses.append)
    file = ViewFile(tmp_path, 0o750)
    life = LifeSign(tmp_path, file.run)
    life.give()
    file.write(keyed.board())
    with closing(Follower(tmp_path)) as follower:
        assert follower.changed(PATIENCE)
        file.end()
        life.withdraw()
        last = follower.changed(PATIENCE)
    assert last is not None and not last["running"]
    assert not pauses and not (tmp_path / "alive").exists()


def test_view_file_is_trusted_if_there_is_no_sign_of_life(tmp_path: Path) -> None:
    """Older versions of the board have no lock file `alive`, so only `running` in the view file counts."""
    file = ViewFile(tmp_path, 0o750)
    file.write(keyed.board())
    assert not has_died(tmp_path, file.run)
    (tmp_path / "alive").write_text("another run")
    assert not has_died(tmp_path, file.run)
    found = Follower(tmp_path).read()
    assert found is not None and found["running"]


def test_a_sign_that_cannot_be_given_now_is_given_with_the_next_view(tmp_path: Path) -> None:
    first, second = LifeSign(tmp_path, "a"), LifeSign(tmp_path, "b")
    first.give()
    second.give()
    assert (tmp_path / "alive").read_text() == "a"
    assert not has_died(tmp_path, "a") and not has_died(tmp_path, "b")
    first.withdraw()
    second.give()
    assert (tmp_path / "alive").read_text() == "b"
    second.withdraw()
    second.withdraw()
    assert not (tmp_path / "alive").exists()


def test_a_life_sign_in_a_folder_that_is_gone_is_no_error(tmp_path: Path) -> None:
    life = LifeSign(tmp_path / "gone", "a")
    life.give()
    life.withdraw()
    assert not has_died(tmp_path / "gone", "a")


def test_checking_a_board_continuously_does_not_harm_it(tmp_path: Path) -> None:
    """A board can show that it is running even while another program keeps checking whether it is.

    Each check locks the board's file for a moment. If the board cannot write to the file then, it tries
    again later.
    """
    looked, stop = threading.Event(), threading.Event()

    def look() -> None:
        while not stop.is_set():
            has_died(tmp_path, "a")
            looked.set()

    reader = threading.Thread(target=look)
    (tmp_path / "alive").write_text("an earlier run")
    reader.start()
    try:
        assert looked.wait(PATIENCE)
        life = LifeSign(tmp_path, "a")
        for _ in range(100_000):
            life.give()
            if (tmp_path / "alive").read_text() == "a":
                break
        assert (tmp_path / "alive").read_text() == "a"
        assert not has_died(tmp_path, "a")
    finally:
        stop.set()
        reader.join(PATIENCE)
        life.withdraw()


def test_a_board_that_was_killed_is_told_from_one_that_has_stopped(
    board: subprocess.Popen[str], tmp_path: Path
) -> None:
    follower = Follower(tmp_path)
    assert follower.read() and not follower.was_killed
    board.kill()
    board.wait(PATIENCE)
    assert follower.read() and follower.was_killed
    view = json.loads((tmp_path / "view.json").read_text())
    (tmp_path / "view.json").write_text(json.dumps({**view, "running": False}))
    assert follower.read() and not follower.was_killed
