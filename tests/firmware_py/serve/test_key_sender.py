"""The server sends keys to the board's socket, and never waits for the board."""

from __future__ import annotations

import json
import socket
from contextlib import closing
from pathlib import Path

from firmware_py.input.keys import Key
from firmware_py.serve.key_requests import KeySender
from firmware_py.window.datagrams import PhoneAccess, phone_access


def test_a_key_arrives_as_the_window_wants_it(tmp_path: Path) -> None:
    with (
        closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as board,
        closing(KeySender(tmp_path)) as sender,
    ):
        board.bind(str(tmp_path / "keys"))
        assert sender.press(Key.TEN)
        assert json.loads(board.recv(512)) == {"key": "10"}
        assert sender.press(Key.GO, 2)
        assert json.loads(board.recv(512)) == {"key": "GO", "seat": 2}


def test_the_board_is_told_how_phones_reach_it(tmp_path: Path) -> None:
    access = PhoneAccess("192.168.178.123", 80, 2)
    with (
        closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as board,
        closing(KeySender(tmp_path)) as sender,
    ):
        assert not sender.tell(access)
        board.bind(str(tmp_path / "keys"))
        assert sender.tell(access)
        assert phone_access(json.loads(board.recv(512))) == access


def test_without_a_board_nothing_is_pressed(tmp_path: Path) -> None:
    with closing(KeySender(tmp_path)) as sender:
        assert not sender.press(Key.OK)


def test_a_board_that_does_not_read_is_not_waited_for(tmp_path: Path) -> None:
    with (
        closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as board,
        closing(KeySender(tmp_path)) as sender,
    ):
        board.bind(str(tmp_path / "keys"))
        assert any(not sender.press(Key.OK) for _ in range(100_000))
