"""The connections of browsers: how many there may be, so that nobody keeps the others out.

A connection either waits for requests or carries a stream of views. Of those that wait, the oldest make room
for new ones. Streams have an upper limit, and a lower one for each address.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Protocol

WAITING = 300
"""The number of connections that may wait for requests."""
STREAMS = 200
"""The number of streams of views at a time."""
STREAMS_OF_ONE = 30
"""The number of streams for one address. Several people can share an address, and one can open several."""


class Connection(Protocol):
    """A connection to a browser; Tornado's `IOStream` is one."""

    def close(self) -> None:
        """Close the connection."""

    def closed(self) -> bool:
        """Return True if the connection is closed."""


class Connections:
    """Counts the connections, and closes those that take the place of others."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Begin without connections.

        Args:
            now: returns the time in seconds.
        """
        self._now = now
        self._waiting: dict[Connection, None] = {}
        self._streams: Counter[str] = Counter()
        self._last_used = now()

    def add(self, connection: Connection) -> None:
        """Add a connection that was just opened. If there are too many, close the oldest that waits."""
        self._last_used = self._now()
        self._waiting = {each: None for each in self._waiting if not each.closed()}
        while len(self._waiting) >= WAITING:
            oldest = next(iter(self._waiting))
            del self._waiting[oldest]
            oldest.close()
        self._waiting[connection] = None

    def begin_stream(self, connection: Connection, address: str) -> bool:
        """Count a connection as a stream. Return False if there are too many, in all or of this address."""
        if self._streams.total() >= STREAMS or self._streams[address] >= STREAMS_OF_ONE:
            return False
        self._waiting.pop(connection, None)
        self._streams[address] += 1
        return True

    def end_stream(self, address: str) -> None:
        """Stop counting a stream of this address."""
        self._last_used = self._now()
        self._streams[address] -= 1
        self._streams += Counter()  # forgets addresses without streams

    def unused_for(self) -> float:
        """Return the seconds since somebody last watched or opened a connection; 0 while somebody watches."""
        return 0.0 if self._streams else self._now() - self._last_used
