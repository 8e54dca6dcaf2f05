"""The datagrams for key presses have the form described in REFERENCE.md."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from firmware_py.input.keys import Key
from firmware_py.window.datagrams import datagram_socket, has_reader, key_datagram


@pytest.mark.parametrize(
    ("key", "seat", "name", "expected"),
    [
        (Key.TEN, None, None, {"key": "10"}),
        (Key.GO, 0, None, {"key": "GO", "seat": 0}),
        (Key.FIVE, None, "a3", {"key": "5", "id": "a3"}),
        (Key.OK, 3, "b", {"key": "OK", "seat": 3, "id": "b"}),
    ],
)
def test_a_datagram_has_only_what_the_sender_knows(
    key: Key, seat: int | None, name: str | None, expected: dict[str, object]
) -> None:
    assert json.loads(key_datagram(key, seat=seat, name=name)) == expected


def test_a_socket_has_a_reader_until_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    assert not has_reader(path)
    with datagram_socket() as reader:
        reader.bind(str(path))
        assert has_reader(path)
        assert not reader.get_inheritable()
    assert path.is_socket() and not has_reader(path)  # a board that was killed leaves its socket
