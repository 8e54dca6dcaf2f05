"""A memory card that can lose power: flushed data survives, but data not flushed yet is partly lost.

A network block device (NBD) server, through which QEMU accesses a memory card.

The constants and structures are taken from the NBD project's protocol document (doc/proto.md, "fixed
newstyle"). Only the parts that QEMU needs are implemented: one export, one client at a time, the options GO
and ABORT, and simple replies.
"""

from __future__ import annotations

import os
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from pathlib import Path
from random import Random
from threading import Condition, Lock, Thread
from typing import NamedTuple

from tests.support.deadline import PATIENCE

SECTOR = 512  # bytes, which are written all together or not at all


class PowerCut(ConnectionError):
    """Raised when the power fails during a request, so that the request is never answered."""


class Request(Enum):
    """A kind of request to a memory card. A test can cut the power when the card receives such a request."""

    WRITE = "write"
    FLUSH = "flush"


class Fuse(NamedTuple):
    """When to cut the power of a simulated memory card.

    Attributes:
        request: the kind of request that triggers the power cut. The power fails right after a write, or
            right before a flush.
        count: 1 to cut the power at the next request of this kind, 2 to cut it at the second one, and so on.
    """

    request: Request
    count: int


class Cut(NamedTuple):
    """The effect of a power cut on a memory card's write cache.

    Attributes:
        cached: the number of sectors that had been written but not yet flushed.
        survived: the number of these sectors that reached the card despite the power cut.
    """

    cached: int
    survived: int


class Card:
    """A simulated memory card with a write cache. Its initial contents are those of an image file.

    Written data stays in the cache until a flush. A power cut before the flush may destroy any part of it.
    The image file never changes.

    Attributes:
        size: the size of the card in bytes.
        writes: the number of write requests so far.
    """

    def __init__(self, image: Path) -> None:
        self._image = os.open(image, os.O_RDONLY | os.O_CLOEXEC)
        self.size = os.fstat(self._image).st_size
        self.writes = 0
        self._kept: dict[int, bytes] = {}
        self._cache: list[dict[int, bytes]] = []  # one entry for each write, in order
        self._newest: dict[int, bytes] = {}  # the contents of the cache, by sector
        self._fuse: Fuse | None = None
        self._blow: Callable[[], None] = lambda: None
        self._lock = Lock()

    def close(self) -> None:
        os.close(self._image)

    def read(self, offset: int, length: int) -> bytes:
        """Return data from the card, including data that is still in the cache.

        Args:
            offset: the start in bytes, a multiple of `SECTOR`.
            length: the number of bytes, a multiple of `SECTOR`.
        """
        with self._lock:
            data = bytearray(os.pread(self._image, length, offset))
            first = offset // SECTOR
            for place in range(length // SECTOR):
                written = self._newest.get(first + place) or self._kept.get(first + place)
                if written is not None:
                    data[place * SECTOR : (place + 1) * SECTOR] = written
            return bytes(data)

    def write(self, offset: int, data: bytes) -> None:
        """Write whole sectors to the cache.

        Args:
            offset: the start in bytes, a multiple of `SECTOR`.
            data: the new contents of the sectors.

        Raises:
            PowerCut: the power was cut right after this write.
        """
        places = range(len(data) // SECTOR)
        sectors = {offset // SECTOR + place: data[place * SECTOR : (place + 1) * SECTOR] for place in places}
        with self._lock:
            self.writes += 1
            self._cache.append(sectors)
            self._newest |= sectors
            self._burn(Request.WRITE)

    def flush(self) -> None:
        """Write the whole cache to the card.

        Raises:
            PowerCut: the power was cut before the flush.
        """
        with self._lock:
            self._burn(Request.FLUSH)
            self._kept |= self._newest
            self._empty()

    def arm(self, fuse: Fuse, blow: Callable[[], None]) -> None:
        """Cut the power when a certain request arrives.

        Args:
            fuse: the request at which to cut the power.
            blow: a function that is called when the power is cut, to stop the rest of the machine.
        """
        with self._lock:
            self._fuse, self._blow = fuse, blow

    def cut(self, random: Random) -> Cut:
        """Cut the power, and return how much of the cache reached the card.

        For each write, a random choice determines whether all, some or none of its sectors reach the card.
        """
        with self._lock:
            share, survived = random.random(), 0
            cached = sum(len(write) for write in self._cache)
            for write in self._cache:
                torn = random.random() < 0.5
                whole = random.random() < share
                for sector, data in write.items():
                    if random.random() < share if torn else whole:
                        self._kept[sector] = data
                        survived += 1
            self._empty()
            self._fuse = None
            return Cut(cached, survived)

    def _empty(self) -> None:
        self._cache, self._newest = [], {}

    def _burn(self, request: Request) -> None:
        if self._fuse is None or self._fuse.request is not request:
            return
        self._fuse = self._fuse._replace(count=self._fuse.count - 1)
        if not self._fuse.count:
            self._fuse = None
            self._blow()
            raise PowerCut(f"the power was cut during a {request.value}")


_HELLO, _OPTION, _ANSWER = b"NBDMAGIC", b"IHAVEOPT", 0x3E889045565A9
_REQUEST, _REPLY = 0x25609513, 0x67446698
_FIXED_NEWSTYLE, _NO_ZEROES = 1, 2
_ABORT, _GO = 2, 7
_ACK, _INFO, _UNSUPPORTED = 1, 3, 0x80000001
_INFO_EXPORT, _INFO_BLOCK_SIZE = 0, 3
_HAS_FLAGS, _CAN_FLUSH = 1, 4
_READ, _WRITE, _DISCONNECT, _FLUSH = 0, 1, 2, 3
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
        magic, _, command, cookie, offset, length = struct.unpack(">IHHQQI", _take(client, 28))
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
            card.write(offset, data)
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
            flags = _HAS_FLAGS | _CAN_FLUSH
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
