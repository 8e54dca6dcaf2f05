"""A memory card that can lose power: flushed data survives, but data not flushed yet is partly lost."""

from __future__ import annotations

import os
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from random import Random
from threading import Lock
from types import TracebackType
from typing import NamedTuple

SECTOR = 512
"""The size of a sector in bytes. A sector is written completely or not at all."""


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
        self._blow: Callable[[], None] = _nothing
        self._lock = Lock()

    def __enter__(self) -> Card:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
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

    def write(self, offset: int, data: bytes, *, through: bool = False) -> None:
        """Write whole sectors to the cache.

        Args:
            offset: the start in bytes, a multiple of `SECTOR`.
            data: the new contents of the sectors.
            through: True to bypass the cache and write directly to the card.

        Raises:
            PowerCut: the power was cut right after this write.
        """
        first = offset // SECTOR
        sectors = {
            first + place: data[place * SECTOR : (place + 1) * SECTOR] for place in range(len(data) // SECTOR)
        }
        with self._lock:
            self.writes += 1
            if through:
                self._kept |= sectors
                for earlier in (self._newest, *self._cache):
                    for sector in sectors:
                        earlier.pop(sector, None)
            else:
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


def _nothing() -> None:
    """Do nothing. This is the default for the function that is called when the power is cut."""
