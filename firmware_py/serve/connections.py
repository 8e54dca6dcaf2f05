"""The connections of browsers, and the limits that prevent some browsers from locking out others.

A connection either waits for requests or carries a stream of views. If too many are waiting, the oldest
ones are closed. The number of streams is limited, both in total and for each address. When the total has been
reached, a browser whose address has only a few streams can still get another one: the address with the most
streams loses its oldest stream.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

WAITING = 300
"""The maximum number of connections that wait for requests."""
STREAMS = 200
"""The maximum number of simultaneous streams."""
STREAMS_OF_ONE = 30
"""The maximum number of streams to a single address, which may be shared by several people."""


class BrowserConnection(Protocol):
    """The interface of a connection to a browser, which is implemented by Tornado's `IOStream`."""

    def close(self) -> None:
        """Close the connection."""

    def closed(self) -> bool:
        """Return True if the connection has been closed."""


class Connections:
    """Counts the open connections, and closes old connections to make room for new ones."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Create a counter with no connections.

        Args:
            now: a function that returns the time in seconds.
        """
        self._now = now
        self._waiting: dict[BrowserConnection, None] = {}
        self._streams: dict[str, list[BrowserConnection]] = {}
        self._last_used = now()

    def add(self, connection: BrowserConnection) -> None:
        """Add a connection that has just been opened.

        If too many connections are already waiting for requests, the oldest of them are closed.
        """
        self._last_used = self._now()
        self._waiting = {each: None for each in self._waiting if not each.closed()}
        while len(self._waiting) >= WAITING:
            oldest = next(iter(self._waiting))
            del self._waiting[oldest]
            oldest.close()
        self._waiting[connection] = None

    def begin_stream(self, connection: BrowserConnection, address: str) -> bool:
        """Start counting a connection as an event stream. Return False if no further stream is allowed.

        If all streams are in use, the address with the most streams loses its oldest stream to make room.
        This is done only if that address has at least two more streams than `address`.

        Args:
            connection: the connection.
            address: the IP address of the browser.
        """
        own = len(self._streams.get(address, ()))
        if own >= STREAMS_OF_ONE:
            return False
        if sum(map(len, self._streams.values())) >= STREAMS and not self._close_one_of_most(own + 1):
            return False
        self._waiting.pop(connection, None)
        self._streams.setdefault(address, []).append(connection)
        return True

    def end_stream(self, connection: BrowserConnection, address: str) -> None:
        """Stop counting a connection as an event stream, if it is still counted as one.

        Args:
            connection: the connection.
            address: the IP address of the browser.
        """
        self._last_used = self._now()
        streams = self._streams.get(address, [])
        if connection in streams:
            streams.remove(connection)
        if not streams:
            self._streams.pop(address, None)

    def unused_for(self) -> float:
        """Return the time, in seconds, since a browser last connected or stopped watching the board.

        Return 0 if a browser is watching.
        """
        return 0.0 if self._streams else self._now() - self._last_used

    def _close_one_of_most(self, few: int) -> bool:
        """Close the oldest stream of the address that has the most streams, and return True.

        If that address has no more than `few` streams, close nothing and return False.
        """
        most = max(self._streams.values(), key=len)
        if len(most) <= few:
            return False
        most.pop(0).close()
        return True
