"""`muggins press` and `phone` on a running board."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware_py.board.loop import Loop
from firmware_py.commands import press
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.journal.locations import default_journal
from firmware_py.start.assembly import board_window
from firmware_py.window import folder as runtime_folder
from firmware_py.window.phone_file import read_phone_file
from tests.support import keyed
from tests.support.board_process import BoardProcess
from tests.support.command import ENVIRONMENT, MUGGINS, Result, check_error, muggins
from tests.support.deadline import PATIENCE, until
from tests.support.machine import free_port, needs_network
from tests.support.processes import Lines, ended, started
from tests.support.servers import ask


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the runtime folder of this user's board. The service has none."""
    monkeypatch.setattr(runtime_folder, "SERVICE_RUNTIME_FOLDER", tmp_path / "no-service")
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(press, "PATIENCE", PATIENCE)
    return tmp_path / "muggins"


@pytest.fixture
def board(folder: Path) -> Iterator[EdgeQueue]:
    """Run a board, and yield the queue from which it gets key presses."""
    queue = EdgeQueue(time.monotonic)
    with closing(board_window(folder / "games.txt", queue)) as window:
        loop = Loop(keyed.board(), (), queue, time.monotonic, window)
        runs = threading.Thread(target=loop.run, daemon=True)
        runs.start()
        until((folder / "view.json").exists, "a view")
        yield queue
        queue.stop()
        runs.join(PATIENCE)


@pytest.mark.usefixtures("board")
def test_keys_are_pressed_and_each_says_what_came_of_it() -> None:
    # The keys are those of the README's deal, in which the first count goes from 10 to 31.
    made = muggins("press", "OK", "2", "10", "5", "5", "5", "6")
    assert (made.status, made.err) == (0, "")
    assert made.out.splitlines() == [
        "OK  Left deals six cards each; two each to the crib. Turn up the starter.",
        "2  Right: card",
        "10  Left: card",
        "5  Left: fifteen for two",
        "5  Right: twenty for two",
        "5  Left: twenty-five for six",
        "6  Right: thirty-one for two",
    ]
    assert muggins("press", "MENU").out.startswith("MENU  Menu 1/2: ")


@pytest.mark.usefixtures("board")
def test_after_a_refusal_the_rest_is_not_pressed(folder: Path) -> None:
    made = muggins("press", "OK", "2", "MUGGINS", "10")
    assert made.status == 1
    assert [line[:16] for line in made.out.splitlines()[2:]] == ["MUGGINS  refused"]
    assert json.loads((folder / "view.json").read_bytes())["presses"] == 2


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
    monkeypatch.setattr(press, "PATIENCE", 0.2)
    folder.mkdir()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as deaf:
        deaf.bind(str(folder / "keys"))
        made = muggins("press", "5")
    check_error(made, "did not answer within 0.2 seconds, and may or may not have taken the key", "status")


class Board:
    """A fake board, which writes its first view file when it starts and the others after a key press."""

    def __init__(self, folder: Path, before: dict[str, Any], *after: dict[str, Any]) -> None:
        folder.mkdir()
        self._view, self._after = folder / "view.json", after
        self._show(before)
        self._keys = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._keys.bind(str(folder / "keys"))
        self._thread = threading.Thread(target=self._answer, daemon=True)
        self._thread.start()

    def _answer(self) -> None:
        asked = json.loads(self._keys.recv(512))
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
BEFORE: dict[str, Any] = {"run": "a", "sequence": 9, "running": True, "recent": []}
STOPPED = {**BEFORE, "sequence": 11, "running": False}


def test_a_board_that_stops_without_taking_the_key_says_so(folder: Path) -> None:
    with closing(Board(folder, BEFORE, STOPPED)):
        check_error(muggins("press", "5"), "5 was not pressed: the board has stopped")


def test_press_does_not_wait_for_a_killed_board(folder: Path) -> None:
    board = Board(folder, BEFORE)  # it takes the key, and ends without another view
    killed = threading.Timer(0.2, board.close)
    killed.start()
    check_error(muggins("press", "5"), "the board has ended, and may or may not have taken the key", "status")
    killed.join(PATIENCE)


def test_a_key_that_a_board_took_before_it_stopped_is_no_fault(folder: Path) -> None:
    with closing(Board(folder, BEFORE, {**STOPPED, "recent": [PRESSED]})):
        made = muggins("press", "5")
    assert (made.status, made.out, made.err) == (0, "5  Left: fifteen for two\n", "")


def test_view_file_of_an_earlier_board_is_ignored(folder: Path) -> None:
    """A view file that an earlier board has left behind is ignored while the next board starts."""
    starting = {**BEFORE, "run": "b", "sequence": 1}
    with closing(Board(folder, STOPPED, starting, {**starting, "sequence": 2, "recent": [PRESSED]})):
        assert muggins("press", "5").status == 0


