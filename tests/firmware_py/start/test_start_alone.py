"""`muggins serve --alone` runs a board whose screen and keys are on the web page."""

from __future__ import annotations

import json
import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import ENVIRONMENT, MUGGINS, check_error, muggins, process
from tests.support.deadline import PATIENCE, until
from tests.support.machine import free_port
from tests.support.processes import Lines, ended, started
from tests.support.views import COUNTED

AT_LOW_PRIORITY = 4 * PATIENCE
"""How long the coach's answer may take, in seconds. On a busy machine its process gets little of a core."""


def post(address: str, path: str, body: dict[str, str], **headers: str) -> Any:
    sent = {"Content-Type": "application/json", "Origin": address, **headers}
    request = urllib.request.Request(f"{address}/{path}", json.dumps(body).encode(), sent)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.loads(answer.read() or b"null")


def test_keys_on_the_page_play_a_game_that_is_saved(tmp_path: Path) -> None:
    folders = {"XDG_RUNTIME_DIR": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state")}
    port = free_port()
    address = f"http://localhost:{port}"
    with started(
        [*MUGGINS, "serve", "--alone", "--port", str(port)],
        env=ENVIRONMENT | folders,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as server:
        assert server.stdin and server.stdout and server.stderr
        lines = Lines(server.stdout)
        codes = re.findall(rf":{port}/(\w{{8}}) ", lines.line())
        server.stdin.write(b"\n")
        server.stdin.flush()
        codes += re.findall(rf":{port}/(\w{{8}}) ", lines.line())
        assert len(set(codes)) == 2
        token = post(address, "join", {"code": codes[1]})["token"]
        with urllib.request.urlopen(f"{address}/views", timeout=PATIENCE) as views:
            for key in ("OK", "2", "10", "5"):
                post(address, "press", {"key": key}, Authorization=f"Bearer {token}")
            assert any(b"fifteen for two" in line for line in views)
        server.send_signal(signal.SIGINT)
        assert ended(server) == 0
        assert server.stderr.read() == b""
    status = process("status", "--json", environment=folders)
    assert (status.json["presses"], status.json["sides"][0]["score"]) == (4, 2)


def test_keys_are_pressed_although_the_runtime_folder_was_emptied(tmp_path: Path) -> None:
    """When a user logs out, the system may remove everything in the user's runtime folder."""
    folders = {"XDG_RUNTIME_DIR": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state")}
    port = free_port()
    address = f"http://localhost:{port}"
    with started(
        [*MUGGINS, "serve", "--alone", "--port", str(port)],
        env=ENVIRONMENT | folders,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as server:
        assert server.stdout and server.stderr
        (code,) = re.findall(rf":{port}/(\w{{8}}) ", Lines(server.stdout).line())
        token = post(address, "join", {"code": code})["token"]
        with urllib.request.urlopen(f"{address}/views", timeout=PATIENCE) as views:
            assert any(line.startswith(b"data: {") for line in views)
            shutil.rmtree(tmp_path / "muggins")
            for key in ("OK", "2", "10", "5"):
                post(address, "press", {"key": key}, Authorization=f"Bearer {token}")
            assert any(b"fifteen for two" in line for line in views)
        assert process("press", "3", environment=folders).status == 0
        server.send_signal(signal.SIGINT)
        assert ended(server) == 0
        assert server.stderr.read() == b""


def test_ctrl_c_pressed_again_and_again_ends_it_quietly(tmp_path: Path) -> None:
    port = free_port()
    with started(
        [*MUGGINS, "serve", "--alone", "--port", str(port)],
        env=ENVIRONMENT | {"XDG_RUNTIME_DIR": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as server:
        assert server.stdout and server.stderr
        Lines(server.stdout).line()
        with urllib.request.urlopen(f"http://localhost:{port}/", timeout=PATIENCE) as page:
            assert page.status == 200

        def has_ended() -> bool:
            server.send_signal(signal.SIGINT)
            return server.poll() is not None

        until(has_ended, "the end of the server")
        assert (ended(server), server.stderr.read()) == (0, b"")


def test_a_port_that_is_taken_changes_nothing(tmp_path: Path) -> None:
    with closing(socket.create_server(("", 0))) as other:
        taken = other.getsockname()[1]
        folders = {"XDG_RUNTIME_DIR": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
        check_error(process("serve", "--alone", "--port", str(taken), environment=folders), f"port {taken}")


def test_beside_another_board_it_does_not_start(tmp_path: Path) -> None:
    (tmp_path / "muggins").mkdir()
    folders = {"XDG_RUNTIME_DIR": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state")}
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as board:
        board.bind(str(tmp_path / "muggins" / "keys"))
        check_error(
            process("serve", "--alone", environment=folders), "another board is running", "muggins serve"
        )
    assert not (tmp_path / "state").exists()


@pytest.mark.parametrize("wait", ["0", "3"], ids=["before the page is served", "while the page is served"])
def test_a_board_that_fails_ends_the_page_too(tmp_path: Path, wait: str) -> None:
    program = (
        "import sys, time; from firmware_py import __main__\n"
        "from firmware_py.board import loop\n"
        f"def fail(self): time.sleep({wait}); raise RuntimeError('broken')\n"
        "loop.Loop.run = fail\n"
        f"sys.argv = ['muggins', 'serve', '--alone', '--port', '{free_port()}']; __main__.main()"
    )
    with started(
        [sys.executable, "-c", program],
        env=ENVIRONMENT | {"XDG_RUNTIME_DIR": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as server:
        assert server.stderr
        assert ended(server) != 0
        assert b"RuntimeError: broken" in server.stderr.read()


def test_bad_input_is_refused() -> None:
    check_error(muggins("serve", "--alone", "yes"), "yes")


def test_one_person_plays_against_the_program(tmp_path: Path) -> None:
    folders = {"XDG_RUNTIME_DIR": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state")}
    port = free_port()
    address = f"http://localhost:{port}"
    with started(
        [*MUGGINS, "serve", "--alone", "--opponent", "easy", "--port", str(port)],
        env=ENVIRONMENT | folders,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as server:
        assert server.stdout and server.stderr
        (code,) = re.findall(rf":{port}/(\w{{8}}) ", Lines(server.stdout).line())
        token = post(address, "join", {"code": code})["token"]
        with urllib.request.urlopen(f"{address}/views", timeout=PATIENCE) as views:
            assert any(b"GO deals the cards" in line for line in views)  # the program has cut for both
            post(address, "press", {"key": "GO"}, Authorization=f"Bearer {token}")
            assert any(b"Choose two to throw" in line for line in views)
        server.send_signal(signal.SIGINT)
        assert ended(server) == 0
        assert server.stderr.read() == b""
    status = process("status", "--json", environment=folders).json
    assert (status["prompt"], status["dealer"] in (0, 1)) == ("starter", True)


@pytest.mark.timeout(2 * AT_LOW_PRIORITY)
def test_after_a_deal_the_coach_works_in_a_process_of_its_own_and_ok_shows_its_pages(tmp_path: Path) -> None:
    folders = {"XDG_RUNTIME_DIR": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state")}
    config = tmp_path / "muggins.toml"
    config.write_text('[game]\ncoach = "after_deal"\n', encoding="utf-8")
    port = free_port()
    address = f"http://localhost:{port}"
    with started(
        [*MUGGINS, "serve", "--alone", "--config", config, "--port", str(port)],
        env=ENVIRONMENT | folders,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as server:
        assert server.stdout and server.stderr
        (code,) = re.findall(rf":{port}/(\w{{8}}) ", Lines(server.stdout).line())
        token = post(address, "join", {"code": code})["token"]

        def title() -> str:
            """Return the title of the page that the board shows; empty if it shows none."""
            page = json.loads((tmp_path / "muggins" / "view.json").read_bytes())["page"]
            return page["title"] if page else ""

        # Three pages of counts come first. The fourth says that the coach is working, until it has answered.
        for key in f"{COUNTED} OK OK OK OK".split():
            post(address, "press", {"key": key}, Authorization=f"Bearer {token}")
        until(lambda: title() == "Coach: Right", "a page of the coach", AT_LOW_PRIORITY)
        server.send_signal(signal.SIGINT)
        assert ended(server) == 0
        assert server.stderr.read() == b""


def play_alone(folder: Path, keys: str, *options: str) -> dict[str, Any]:
    """Run `muggins serve --alone`, press keys one after another, end it, and return the game's status."""
    folders, port = {"XDG_RUNTIME_DIR": str(folder), "XDG_STATE_HOME": str(folder / "state")}, free_port()
    with started(
        [*MUGGINS, "serve", "--alone", *options, "--port", str(port)],
        env=ENVIRONMENT | folders,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as server:
        assert server.stdout and server.stderr
        Lines(server.stdout).line()
        with urllib.request.urlopen(f"http://localhost:{port}/views", timeout=PATIENCE) as views:
            assert any(line.startswith(b"data:") for line in views)
        for key in keys.split():
            assert process("press", key, environment=folders).status == 0
        server.send_signal(signal.SIGINT)
        assert ended(server) == 0
        assert server.stderr.read() == b""
    status: dict[str, Any] = process("status", "--json", environment=folders).json
    return status


def test_a_game_that_another_replaced_is_put_away_when_the_board_ends(tmp_path: Path) -> None:
    for keys in ("OK 2 10 5", "MENU 6 OK OK", ""):
        status = play_alone(tmp_path, keys)
    assert status["prompt"] == "cut_for_deal"
    assert list((tmp_path / "state").rglob("*/*.txt"))


def test_a_game_against_the_program_begun_from_the_menu_goes_on_at_the_next_start(tmp_path: Path) -> None:
    config = tmp_path / "muggins.toml"
    config.write_text("[rules]\ntarget = 61\n", encoding="utf-8")
    options = ("--opponent", "easy", "--config", str(config))
    begun = play_alone(tmp_path, "MENU 6 OK OK", *options)
    resumed = play_alone(tmp_path, "", *options)
    assert resumed == begun
    view = json.loads((tmp_path / "muggins" / "view.json").read_bytes())
    assert (view["names"], view["target"]) == (["Player", "Muggins"], 61)
