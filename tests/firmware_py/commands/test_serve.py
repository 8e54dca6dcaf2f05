"""`muggins serve`: its errors, and a board in one process whose page is served by another."""

from __future__ import annotations

import builtins
import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from firmware_py.window.view_file import ViewFile
from tests.support import keyed
from tests.support.command import ENVIRONMENT, MUGGINS, complained, muggins
from tests.support.deadline import PATIENCE
from tests.support.processes import Lines, ended


@pytest.fixture
def port() -> Iterator[int]:
    """Yield the number of a port that is currently free."""
    with closing(socket.socket()) as probe:
        probe.bind(("", 0))
        found = probe.getsockname()[1]
    yield found


@pytest.mark.parametrize("value", ["0", "65536", "-1", "80.5", "http", "", "٣"])
def test_a_port_that_is_none_is_refused(value: str) -> None:
    complained(muggins("serve", "--port", value), "--port")


def test_a_port_that_another_program_has_is_refused(port: int) -> None:
    with closing(socket.create_server(("", port))):
        complained(muggins("serve", "--port", port), f"port {port}", "--port")


def test_without_tornado_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: Any) -> Any:
        if name.startswith("tornado"):
            raise ImportError(name)
        return real(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", without)
    complained(muggins("serve"), "python3-tornado", "muggins[serve]")


def test_the_page_follows_the_board_and_ends_with_sigterm(tmp_path: Path, port: int) -> None:
    with subprocess.Popen(
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


def test_a_server_on_systemds_socket_ends_when_nobody_watches_any_more(tmp_path: Path) -> None:
    program = (
        "import sys; from firmware_py.__main__ import main; from firmware_py.commands import serve;"
        "serve.QUIET, serve._GLANCE = 0.5, 0.05; sys.argv = ['muggins', 'serve']; sys.exit(main())"
    )
    # As systemd does (sd_listen_fds(3)): the socket is file 3, and the variables name the process.
    as_systemd = ["sh", "-c", 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"', "sh", sys.executable, "-c", program]
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        browser = socket.create_connection(listening.getsockname(), timeout=PATIENCE)
        browser.sendall(b"GET /views HTTP/1.1\r\nHost: localhost\r\n\r\n")
        with (
            browser,
            subprocess.Popen(
                as_systemd,
                env=ENVIRONMENT | {"RUNTIME_DIRECTORY": os.fspath(tmp_path)},
                stdout=subprocess.PIPE,
                preexec_fn=lambda: os.dup2(listening.fileno(), 3),
                close_fds=False,
            ) as server,
        ):
            with browser.makefile("rb") as stream:
                for event in (b"waiting", b"beat"):  # the beat comes after the time that nobody watches
                    assert next(each for each in stream if each == b"event: " + event + b"\n")
            browser.close()
            assert ended(server) == 0
            assert server.stdout is not None and server.stdout.read() == b""
