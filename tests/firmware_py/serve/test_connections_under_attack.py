"""Even with 500 slow or silent connections, five players are not disturbed, and a sixth one can join."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from firmware_py.input.keys import Key, Press
from firmware_py.outputs.window import ViewFile
from firmware_py.system.network import allow_many_files
from firmware_py.window.folder import boot_time
from firmware_py.window.phone_file import PhoneFile, write_phone_file
from tests.support import keyed
from tests.support.command import ENVIRONMENT, MUGGINS
from tests.support.deadline import PATIENCE
from tests.support.machine import free_port, needs_network
from tests.support.processes import Lines, ended

CODE = "K7Q2PX9D"
STREAM = b"GET /views HTTP/1.1\r\nHost: localhost\r\n\r\n"
STREAM_OF_PHONE = "GET /views HTTP/1.1\r\nHost: localhost\r\nCookie: muggins-token={}\r\n\r\n"
HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: local"
HALF_A_BODY = (
    b"POST /join HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
    b'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"code'
)


class Shown:
    """A test rig: a board showing a code that lets phones join, and the server of its web page."""

    def __init__(self, folder: Path, opened: ExitStack) -> None:
        self._opened = opened
        self._board, self._file = keyed.board(), ViewFile(folder, 0o750)
        self._file.write(self._board)
        write_phone_file(folder, PhoneFile(CODE, boot_time()))
        self.keys = opened.enter_context(closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)))
        self.keys.settimeout(PATIENCE)
        self.keys.bind(str(folder / "keys"))
        self.port = free_port()
        server = opened.enter_context(
            subprocess.Popen(
                [*MUGGINS, "serve", "--port", str(self.port)],
                env=ENVIRONMENT | {"RUNTIME_DIRECTORY": os.fspath(folder)},
                stdout=subprocess.PIPE,
            )
        )
        opened.callback(ended, server)
        opened.callback(server.terminate)
        assert server.stdout is not None
        Lines(server.stdout).line()

    def press(self, word: str) -> None:
        key = Key.parse(word)
        self._file.write(self._board, [(Press(key), self._board.press(key))])

    def connection(self, address: str, sent: bytes = b"") -> socket.socket:
        """Open a connection to the server, and send some data.

        Args:
            address: the local IP address from which to connect.
            sent: the data to send.
        """
        made = self._opened.enter_context(closing(socket.socket()))
        made.settimeout(PATIENCE)
        made.bind((address, 0))
        made.connect(("127.0.0.1", self.port))
        made.sendall(sent)
        return made

    def ask(self, address: str, path: str, body: object, token: str = "") -> bytes:
        """Send a request as the web page does, and return the whole answer.

        Args:
            address: the local IP address from which the request is sent.
            path: the path to request.
            body: the JSON value to send.
            token: the token that proves that the sender may press keys.
        """
        content = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Length: {len(content)}\r\n\r\n"
        )
        with self.connection(address, head.encode() + content).makefile("rb") as answer:
            return answer.read()


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[Shown]:
    allow_many_files()
    with ExitStack() as opened:
        yield Shown(tmp_path, opened)


def until_view(stream: socket.socket, says: bytes) -> None:
    """Read a stream until `says`, a part of the expected view, has been received."""
    received = b""
    while says not in received:
        piece = stream.recv(65536)
        assert piece, "the server has closed the stream of a player"
        received = received[-4096:] + piece


@needs_network
def test_five_hundred_connections_keep_nobody_out(shown: Shown) -> None:
    players = [shown.connection(f"127.0.1.{player}", STREAM) for player in range(1, 6)]
    for player in players:
        until_view(player, b"Left cuts for the deal")
    for number in range(100):  # more than three hundred, so the oldest have to make room
        shown.connection("127.0.0.2")
        shown.connection("127.0.0.3", HALF_A_HEAD)
        shown.connection("127.0.0.4", HALF_A_BODY)
        shown.connection(f"127.0.2.{number % 8}", STREAM)  # and never reads
        shown.connection(f"127.0.2.{number % 8}", STREAM)
    shown.press("OK")
    sixth = shown.connection("127.0.1.6", STREAM)
    for player in (*players, sixth):
        until_view(player, b"Left deals. Turn up the starter.")
    answer = shown.ask("127.0.1.6", "/join", {"code": CODE})
    assert answer.startswith(b"HTTP/1.1 200 ")
    told = json.loads(shown.keys.recv(512))["phone"]["joined"], json.loads(shown.keys.recv(512))
    assert told[0] == 0 and told[1]["phone"]["joined"] == 1
    token = json.loads(answer.partition(b"\r\n\r\n")[2])["token"]
    assert shown.ask("127.0.1.6", "/press", {"key": "2"}, token).startswith(b"HTTP/1.1 204 ")
    assert json.loads(shown.keys.recv(512)) == {"key": "2"}
    for number in range(1, 221):  # every stream for strangers
        shown.connection(f"127.0.3.{number}", STREAM)
    until_view(shown.connection("127.0.1.7", STREAM), b"event: full")
    until_view(
        shown.connection("127.0.1.6", STREAM_OF_PHONE.format(token).encode()),
        b"Left deals. Turn up the starter.",
    )


def test_wrong_codes_from_one_address_keep_nobody_else_out(shown: Shown) -> None:
    statuses = [shown.ask("127.0.0.2", "/join", {"code": "AAAAAAAA"})[9:12] for _ in range(50)]
    assert statuses[0] == b"403" and b"429" in statuses
    assert shown.ask("127.0.0.3", "/join", {"code": CODE})[9:12] == b"200"
