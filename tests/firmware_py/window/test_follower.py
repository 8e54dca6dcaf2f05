"""A follower sees each change of the view file and of the phone file once, also of a board that starts later.

It detects that a board was killed, even though the view file still says that it is running. It finds the file
in the folder that the service or the user has for such files.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from queue import Queue, SimpleQueue

import inotify_simple
import pytest

from engine.errors import InvalidRules
from firmware_py.input.keys import Key, Press
from firmware_py.outputs.view_json import ViewFile
from firmware_py.system.errors import UsageError
from firmware_py.window import folder as folder_module
from firmware_py.window import follower as follower_module
from firmware_py.window.folder import LifeSign, folder_of_a_board, has_died, own_folder, runtime_folder
from firmware_py.window.follower import FolderWatch, Follower, FollowerThread, PhoneFollower
from firmware_py.window.phone_file import PhoneFile, write_phone_file
from firmware_py.window.seen import SeenBoard
from tests.support import keyed
from tests.support.command import ENVIRONMENT
from tests.support.deadline import PATIENCE
from tests.support.processes import started


def test_each_change_is_seen_once(tmp_path: Path) -> None:
    board, file = keyed.board(), ViewFile(tmp_path, 0o750)
    with closing(Follower(tmp_path)) as follower:
        assert follower.changed(0) is None
        file.write(board)
        first = follower.changed(PATIENCE)
        assert first is not None and first.sequence == 1
        assert follower.changed(0) is None
        file.write(board, [(Press(Key.OK), board.press(Key.OK))])
        second = follower.changed(PATIENCE)
        assert second is not None and second.recent[-1].key == "OK"


def test_a_folder_that_comes_and_goes_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each new board is found, although each counts its views from 1."""
    looks: list[float] = []
    monkeypatch.setattr(follower_module.time, "sleep", looks.append)
    folder = tmp_path / "muggins"
    with closing(Follower(folder)) as follower:
        for _ in range(3):
            assert follower.changed(0.05) is None
            later = threading.Timer(0.05, lambda: ViewFile(folder, 0o750).write(keyed.board()))
            later.start()
            found = follower.changed(PATIENCE)
            assert found is not None and found.running
            later.join(PATIENCE)
            (folder / "view.json").unlink()
            folder.rmdir()
    assert not looks


def test_a_folder_that_comes_just_before_the_watch_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, watch = tmp_path / "muggins", inotify_simple.INotify.add_watch

    def late(self: inotify_simple.INotify, *arguments: object) -> int:
        if not folder.exists():
            ViewFile(folder, 0o750).write(keyed.board())
        return watch(self, *arguments)

    monkeypatch.setattr(inotify_simple.INotify, "add_watch", late)
    with closing(Follower(folder)) as follower:
        assert follower.changed(PATIENCE) is not None


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'"text"', b"\xff", b"[" * 100_000])
def test_a_file_that_is_no_view_counts_as_no_board(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "view.json").write_bytes(content)
    assert Follower(tmp_path).read() is None


def test_a_file_that_may_not_be_read_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(self: Path) -> bytes:
        raise PermissionError(13, os.strerror(13), str(self))

    monkeypatch.setattr(Path, "read_bytes", denied)
    with pytest.raises(UsageError, match=r"view\.json: permission denied: 'sudo adduser \$USER muggins'"):
        Follower(tmp_path).read()


def test_each_view_is_passed_on_and_the_exception_that_ends_the_thread_is_kept(tmp_path: Path) -> None:
    heard: SimpleQueue[int] = SimpleQueue()
    ended: SimpleQueue[str] = SimpleQueue()

    def hear(view: SeenBoard) -> None:
        if view.sequence == 3:
            raise KeyError("a fault")
        heard.put(view.sequence)

    follower = FollowerThread(tmp_path, hear, lambda: ended.put("ended"))
    assert follower.latest() is None
    follower.start()
    board, file = keyed.board(), ViewFile(tmp_path, 0o750)
    for sequence in (1, 2):
        file.write(board)
        assert heard.get(timeout=PATIENCE) == sequence
        follower.raise_fault()
    file.write(board)
    assert ended.get(timeout=PATIENCE) == "ended"
    # systemd does not restart a command that ends with a line about wrong input or a broken pipe.
    for fault in (follower.fault, InvalidRules("there is no option 'jokers'"), BrokenPipeError()):
        follower.fault = fault
        with pytest.raises(RuntimeError) as caught:
            follower.raise_fault()
        assert caught.value.__cause__ is fault
    follower.fault = UsageError("not permitted")
    with pytest.raises(UsageError):
        follower.raise_fault()