def test_without_rights_it_names_the_group(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.stat

    def denied(path: object, *arguments: Any, **named: Any) -> Any:
        if path == folder / "keys":
            raise PermissionError(13, "Permission denied")
        return real(path, *arguments, **named)

    monkeypatch.setattr(os, "stat", denied)
    check_error(muggins("press", "5"), "permission denied: 'sudo adduser $USER muggins' lets you press keys")


def press_and_end(board: BoardProcess, words: list[str], number: int, kept: int, after: float) -> Result:
    """Run `muggins press` with these keys, and send signal `number` to the board in the middle.

    Args:
        board: the board.
        words: the keys.
        number: the signal.
        kept: the number of lines that the journal must have gained before.
        after: how long to wait after the last of them, in seconds.
    """
    journal = default_journal()
    wanted = journal.read_bytes().count(b"\n") + kept

    def end() -> None:
        until(lambda: journal.read_bytes().count(b"\n") >= wanted, "the journal to grow")
        time.sleep(after)
        board.process.send_signal(number)

    ends = threading.Thread(target=end)
    ends.start()
    made = muggins("press", *words)
    ends.join(PATIENCE)
    return made


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGKILL, marks=pytest.mark.night)])
def test_no_key_is_half_pressed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    monkeypatch.setattr(press, "PATIENCE", 0.5)
    chance, there, certain = Random(int(number)), 1, 0
    words = list(islice(keyed.played(Random(14), 0.06), 3000))
    for name, value in BoardProcess.environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    with closing(BoardProcess(tmp_path)) as board:
        board.press(words[0])
    for _ in range(25):
        with closing(BoardProcess(tmp_path)) as board:
            kept, after = chance.randrange(6), chance.uniform(0, 0.01)
            made = press_and_end(board, words[there : there + 60], number, kept, after)
            board.stop()
            took = there + sum(": refused" not in line for line in made.out.splitlines())
            there = board.status()["presses"]
        if made.status == 0:  # the signal came too late
            assert (there, made.err) == (took, ""), made
            continue
        assert (made.status, len(made.err.splitlines())) == (2, 1), made
        if "may or may not have taken the key" in made.err:
            assert there in (took, took + 1), made
        else:
            assert re.search(r"was not pressed: the board has|no board is running", made.err), made
            assert there == took, made
            certain += 1
        assert "refused" not in made.out
    assert there > 25
    assert certain or number == signal.SIGKILL  # a board that is told to stop says what it took


@pytest.fixture
def phone_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BoardProcess]:
    for name, value in BoardProcess.environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    made = BoardProcess(tmp_path)
    yield made
    made.close(signal.SIGTERM)


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """Start the server of a board's web page, and yield its port. The board's files are in `tmp_path`."""
    found = free_port()
    environment = ENVIRONMENT | BoardProcess.environment(tmp_path)
    command = [*MUGGINS, "serve", "--port", str(found)]
    with started(command, env=environment, stdout=subprocess.PIPE) as server:
        assert server.stdout
        Lines(server.stdout).line()
        yield found


def is_open(folder: Path) -> bool:
    file = read_phone_file(folder / "window")
    return file is not None and file.code is not None


@needs_network
def test_it_ends_when_a_phone_has_joined_which_can_play_at_once(
    phone_board: BoardProcess, port: int, tmp_path: Path
) -> None:
    environment = ENVIRONMENT | BoardProcess.environment(tmp_path)
    with started([*MUGGINS, "phone"], env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout
        lines = Lines(process.stdout)
        first = lines.line()
        assert first.startswith("http://") and f":{port}/" in first
        assert first[-8:] in lines.line()
        assert ask(port, "/join", {"code": first[-8:]})[0] == 200
        assert ended(process) == 0
    assert not is_open(tmp_path)
    phone_board.press("OK")
    assert phone_board.view()["presses"] == 1


@needs_network
@pytest.mark.parametrize("asked", ["", "UNDO"])
def test_ctrl_c_closes_the_dialogue(phone_board: BoardProcess, port: int, tmp_path: Path, asked: str) -> None:
    environment = ENVIRONMENT | BoardProcess.environment(tmp_path)
    with started([*MUGGINS, "phone"], env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout
        Lines(process.stdout).line()
        if asked:
            phone_board.press(asked)
        process.send_signal(signal.SIGINT)
        assert ended(process) == 0
    assert not is_open(tmp_path)
    assert phone_board.view()["page"] is None and phone_board.view()["presses"] == 0


def test_without_the_page_it_says_how_to_start_it(
    phone_board: BoardProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(press, "LATE", 0.1)
    check_error(muggins("phone"), "sudo systemctl enable --now muggins-serve.socket")
    assert not is_open(tmp_path)


def test_while_the_menu_is_open_it_presses_nothing(phone_board: BoardProcess) -> None:
    phone_board.press("MENU")
    before = phone_board.view()
    check_error(muggins("phone"), "press GO there")
    assert phone_board.view() == before


def test_a_code_that_nobody_uses_expires(
    phone_board: BoardProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone_board.press("MENU K")
    until(lambda: is_open(tmp_path), "the code")
    monkeypatch.setattr(press, "boot_time", lambda: 1e9)
    said = muggins("phone")
    assert (said.status, said.out) == (
        1,
        "The code is no longer valid. For another one, type 'muggins phone' again.\n",
    )
    assert not is_open(tmp_path)


def test_without_a_board_no_phone_can_join(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    check_error(muggins("phone"), "no board is running")
