"""`muggins serve --alone` runs a board whose screen and keys are on the web page."""

import json
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware_py.drivers.key_socket import KeySocket
from tests.support.command import ENVIRONMENT, MUGGINS, check_error, muggins, process
from tests.support.deadline import PATIENCE, until
from tests.support.machine import free_port
from tests.support.processes import Lines, ended, started
from tests.support.servers import ask
from tests.support.views import COUNTED

AT_LOW_PRIORITY = 4 * PATIENCE
"""How long the coach's answer may take, in seconds. On a busy machine its process gets little of a core."""


class Alone:
    """The process `muggins serve --alone`, and what a page does with it.

    Attributes:
        folder: the folder of all its files.
        environment: the variables that make other commands use these files.
        server: the process.
        lines: the lines that it prints.
    """

    def __init__(self, folder: Path, server: subprocess.Popen[bytes], port: int) -> None:
        assert server.stdout
        self.folder, self.environment, self.server = folder, folders_in(folder), server
        self.lines, self._port, self._token = Lines(server.stdout), port, ""

    def code(self) -> str:
        """Return the code in the next line that it prints."""
        (code,) = re.findall(r":\d+/(\w{8}) ", self.lines.line())
        assert isinstance(code, str)
        return code

    def join(self, code: str) -> None:
        self._token = json.loads(self._post("/join", {"code": code}))["token"]

    def press(self, keys: str) -> None:
        for key in keys.split():
            self._post("/press", {"key": key})

    def _post(self, path: str, body: dict[str, str]) -> bytes:
        status, answer = ask(self._port, path, body, self._token)
        assert status < 300, (status, answer)
        return answer

    def get(self, what: str) -> Any:
        return urllib.request.urlopen(f"http://localhost:{self._port}/{what}", timeout=PATIENCE)

    def view(self) -> dict[str, Any]:
        """Return what the board shows, as other programs see it."""
        shown: dict[str, Any] = json.loads((self.folder / "muggins" / "view.json").read_bytes())
        return shown

    def status(self) -> dict[str, Any]:
        status: dict[str, Any] = process("status", "--json", environment=self.environment).json
        return status


def folders_in(folder: Path) -> dict[str, str]:
    return {"XDG_RUNTIME_DIR": str(folder), "XDG_STATE_HOME": str(folder / "state")}


@contextmanager
def alone(folder: Path, *options: object, command: Sequence[object] = MUGGINS) -> Iterator[Alone]:
    """Start `muggins serve --alone`. At the end, check that Ctrl-C ends it quietly, unless it has ended."""
    port = free_port()
    with started(
        [*command, "serve", "--alone", *options, "--port", str(port)],
        env=ENVIRONMENT | folders_in(folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as server:
        yield Alone(folder, server, port)
        if server.returncode is None:
            server.send_signal(signal.SIGINT)
            assert ended(server) == 0
            assert server.stderr and server.stderr.read() == b""


def test_keys_on_the_page_play_a_saved_game_even_if_the_runtime_folder_is_emptied(tmp_path: Path) -> None:
    """When a user logs out, the system may remove everything in the user's runtime folder."""
    with alone(tmp_path) as board:
        first = board.code()
        assert board.server.stdin
        board.server.stdin.write(b"\n")  # Enter makes a new code
        board.server.stdin.flush()
        second = board.code()
        assert first != second
        board.join(second)
        with board.get("views") as views:
            assert any(line.startswith(b"data: {") for line in views)
            board.press("OK 2")
            until(lambda: board.view()["presses"] == 2, "both keys")
            (tmp_path / "muggins").rename(tmp_path / "removed")  # at once, whatever the board does meanwhile
            board.press("10 5")
            assert any(b"fifteen for two" in line for line in views)
        assert process("press", "3", environment=board.environment).status == 0
    status = board.status()
    assert (status["presses"], status["sides"][0]["score"]) == (5, 2)


def test_ctrl_c_pressed_again_and_again_ends_it_quietly(tmp_path: Path) -> None:
    with alone(tmp_path) as board:
        board.lines.line()
        with board.get("") as page:
            assert page.status == 200

        def has_ended() -> bool:
            board.server.send_signal(signal.SIGINT)
            return board.server.poll() is not None

        until(has_ended, "the end of the server")
        assert board.server.stderr
        assert (ended(board.server), board.server.stderr.read()) == (0, b"")


def test_beside_another_board_it_does_not_start(tmp_path: Path) -> None:
    (tmp_path / "muggins").mkdir()
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as board:
        board.bind(str(tmp_path / "muggins" / "keys"))
        refused = process("serve", "--alone", environment=folders_in(tmp_path))
        check_error(refused, "another board is running", "muggins serve")
    assert not (tmp_path / "state").exists()


@pytest.mark.parametrize("wait", ["0", "3"], ids=["before the page is served", "while the page is served"])
def test_a_board_that_fails_ends_the_page_too(tmp_path: Path, wait: str) -> None:
    program = (
        "import time; from firmware_py import __main__\n"
        "from firmware_py.board import loop\n"
        f"def fail(self): time.sleep({wait}); raise RuntimeError('broken')\n"
        "loop.Loop.run = fail; __main__.main()"
    )
    with alone(tmp_path, command=[sys.executable, "-c", program]) as board:
        assert board.server.stderr
        assert ended(board.server) != 0
        assert b"RuntimeError: broken" in board.server.stderr.read()


@pytest.mark.timeout(2 * AT_LOW_PRIORITY)
def test_after_a_deal_the_coach_works_in_a_process_of_its_own_and_ok_shows_its_pages(tmp_path: Path) -> None:
    config = tmp_path / "muggins.toml"
    config.write_text('[game]\ncoach = "after_deal"\n', encoding="utf-8")
    with alone(tmp_path, "--config", config) as board:
        board.join(board.code())
        # Three pages of counts come first. The fourth says that the coach is working, until it has answered.
        board.press(f"{COUNTED} OK OK OK OK")
        until(
            lambda: (board.view()["page"] or {}).get("title") == "Coach: Right",
            "a page of the coach",
            AT_LOW_PRIORITY,
        )


def test_one_person_plays_against_the_program_and_the_game_goes_on_at_the_next_start(tmp_path: Path) -> None:
    config = tmp_path / "muggins.toml"
    config.write_text("[rules]\ntarget = 61\n", encoding="utf-8")
    options = ("--opponent", "easy", "--config", str(config))
    with alone(tmp_path, *options) as board:
        board.lines.line()
        with board.get("views") as views:
            assert any(line.startswith(b"data:") for line in views)
        for key in "MENU 6 OK OK".split():
            assert process("press", key, environment=board.environment).status == 0
    begun = recorded(tmp_path)
    with alone(tmp_path, *options) as board:
        board.join(board.code())
        view = board.view()
        assert (view["names"], view["target"]) == (["Player", "Muggins"], 61)
        with board.get("views") as views:
            assert any(b"GO deals the cards" in line for line in views)  # the program has cut for both
            board.press("GO")
            assert any(b"Choose two to throw" in line for line in views)
    assert (board.status()["prompt"], board.status()["dealer"] in (0, 1)) == ("starter", True)
    # The program has pressed on in the same game.
    assert recorded(tmp_path).startswith(begun)
    assert "new-game" not in recorded(tmp_path).removeprefix(begun)


def recorded(folder: Path) -> str:
    return process("record", "--all", environment=folders_in(folder)).out


def test_no_page_is_served_for_a_second_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    with closing(KeySocket(tmp_path / "keys", lambda press: True)):
        check_error(muggins("serve", "--alone"), "another board is running: end it first", "'muggins serve'")