def test_where_the_system_reports_nothing_it_glances(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(follower_module.time, "sleep", slept.append)
    for left in (None, 0.01, 5.0):
        FolderWatch(tmp_path).sleep(left)
    assert slept == [0.2, 0.01, 0.2]


def test_each_change_of_the_phone_file_is_seen(tmp_path: Path) -> None:
    folder = tmp_path / "muggins"
    found: Queue[PhoneFile] = Queue()
    shown = [PhoneFile("K7Q2PX9D", 5.0), PhoneFile(None, 6.0), PhoneFile(None, 7.0, withdrawn=1)]

    def follow() -> None:
        with closing(PhoneFollower(folder)) as follower:
            for _ in shown:
                found.put(follower.changed())

    follows = threading.Thread(target=follow, daemon=True)
    follows.start()
    for file in shown:
        write_phone_file(folder, file)
        assert found.get(timeout=PATIENCE) == file
    follows.join(PATIENCE)
    assert not follows.is_alive()


BOARD = """
import sys, time
from pathlib import Path
from firmware_py.window.folder import LifeSign
from firmware_py.outputs.view_json import ViewFile
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
        assert first is not None and first.running
        assert follower.changed(0) is None
        board.send_signal(signal.SIGKILL)
        last = follower.changed(PATIENCE)
        assert last is not None and last.raw == {**first.raw, "running": False} and not last.running
        assert follower.changed(0) is None and follower.was_killed
        written = json.loads((tmp_path / "view.json").read_text())
        assert written["running"]
        (tmp_path / "view.json").write_text(json.dumps({**written, "running": False}))
        assert follower.read() and not follower.was_killed  # it has stopped by itself


def test_a_board_stopped_for_a_while_has_not_died(board: subprocess.Popen[str], tmp_path: Path) -> None:
    os.kill(board.pid, signal.SIGSTOP)
    follower = Follower(tmp_path)
    found = follower.read()
    assert found is not None and found.running and not follower.was_killed


def test_an_announced_end_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert last is not None and not last.running
    assert not pauses and not (tmp_path / "alive").exists()


def test_view_file_is_trusted_if_there_is_no_sign_of_life(tmp_path: Path) -> None:
    """Older versions of the board have no lock file `alive`, so only `running` in the view file counts."""
    file = ViewFile(tmp_path, 0o750)
    file.write(keyed.board())
    assert not has_died(tmp_path, file.run)
    (tmp_path / "alive").write_text("another run")
    assert not has_died(tmp_path, file.run)
    found = Follower(tmp_path).read()
    assert found is not None and found.running


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
    gone = LifeSign(tmp_path / "gone", "c")
    gone.give()
    gone.withdraw()
    assert not has_died(tmp_path / "gone", "c")


JOURNAL = Path("/games/games.txt")


@pytest.fixture(autouse=True)
def _no_service(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(folder_module, "SERVICE_RUNTIME_FOLDER", tmp_path / "run")
    for name in ("RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    "environment, folder",
    [
        ({"RUNTIME_DIRECTORY": "/run/muggins", "XDG_RUNTIME_DIR": "/run/user/1000"}, "/run/muggins"),
        ({"RUNTIME_DIRECTORY": "/run/muggins:/run/other"}, "/run/muggins"),
        ({"XDG_RUNTIME_DIR": "/run/user/1000"}, "/run/user/1000/muggins"),
        ({"XDG_RUNTIME_DIR": "relative"}, "/games"),
        ({}, "/games"),
    ],
)
def test_the_first_folder_that_the_system_has(
    environment: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert runtime_folder(JOURNAL) == Path(folder)


def test_a_follower_looks_at_the_service_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    own, service = tmp_path / "muggins", tmp_path / "run"
    assert folder_of_a_board(JOURNAL) == own
    service.mkdir()
    assert folder_of_a_board(JOURNAL) == service  # it is there, so its board will start there
    own.mkdir()
    (own / "view.json").touch()
    assert folder_of_a_board(JOURNAL) == own
    (service / "view.json").touch()
    assert folder_of_a_board(JOURNAL) == service
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "other"))
    assert folder_of_a_board(JOURNAL) == tmp_path / "other"  # a service looks at nothing else


def test_a_follower_keeps_what_it_needs_in_the_last_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    assert own_folder() is None
    for named in ("/run/muggins-serve", "/run/muggins:/run/muggins-serve"):
        monkeypatch.setenv("RUNTIME_DIRECTORY", named)
        assert own_folder() == Path("/run/muggins-serve")
