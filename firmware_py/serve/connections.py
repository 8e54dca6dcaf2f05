"""The connections of browsers, and the limits that prevent some browsers from locking out others.

A connection either waits for requests or carries a stream of views. If too many are waiting, the oldest
ones are closed. The number of streams is limited, both in total and for each address.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Protocol

WAITING = 300
"""The maximum number of connections that wait for requests."""
STREAMS = 200
"""The maximum number of simultaneous streams."""
STREAMS_OF_ONE = 30
"""The maximum number of streams to a single address, which may be shared by several people."""


class Connection(Protocol):
    """The interface of a connection to a browser, which is implemented by Tornado's `IOStream`."""

    def close(self) -> None:
        """Close the connection."""

    def closed(self) -> bool:
        """Return True if the connection has been closed."""


class Connections:
    """Counts the open connections, and closes old connections to make room for new ones."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Create an object that does not count any connections yet.

        Args:
            now: a function that returns the time in seconds.
        """
        self._now = now
        self._waiting: dict[Connection, None] = {}
        self._streams: Counter[str] = Counter()
        self._last_used = now()

    def add(self, connection: Connection) -> None:
        """Add a connection that has just been opened.

        If too many connections are waiting, close the oldest.
        """
        self._last_used = self._now()
        self._waiting = {each: None for each in self._waiting if not each.closed()}
        while len(self._waiting) >= WAITING:
            oldest = next(iter(self._waiting))
            del self._waiting[oldest]
            oldest.close()
        self._waiting[connection] = None

    def begin_stream(self, connection: Connection, address: str) -> bool:
        """Start counting a connection as an event stream.

        Return False if there are too many streams, either in total or from this address.
        """
        if self._streams.total() >= STREAMS or self._streams[address] >= STREAMS_OF_ONE:
            return False
        self._waiting.pop(connection, None)
        self._streams[address] += 1
        return True

    def end_stream(self, address: str) -> None:
        """Stop counting an event stream to this address."""
        self._last_used = self._now()
        self._streams[address] -= 1
        self._streams += Counter()  # forgets addresses without streams

    def unused_for(self) -> float:
        """Return the time, in seconds, since anyone last watched or connected, or 0 if anyone is watching."""
        return 0.0 if self._streams else self._now() - self._last_used
