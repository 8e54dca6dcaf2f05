"""A network block device (NBD) server, through which QEMU accesses a memory card.

The constants and structures are taken from the NBD project's protocol document (doc/proto.md, "fixed
newstyle"). Only the parts that QEMU needs are implemented: one export, one client at a time, the options GO
and ABORT, and simple replies.
"""

from __future__ import annotations

import socket
import struct
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread

from tests.appliance.memory_card import SECTOR, Card
from tests.support.deadline import PATIENCE

_HELLO, _OPTION, _ANSWER = b"NBDMAGIC", b"IHAVEOPT", 0x3E889045565A9
_REQUEST, _REPLY = 0x25609513, 0x67446698
_FIXED_NEWSTYLE, _NO_ZEROES = 1, 2
_ABORT, _GO = 2, 7
_ACK, _INFO, _UNSUPPORTED = 1, 3, 0x80000001
_INFO_EXPORT, _INFO_BLOCK_SIZE = 0, 3
_HAS_FLAGS, _CAN_FLUSH, _CAN_FUA = 1, 4, 8
_READ, _WRITE, _DISCONNECT, _FLUSH = 0, 1, 2, 3
_FUA = 1
_INVALID = 22
_MOST = 32 * 1024 * 1024


class Server:
    """A server that provides a memory card to one client at a time over a Unix socket."""

    def __init__(self, card: Card, path: Path) -> None:
        self._card = card
        self._served = Condition()
        self._busy = False
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(str(path))
        self._listener.listen()
        self._thread = Thread(target=self._run, name="nbd", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE)
        self._listener.close()

    def wait_until_idle(self, timeout: float = PATIENCE) -> None:
        """Wait until the client has disconnected and all its requests have been processed.

        Raises:
            TimeoutError: the client is still connected.
        """
        with self._served:
            if not self._served.wait_for(lambda: not self._busy, timeout):
                raise TimeoutError("the card's client is still connected")

    def _run(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            self._set_busy(True)
            with client, suppress(ConnectionError):
                serve(self._card, client)
            self._set_busy(False)

    def _set_busy(self, busy: bool) -> None:
        with self._served:
            self._busy = busy
            self._served.notify_all()


def serve(card: Card, client: socket.socket) -> None:
    """Serve a memory card to a client until the client disconnects.

    Raises:
        ConnectionError: the connection was lost, e.g. because the client was killed, or the client violated
            the protocol.
    """
    client.sendall(_HELLO + _OPTION + struct.pack(">H", _FIXED_NEWSTYLE | _NO_ZEROES))
    _take(client, 4)  # the client's flags
    if not _agree(card, client):
        return
    while True:
        magic, flags, command, cookie, offset, length = struct.unpack(">IHHQQI", _take(client, 28))
        if magic != _REQUEST:
            raise ConnectionError("the client does not follow the protocol")
        if command == _DISCONNECT:
            return
        data = _take(client, length) if command == _WRITE else b""
        wrong = command not in (_READ, _WRITE, _FLUSH) or offset % SECTOR or length % SECTOR
        if wrong or offset + length > card.size:
            client.sendall(struct.pack(">IIQ", _REPLY, _INVALID, cookie))
            continue
        if command == _READ:
            data = card.read(offset, length)
        elif command == _WRITE:
            card.write(offset, data, through=bool(flags & _FUA))
            data = b""
        else:
            card.flush()
        client.sendall(struct.pack(">IIQ", _REPLY, 0, cookie) + data)


def _agree(card: Card, client: socket.socket) -> bool:
    """Answer the client's first requests, until it starts to use the memory card or gives up.

    Return True if it will use the card.
    """
    while True:
        _, option, length = struct.unpack(">8sII", _take(client, 16))
        _take(client, length)  # the name of the export, of which there is only one
        if option == _GO:
            flags = _HAS_FLAGS | _CAN_FLUSH | _CAN_FUA
            _answer(client, option, _INFO, struct.pack(">HQH", _INFO_EXPORT, card.size, flags))
            _answer(client, option, _INFO, struct.pack(">HIII", _INFO_BLOCK_SIZE, SECTOR, 4096, _MOST))
        _answer(client, option, _ACK if option in (_GO, _ABORT) else _UNSUPPORTED)
        if option in (_GO, _ABORT):
            return bool(option == _GO)


def _answer(client: socket.socket, option: int, kind: int, data: bytes = b"") -> None:
    client.sendall(struct.pack(">QIII", _ANSWER, option, kind, len(data)) + data)


def _take(client: socket.socket, length: int) -> bytes:
    """Read exactly `length` bytes from the client.

    Raises:
        ConnectionError: the client disconnected before it had sent them all.
    """
    taken = bytearray()
    while len(taken) < length:
        part = client.recv(length - len(taken))
        if not part:
            raise ConnectionError("the client has disconnected")
        taken += part
    return bytes(taken)
