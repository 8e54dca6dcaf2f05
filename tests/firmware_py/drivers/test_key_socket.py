"""Keys through the socket: what is a key gets through, and nothing else does any harm."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue

import pytest

from engine.seats import Seat
from firmware_py.drivers.key_socket import LONGEST, KeySocket, parse
from firmware_py.errors import UsageError
from firmware_py.input.keys import Key
from firmware_py.input.press import Press
from tests.support.deadline import PATIENCE


class Bench:
    """A key socket, a program that sends to it, and the presses that arrived."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "keys"
        self.heard: SimpleQueue[Press] = SimpleQueue()
        self.socket = KeySocket(self.path, self.heard.put)
        self.program = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.program.settimeout(PATIENCE)

    def send(self, *datagrams: bytes) -> None:
        for datagram in datagrams:
            self.program.sendto(datagram, str(self.path))

    def next(self) -> Press:
        return self.heard.get(timeout=PATIENCE)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path)
    with closing(made.socket), made.program:
        yield made


def test_keys_come_through_in_order(bench: Bench) -> None:
    bench.send(b'{"key": "5", "id": "a3"}', b'{"key": "go", "seat": 1}\n', b'{"key": "T"}')
    assert [bench.next() for _ in range(3)] == [
        Press(Key.FIVE, None, "a3"),
        Press(Key.GO, Seat(1)),
        Press(Key.TEN),
    ]


NO_KEYS = [
    b"",
    b"5",
    b"{",
    b"\xff\xfe",
    b"null",
    b'["5"]',
    b'{"key": "11"}',
    b'{"key": 5}',
    b'{"key": null}',
    b'{"id": "a3"}',
    b'{"key": "5", "seat": 4}',
    b'{"key": "5", "seat": -1}',
    b'{"key": "5", "seat": true}',
    b'{"key": "5", "seat": "1"}',
    b'{"key": "5", "id": 3}',
    b'{"key": "5", "id": "' + b"a" * 65 + b'"}',
    b'{"key": "5", "more": "' + b"a" * LONGEST + b'"}',
    b"[" * LONGEST,
    b'{"key": "LEFT"}',
]


@pytest.mark.parametrize("datagram", NO_KEYS, ids=range(len(NO_KEYS)))
def test_what_is_no_key_is_ignored(bench: Bench, datagram: bytes) -> None:
    assert parse(datagram) is None
    bench.send(datagram, b'{"key": "OK"}')
    assert bench.next() == Press(Key.OK)


def test_a_flood_is_read_and_the_reader_lives(bench: Bench) -> None:
    bench.send(*[b"x" * 100] * 500, json.dumps({"key": "OK", "id": "last"}).encode())
    assert bench.next() == Press(Key.OK, None, "last")


def test_only_the_owner_and_the_group_may_send(bench: Bench) -> None:
    assert bench.path.stat().st_mode & 0o777 == 0o660


def test_it_leaves_nothing_behind(bench: Bench) -> None:
    bench.socket.close()
    bench.socket.close()
    assert not bench.path.exists()
    with pytest.raises(FileNotFoundError):
        bench.send(b'{"key": "5"}')


def test_a_socket_that_a_killed_board_left_is_replaced(tmp_path: Path) -> None:
    left = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    left.bind(str(tmp_path / "keys"))
    left.close()
    made = Bench(tmp_path)
    with closing(made.socket), made.program:
        made.send(b'{"key": "5"}')
        assert made.next() == Press(Key.FIVE)


def test_a_socket_in_use_is_left_to_its_board(bench: Bench) -> None:
    with pytest.raises(UsageError, match="another board takes keys here; stop it first"):
        KeySocket(bench.path, bench.heard.put)
    bench.send(b'{"key": "5"}')
    assert bench.next() == Press(Key.FIVE)


def test_a_folder_that_is_missing_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none/keys: no such file or directory; no program can press keys"):
        KeySocket(tmp_path / "none" / "keys", print)
