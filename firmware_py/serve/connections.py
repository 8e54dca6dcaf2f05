"""The connections of browsers, and the limits that prevent some browsers from locking out others.

A connection either waits for requests or carries a stream of views. If too many are waiting, the oldest
ones are closed. The number of streams is limited, both in total and for each network. When the total has been
reached, a browser whose network has only a few streams can still get another one: the network with the most
streams loses its oldest stream. Phones that have joined have room of their own, so that strangers cannot keep
them out. Downloads are limited, too.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from ipaddress import IPv4Address, ip_address
from typing import Protocol

WAITING = 300
"""The maximum number of connections that wait for requests."""
STREAMS = 200
"""The maximum number of simultaneous streams of browsers that have not joined."""
STREAMS_OF_ONE = 30
"""The maximum number of streams to a single network, which may be shared by several people."""
STREAMS_OF_PHONE = 4
"""The maximum number of streams to a phone that has joined. A further one ends the oldest."""
DOWNLOADS = 4
"""The maximum number of simultaneous downloads."""
DOWNLOADS_OF_ONE = 2
"""The maximum number of simultaneous downloads to a single network."""


def network_of(address: str) -> str:
    """Return the name of the network from which a browser connects, for counting.

    One machine may use any number of the IPv6 addresses in its /64 network, so these count as one. An IPv4
    address stands for itself, also in the IPv6 form in which a socket for both reports it.

    Args:
        address: the IP address of the browser.
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped) if found.ipv4_mapped else f"{found.exploded[:19]}::/64"


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
        self._phones: dict[str, list[BrowserConnection]] = {}
        self._downloads: list[str] = []
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

    def begin_stream(self, connection: BrowserConnection, address: str, phone: str | None = None) -> bool:
        """Start counting a connection as an event stream. Return False if no further stream is allowed.

        If all streams are in use, the network with the most streams loses its oldest stream to make room.
        This is done only if that network has at least two more streams than the browser's network. A phone
        that has joined always gets a stream.

        Args:
            connection: the connection.
            address: the IP address of the browser.
            phone: a name for the phone, unique among the phones that have joined; None if the browser has
                not joined.
        """
        if phone is not None:
            streams = self._phones.setdefault(phone, [])
            while len(streams) >= STREAMS_OF_PHONE:
                streams.pop(0).close()
        else:
            network = network_of(address)
            own = len(self._streams.get(network, ()))
            if own >= STREAMS_OF_ONE:
                return False
            if sum(map(len, self._streams.values())) >= STREAMS and not self._close_one_of_most(own + 1):
                return False
            streams = self._streams.setdefault(network, [])
        self._waiting.pop(connection, None)
        streams.append(connection)
        return True

    def end_stream(self, connection: BrowserConnection) -> None:
        """Stop counting a connection as an event stream, if it is still counted as one."""
        self._last_used = self._now()
        for counted in (self._streams, self._phones):
            for name, streams in list(counted.items()):
                if connection in streams:
                    streams.remove(connection)
                if not streams:
                    del counted[name]

    def begin_download(self, address: str) -> bool:
        """Start counting a download to an IP address. Return False if no further download is allowed now."""
        network = network_of(address)
        if len(self._downloads) >= DOWNLOADS or self._downloads.count(network) >= DOWNLOADS_OF_ONE:
            return False
        self._downloads.append(network)
        return True

    def end_download(self, address: str) -> None:
        """Stop counting a download to an IP address."""
        self._downloads.remove(network_of(address))

    def unused_for(self) -> float:
        """Return the time, in seconds, since a browser last connected or stopped watching the board.

        Return 0 if a browser is watching.
        """
        return 0.0 if self._streams or self._phones else self._now() - self._last_used

    def _close_one_of_most(self, few: int) -> bool:
        """Close the oldest stream of the network that has the most streams, and return True.

        If that network has no more than `few` streams, close nothing and return False.
        """
        most = max(self._streams.values(), key=len)
        if len(most) <= few:
            return False
        most.pop(0).close()
        return True
