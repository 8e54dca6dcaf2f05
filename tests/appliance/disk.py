"""A memory card, as a power cut leaves it: what was flushed is there, of the rest some sectors are."""

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
"""Bytes that a card writes as one: a sector is never torn."""


class PowerCut(ConnectionError):
    """The power went in the midst of a request, which is not answered any more."""


class Request(Enum):
    """What a card is asked that changes what a power cut leaves of it."""

    WRITE = "write"
    FLUSH = "flush"


class Fuse(NamedTuple):
    """When the power goes: counted in requests, so that it finds something in the cache.

    Attributes:
        request: of which kind; the power goes right after a write, or right before a flush.
        count: at which of them, from 1.
    """

    request: Request
    count: int


class Cut(NamedTuple):
    """What a power cut found in the card's cache, in sectors.

    Attributes:
        cached: written, and not flushed.
        survived: those of them that reached the card all the same.
    """

    cached: int
    survived: int


class Card:
    """A card with a write cache, over an image that is only read.

    What is written is in the cache until it is flushed, and until then a power cut may take it, in part and
    in any order.

    Attributes:
        size: in bytes.
        writes: how many requests to write it has had.
    """

    def __init__(self, image: Path) -> None:
        """A card that holds an image; its size is to be whole sectors."""
        self._image = os.open(image, os.O_RDONLY | os.O_CLOEXEC)
        self.size = os.fstat(self._image).st_size
        self.writes = 0
        self._kept: dict[int, bytes] = {}
        self._cache: list[dict[int, bytes]] = []  # a write each, in order
        self._newest: dict[int, bytes] = {}  # what the cache comes to
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
        """What was last written there; offset and length are whole sectors."""
        with self._lock:
            data = bytearray(os.pread(self._image, length, offset))
            first = offset // SECTOR
            for place in range(length // SECTOR):
                written = self._newest.get(first + place) or self._kept.get(first + place)
                if written is not None:
                    data[place * SECTOR : (place + 1) * SECTOR] = written
            return bytes(data)

    def write(self, offset: int, data: bytes, *, through: bool = False) -> None:
        """Write whole sectors to the cache, or through it: then they are kept when this returns.

        Raises:
            PowerCut: the fuse has blown.
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
        """Keep all that is in the cache.

        Raises:
            PowerCut: the fuse has blown, and nothing of it is kept yet.
        """
        with self._lock:
            self._burn(Request.FLUSH)
            self._kept |= self._newest
            self._empty()

    def arm(self, fuse: Fuse, blow: Callable[[], None]) -> None:
        """Have the power go at a certain request, from now on.

        Args:
            fuse: at which.
            blow: takes the power from all else, before the card is asked anything more.
        """
        with self._lock:
            self._fuse, self._blow = fuse, blow

    def cut(self, random: Random) -> Cut:
        """Take the power away: of each write in the cache, all, nothing, or some sectors are kept.

        How much survives differs from cut to cut, so that many cuts see nearly nothing of the cache reach the
        card, and many nearly all. A fuse that has not blown is taken out.
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
            raise PowerCut(f"the power was cut at a {request.value}")


def _nothing() -> None:
    """There is nothing else that has power."""
