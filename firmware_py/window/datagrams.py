"""The datagrams to the board's socket: those that press keys, and the one that says where the web page is.

The web page's server sends the latter, so that the board can show phones where to open the page. For example:

    {"phone": {"address": "192.168.178.123", "port": 80, "joined": 2}}

REFERENCE.md describes the datagrams under "the board's window".
"""

from __future__ import annotations

import socket
from pathlib import Path
from typing import NamedTuple

from firmware_py.input.keys import AddOnMessage, Key


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
    from json import dumps

    given = {"key": key.value, "seat": seat, "id": name}
    return dumps({field: value for field, value in given.items() if value is not None}).encode()


_PORTS = range(1, 65536)
_MOST_JOINED = 9999
"""The maximum value of `joined` in a datagram, far more than will ever be needed."""


class _PhoneAccessFields(NamedTuple):
    address: str
    port: int
    joined: int


class PhoneAccess(_PhoneAccessFields, AddOnMessage):
    """The address at which phones can open the web page, and how many times a phone has joined.

    Attributes:
        address: the IP address of this machine that phones can use to open the web page.
        port: the port of the web page's server.
        joined: how many times a phone has joined since all phones last lost their permission to press keys. A
            phone that joins again is counted again.
    """

    __slots__ = ()

    @property
    def host(self) -> str:
        """The address and port as they appear in a URL, such as `192.168.178.123` or `[fd00::1]:8080`.

        Port 80 is omitted, because browsers use it by default.
        """
        host = f"[{self.address}]" if ":" in self.address else self.address
        return host if self.port == 80 else f"{host}:{self.port}"


def phone_datagram(access: PhoneAccess) -> bytes:
    """Return the datagram that tells the board how phones can reach the web page."""
    from json import dumps

    return dumps({"phone": access._asdict()}).encode()


def phone_access(found: object) -> PhoneAccess | None:
    """Parse the object in a datagram from the web page's server. Return None if it is not valid.

    Args:
        found: the content of the datagram, decoded from JSON.
    """
    from ipaddress import ip_address

    try:
        told = found["phone"]  # type: ignore[index]  # if it is not an object, this raises TypeError
        access = PhoneAccess(told["address"], told["port"], told["joined"])
        if not isinstance(access.address, str) or "%" in access.address:
            return None  # a phone cannot use an address that is only valid on an interface of this machine
        address = str(ip_address(access.address))
    except (TypeError, KeyError, ValueError):
        return None
    if type(access.port) is not int or access.port not in _PORTS:
        return None
    if type(access.joined) is not int or not 0 <= access.joined <= _MOST_JOINED:
        return None
    return access._replace(address=address)
