"""`muggins phone` prints a code for each phone, and closes the phone dialogue on the board when it exits."""

from __future__ import annotations

import json
import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_py.commands import press
from firmware_py.system.network import own_address
from firmware_py.window.phone_file import read_phone_file
from tests.support.board_process import BoardProcess
from tests.support.command import ENVIRONMENT, MUGGINS, check_error, muggins
from tests.support.deadline import PATIENCE, until
from tests.support.machine import free_port
from tests.support.processes import Lines, ended, started

needs_network = pytest.mark.skipif(own_address() is None, reason="this machine has no network")


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BoardProcess]:
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


def join(port: int, code: str) -> int:
    """Exchange a code for a token as a phone does, and return the HTTP status of the response."""
    headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{port}"}
    body = json.dumps({"code": code}).encode()
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/join", body, headers)
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
        return int(answer.status)


def is_open(folder: Path) -> bool:
    file = read_phone_file(folder / "window")
    return file is not None and file.code is not None


@needs_network
def test_it_ends_when_a_phone_has_joined_which_can_play_at_once(
    board: BoardProcess, port: int, tmp_path: Path
) -> None:
    environment = ENVIRONMENT | BoardProcess.environment(tmp_path)
    with started([*MUGGINS, "phone"], env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout
        lines = Lines(process.stdout)
        first = lines.line()
        assert first.startswith("http://") and f":{port}/" in first
        assert first[-8:] in lines.line()
        assert join(port, first[-8:]) == 200
        assert ended(process) == 0
    assert not is_open(tmp_path)
    board.press("OK")
    assert board.view()["presses"] == 1


@needs_network
@pytest.mark.parametrize("asked", ["", "UNDO"])
def test_ctrl_c_closes_the_dialogue(board: BoardProcess, port: int, tmp_path: Path, asked: str) -> None:
    environment = ENVIRONMENT | BoardProcess.environment(tmp_path)
    with started([*MUGGINS, "phone"], env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout
        Lines(process.stdout).line()
        if asked:
            board.press(asked)
        process.send_signal(signal.SIGINT)
        assert ended(process) == 0
    assert not is_open(tmp_path)
    assert board.view()["page"] is None and board.view()["presses"] == 0


def test_without_the_page_it_says_how_to_start_it(
    board: BoardProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(press, "LATE", 0.1)
    check_error(muggins("phone"), "sudo systemctl enable --now muggins-serve.socket")
    assert not is_open(tmp_path)


def test_while_the_menu_is_open_it_presses_nothing(board: BoardProcess) -> None:
    board.press("MENU")
    before = board.view()
    check_error(muggins("phone"), "press GO there")
    assert board.view() == before


def test_a_code_that_nobody_uses_expires(
    board: BoardProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.press("MENU K")
    until(lambda: is_open(tmp_path), "the code")
    monkeypatch.setattr(press, "boot_time", lambda: 1e9)
    said = muggins("phone")
    assert (said.status, said.out) == (
        1,
        "The code is no longer valid. For another one, type 'muggins phone' again.\n",
    )
    assert not is_open(tmp_path)


def test_without_a_board_it_says_how_to_start_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    check_error(muggins("phone"), "no board is running")
