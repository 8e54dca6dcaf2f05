"""`muggins press` on a board that runs in another thread, with the real loop, queue, socket and file."""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from firmware_py.board.loop import Loop
from firmware_py.commands import press as module
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.start.assembly import board_window
from firmware_py.window import folder as runtime_folder
from tests.support import keyed
from tests.support.command import check_error, muggins
from tests.support.deadline import PATIENCE


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the runtime folder of this user's board. The service has none."""
    monkeypatch.setattr(runtime_folder, "SERVICE_RUNTIME_FOLDER", tmp_path / "no-service")
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(module, "PATIENCE", PATIENCE)
    return tmp_path / "muggins"


@pytest.fixture
def board(folder: Path) -> Iterator[EdgeQueue]:
    """Run a board, and yield the queue from which it gets key presses."""
    queue = EdgeQueue(time.monotonic)
    with closing(board_window(folder / "games.txt", queue)) as window:
        loop = Loop(keyed.board(), (), queue, time.monotonic, window)
        runs = threading.Thread(target=loop.run, daemon=True)
        runs.start()
        give_up = time.monotonic() + PATIENCE
        while not (folder / "view.json").exists():
            assert time.monotonic() < give_up, "the board shows no view"
            time.sleep(0.01)
        yield queue
        queue.stop()
        runs.join(PATIENCE)


@pytest.mark.usefixtures("board")
def test_keys_are_pressed_and_each_says_what_came_of_it() -> None:
    # The keys are those of the README's deal, in which the first count goes from 10 to 31.
    made = muggins("press", "OK", "2", "10", "5", "5", "5", "6")
    assert (made.status, made.err) == (0, "")
    assert made.out.splitlines() == [
        "OK  Left deals. Turn up the starter.",
        "2  Right: card",
        "10  Left: card",
        "5  Left: fifteen for two",
        "5  Right: twenty for two",
        "5  Left: twenty-five for six",
        "6  Right: thirty-one for two",
    ]


@pytest.mark.usefixtures("board")
def test_after_a_refusal_the_rest_is_not_pressed(folder: Path) -> None:
    made = muggins("press", "OK", "2", "MUGGINS", "10")
    assert made.status == 1
    assert [line[:16] for line in made.out.splitlines()[2:]] == ["MUGGINS  refused"]
    assert json.loads((folder / "view.json").read_bytes())["presses"] == 2


@pytest.mark.usefixtures("board")
def test_a_page_is_read_aloud() -> None:
    made = muggins("press", "OK", "2", "MENU")
    assert made.out.splitlines()[-1].startswith("MENU  Menu: ")


@pytest.mark.usefixtures("board")
def test_an_unknown_word_presses_nothing(folder: Path) -> None:
    check_error(muggins("press", "OK", "X"), "'X' isn't a key", "no key was pressed")
    assert json.loads((folder / "view.json").read_bytes())["presses"] == 0


@pytest.mark.usefixtures("folder")
def test_without_a_board_it_says_how_to_start_one() -> None:
    check_error(muggins("press", "5"), "no board is running", "systemctl start muggins", "muggins simulate")


def test_a_board_that_was_killed_is_no_board(folder: Path) -> None:
    folder.mkdir()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as left:
        left.bind(str(folder / "keys"))
    check_error(muggins("press", "5"), "5 was not pressed: no board is running", "systemctl start muggins")


def test_a_board_that_does_not_answer_is_given_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.2)
    folder.mkdir()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as deaf:
        deaf.bind(str(folder / "keys"))
        made = muggins("press", "5")
    check_error(made, "did not answer within 0.2 seconds, and may or may not have taken the key", "status")


class Board:
    """A fake board, which writes its first view file when it starts and the others after a key press."""

    def __init__(
        self, folder: Path, before: dict[str, Any], *after: dict[str, Any], seconds: float = 0
    ) -> None:
        folder.mkdir()
        self._view, self._after, self._seconds = folder / "view.json", after, seconds
        self._show(before)
        self._keys = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._keys.bind(str(folder / "keys"))
        self._thread = threading.Thread(target=self._answer, daemon=True)
        self._thread.start()

    def _answer(self) -> None:
        asked = json.loads(self._keys.recv(512))
        time.sleep(self._seconds)
        for view in self._after:
            self._show({**view, "recent": [{**each, "id": asked["id"]} for each in view["recent"]]})

    def _show(self, view: dict[str, Any]) -> None:
        new = self._view.with_suffix(".new")
        new.write_text(json.dumps(view))
        new.replace(self._view)

    def close(self) -> None:
        self._thread.join(PATIENCE)
        self._keys.close()


PRESSED = {"key": "5", "refused": None, "said": ["Left: fifteen for two"]}


def test_a_board_that_stops_without_taking_the_key_says_so(folder: Path) -> None:
    before: dict[str, Any] = {"run": "a", "sequence": 9, "running": True, "recent": []}
    stopped = {**before, "sequence": 10, "running": False}
    with closing(Board(folder, before, stopped)):
        check_error(muggins("press", "5"), "5 was not pressed: the board has stopped")


def test_press_does_not_wait_for_a_killed_board(folder: Path) -> None:
    before: dict[str, Any] = {"run": "a", "sequence": 9, "running": True, "recent": []}
    board = Board(folder, before)  # it takes the key, and ends without another view
    killed = threading.Timer(0.2, board.close)
    killed.start()
    check_error(muggins("press", "5"), "the board has ended, and may or may not have taken the key", "status")
    killed.join(PATIENCE)


def test_a_key_that_a_board_took_before_it_stopped_is_no_fault(folder: Path) -> None:
    before: dict[str, Any] = {"run": "a", "sequence": 9, "running": True, "recent": []}
    stopped = {**before, "sequence": 11, "running": False, "recent": [PRESSED]}
    with closing(Board(folder, before, stopped)):
        made = muggins("press", "5")
    assert (made.status, made.out, made.err) == (0, "5  Left: fifteen for two\n", "")


def test_view_file_of_an_earlier_board_is_ignored(folder: Path) -> None:
    """A view file that an earlier board has left behind is ignored while the next board starts."""
    before: dict[str, Any] = {"run": "a", "sequence": 9, "running": False, "recent": []}
    starting = {**before, "run": "b", "sequence": 1, "running": True}
    with closing(Board(folder, before, starting, {**starting, "sequence": 2, "recent": [PRESSED]})):
        assert muggins("press", "5").status == 0


def test_press_waits_for_a_slow_board(folder: Path) -> None:
    before: dict[str, Any] = {"run": "a", "sequence": 9, "running": True, "recent": []}
    views = [{**before, "sequence": number} for number in range(10, 20)]
    pressed = {**before, "sequence": 20, "recent": [PRESSED]}
    with closing(Board(folder, before, *views, pressed, seconds=1)):
        made = muggins("press", "5")
    assert (made.status, made.out, made.err) == (0, "5  Left: fifteen for two\n", "")


def test_without_rights_it_names_the_group(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.stat

    def denied(path: object, *arguments: Any, **named: Any) -> Any:
        if path == folder / "keys":
            raise PermissionError(13, "Permission denied")
        return real(path, *arguments, **named)

    monkeypatch.setattr(os, "stat", denied)
    check_error(muggins("press", "5"), "permission denied: 'sudo adduser $USER muggins' lets you press keys")
