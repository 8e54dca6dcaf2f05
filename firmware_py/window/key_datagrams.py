"""The datagrams that press keys on the board, and their sockets (REFERENCE.md, the board's window)."""

from __future__ import annotations

import socket
from pathlib import Path

from firmware_py.input.keys import Key


def datagram_socket() -> socket.socket:
    """Return a new Unix datagram socket that is not inherited by child processes."""
    return socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)


def has_reader(path: Path) -> bool:
    """Return True if a program is listening on the socket at the given path."""
    with datagram_socket() as caller:
        try:
            caller.connect(str(path))
        except OSError:
            return False
    return True


def key_datagram(key: Key, *, seat: int | None = None, name: str | None = None) -> bytes:
    """Return the datagram that presses a key, such as `{"key": "5", "id": "a3"}`.

    Args:
        key: the key.
        seat: the seat of the player who presses the key, or None if it is not known.
        name: an ID that lets the sender find the key press in `view.json`, or None if it is not needed.
    """
    from json import dumps  # the board only reads datagrams

    given = {"key": key.value, "seat": seat, "id": name}
    return dumps({field: value for field, value in given.items() if value is not None}).encode()
