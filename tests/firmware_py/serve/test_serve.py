"""`muggins serve`: its errors, and a board in one process whose page is served by another."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.error import HTTPError

import pytest

from firmware_py.outputs.view_json import ViewFile
from firmware_py.serve.serve import page_url
from firmware_py.window.datagrams import PhoneAccess, phone_access
from firmware_py.window.folder import boot_time
from firmware_py.window.phone_file import PhoneFile, write_phone_file
from tests.support import keyed
from tests.support.command import ENVIRONMENT, MUGGINS, check_error, muggins
from tests.support.deadline import PATIENCE, until
from tests.support.machine import needs_network
from tests.support.processes import Lines, ended, started
from tests.support.servers import ask


def test_a_port_that_another_program_has_is_refused(port: int) -> None:
    with closing(socket.create_server(("", port))):
        check_error(muggins("serve", "--port", port), f"port {port}", "--port")


def test_an_ipv6_address_is_in_brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_py.system.network.own_address", lambda: "fd00::2")
    assert page_url(8080) == "http://[fd00::2]:8080"


def test_the_page_follows_the_board_and_ends_with_sigterm(tmp_path: Path, port: int) -> None:
    with started(
        [*MUGGINS, "serve", "--port", str(port)],
        env=ENVIRONMENT | {"RUNTIME_DIRECTORY": os.fspath(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as server:
        assert server.stdout is not None
        line = Lines(server.stdout).line()
        assert line.startswith("The board is at http://") and f":{port}/" in line
        with urllib.request.urlopen(f"http://localhost:{port}/views", timeout=PATIENCE) as stream:
            assert stream.readline() == b"event: waiting\n"
            ViewFile(tmp_path, 0o750).write(keyed.board("OK 2"))
            read = next(each for each in stream if each.startswith(b"data: {"))
            assert json.loads(read.removeprefix(b"data: "))["says"] == "Right: card"
            server.send_signal(signal.SIGTERM)  # while somebody watches
            assert ended(server) == 0
        assert server.stderr is not None and server.stderr.read() == b""


LATER = """
import sys, time
from pathlib import Path
from firmware_py.__main__ import main
from firmware_py.serve import serve
from firmware_py.system import web
days = Path(sys.argv.pop())
clock = lambda: time.monotonic() + 86400 * len(list(days.iterdir()))
web.Connections.__init__.__defaults__ = (clock,)
web.BEAT = serve._GLANCE = 0.05
sys.exit(main())
"""
"""`muggins` with a clock that is a day ahead for each file in the folder that is its last argument."""


def test_a_server_on_systemds_socket_ends_when_nobody_watches_any_more(tmp_path: Path) -> None:
    days = tmp_path / "days"
    days.mkdir()
    # As systemd does (sd_listen_fds(3)): the socket is file 3, and the variables name the process.
    as_systemd = ["sh", "-c", 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"', "sh", sys.executable, "-c", LATER]
    with (
        closing(socket.create_server(("127.0.0.1", 0))) as listening,
        started(
            [*as_systemd, "serve", str(days)],
            env=ENVIRONMENT | {"RUNTIME_DIRECTORY": os.fspath(tmp_path)},
            stdout=subprocess.PIPE,
            preexec_fn=lambda: os.dup2(listening.fileno(), 3),
            close_fds=False,
        ) as server,
    ):
        with urllib.request.urlopen(
            f"http://localhost:{listening.getsockname()[1]}/views", timeout=PATIENCE
        ) as stream:
            for day in range(20):
                assert stream.readline() == b"event: waiting\n", "somebody has watched for days"
                assert stream.readline().startswith(b"data: ") and stream.readline() == b"\n"
                (days / str(day)).touch()

        def has_ended() -> bool:
            (days / str(time.monotonic())).touch()
            return server.poll() is not None

        until(has_ended, "the end of the server")
        assert server.stdout is not None and (server.returncode, server.stdout.read()) == (0, b"")


class Shown:
    """A test rig: the server of a board's web page, and a simulated board that phones can join."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port, self.withdrawn = folder, port, 0
        self.board = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.board.bind(str(folder / "keys"))
        self.board.settimeout(PATIENCE)
        (folder / "phones").mkdir()

    def show(self, code: str | None) -> None:
        write_phone_file(self.folder, PhoneFile(code, boot_time(), self.withdrawn))

    @contextmanager
    def server(self, *options: object) -> Iterator[None]:
        """Run `muggins serve` with these options until the `with` block ends."""
        folders = f"{self.folder}:{self.folder / 'phones'}"
        with started(
            [*MUGGINS, "serve", "--port", str(self.port), *map(str, options)],
            env=ENVIRONMENT | {"RUNTIME_DIRECTORY": folders},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as server:
            assert server.stdout is not None and server.stderr is not None
            Lines(server.stdout).line()
            try:
                yield
            finally:
                server.terminate()
                assert ended(server) == 0
                assert server.stderr.read() == b"", "no request is logged, which may contain a secret"

    def told(self) -> PhoneAccess | None:
        """Wait for the next message from the server to the board, and return it (None if it is not valid)."""
        return phone_access(json.loads(self.board.recv(512)))


@pytest.fixture
def shown(tmp_path: Path, port: int) -> Iterator[Shown]:
    rig = Shown(tmp_path, port)
    with closing(rig.board):
        yield rig


@needs_network
def test_a_phone_joins_with_the_boards_code_and_stays_until_it_is_put_out(shown: Shown) -> None:
    ViewFile(shown.folder, 0o750).write(keyed.board("OK 2"))
    shown.show("K7Q2PX9D")  # before the server starts
    with shown.server():
        access = shown.told()
        assert access is not None and (access.port, access.joined) == (shown.port, 0)
        status, body = ask(shown.port, "/join", {"code": "K7Q2PX9D"})
        assert status == 200
        token = json.loads(body)["token"]
        access = shown.told()
        assert access is not None and access.joined == 1
        assert ask(shown.port, "/join", {"code": "K7Q2PX9D"})[0] == 403, "a code is good once"
        assert ask(shown.port, "/seat", {"seat": 1}, token)[0] == 204
        assert ask(shown.port, "/press", {"key": "5"}, token)[0] == 204
        assert json.loads(shown.board.recv(512)) == {"key": "5", "seat": 1}
    with shown.server():
        access = shown.told()
        assert access is not None and access.joined == 1
        assert ask(shown.port, "/press", {"key": "6"}, token)[0] == 204, "it knows its phones"
        assert json.loads(shown.board.recv(512)) == {"key": "6", "seat": 1}
        shown.show("AAAAAAAA")  # while the server runs
        assert shown.told() == access
        with urllib.request.urlopen(f"http://127.0.0.1:{shown.port}/views", timeout=PATIENCE) as stream:
            assert any(b'"withdrawn": 0' in line for line in stream)
            shown.withdrawn += 1
            shown.show("BBBBBBBB")
            assert any(b'"withdrawn": 1' in line for line in stream), "every page is told at once"
        assert shown.told() == access._replace(joined=0)
        assert ask(shown.port, "/press", {"key": "7"}, token)[0] == 401
    kept = (shown.folder / "phones" / "phones.json").read_text()
    assert token not in kept and "K7Q2PX9D" not in kept


def test_a_page_that_is_not_open_is_for_phones_that_have_joined(shown: Shown, tmp_path: Path) -> None:
    config = tmp_path / "muggins.toml"
    config.write_text('extends = "bare"\n[page]\nkeys = false\nopen = false\n')
    ViewFile(tmp_path, 0o750).write(keyed.board("OK 2"))
    shown.show("K7Q2PX9D")
    with shown.server("--config", config):
        address = f"http://127.0.0.1:{shown.port}"
        with urllib.request.urlopen(f"{address}/views", timeout=PATIENCE) as stream:
            assert stream.read() == b"event: join\ndata: join\n\n"
        for path in ("/games.json", "/games.zip", "/review.json?game=1", "/seat"):
            with pytest.raises(HTTPError, match="401"):
                urllib.request.urlopen(address + path, timeout=PATIENCE)
        status, body = ask(shown.port, "/join", {"code": "K7Q2PX9D"})
        token = json.loads(body)["token"]
        assert status == 200 and ask(shown.port, "/press", {"key": "5"}, token)[0] == 405
        joined = {"Cookie": f"muggins-token={token}"}
        request = urllib.request.Request(f"{address}/games.json", headers=joined)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            assert answer.status == 200
        request = urllib.request.Request(f"{address}/views", headers=joined)
        with urllib.request.urlopen(request, timeout=PATIENCE) as stream:
            read = next(each for each in stream if each.startswith(b"data: {"))
            assert json.loads(read.removeprefix(b"data: "))["says"] == "Right: card"
            shown.withdrawn += 1
            shown.show(None)
            assert next(each for each in stream if each == b"event: join\n"), "who was put out sees no more"


@needs_network
def test_a_page_without_keys_tells_its_address_and_lets_nobody_press(shown: Shown, tmp_path: Path) -> None:
    config = tmp_path / "muggins.toml"
    config.write_text('extends = "bare"\n[page]\nkeys = false\n')
    shown.show("K7Q2PX9D")
    with shown.server("--config", config):
        assert shown.told() is not None
        for path in ("/join", "/press", "/seat"):
            assert ask(shown.port, path, {"code": "K7Q2PX9D"})[0] == 405
        address = f"http://127.0.0.1:{shown.port}/K7Q2PX9D"
        with urllib.request.urlopen(address, timeout=PATIENCE) as page:
            assert b'data-keys="no"' in page.read()
