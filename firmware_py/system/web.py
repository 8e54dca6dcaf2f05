"""The parts that the two web servers share: request handlers, event streams, files and connections.

The files are read into memory once, and the servers send no others.

A connection either waits for requests or carries a stream of views. If too many are waiting, the oldest
ones are closed. The number of streams is limited, both in total and for each network. When the total has been
reached, a browser whose network has only a few streams can still get another one: the network with the most
streams loses its oldest stream. Phones that have joined have room of their own, so that strangers cannot keep
them out. Downloads are limited, too.

A malicious website can make its own host name point to this machine's address, and then read the page as if
it were part of the site (DNS rebinding). Since the browser sends that name in the `Host` header, requests for
unknown names are refused.

A malicious website can also make a visitor's browser send a request to this machine's address. The browser
names that website in the `Origin` header, and does not send JSON to this machine without its permission.
Therefore a key press is refused unless it is sent as JSON and its origin is the board's own page. A request
that only reads is refused if the browser says that another website has caused it, so that no such site can
make the server work.
"""

from __future__ import annotations

import asyncio
import hashlib
import ipaddress
import socket
import time
from collections.abc import Callable, Mapping
from html import escape
from importlib.resources.abc import Traversable
from ipaddress import IPv4Address, ip_address
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from tornado.iostream import IOStream, StreamClosedError
from tornado.log import app_log
from tornado.web import HTTPError, RequestHandler

_LOCAL_DOMAINS = ("", ".local", ".home.arpa", ".internal")
"""Suffixes of names on the home network that no site on the Internet can ever use.

They are reserved: `local` by RFC 6762, `home.arpa` by RFC 8375, and `internal` by ICANN in 2024. Other
suffixes that routers use may belong to somebody: `fritz.box` is in the public domain `box`.
"""


def is_for_this_machine(host: str, machine: str) -> bool:
    """Return True if the value of a request's `Host` header refers to this machine.

    Args:
        host: the value of the header, with or without a port.
    """
    name = _without_port(host).lower().rstrip(".")
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        own = machine.lower().partition(".")[0]
        return name == "localhost" or any(name == own + domain for domain in _LOCAL_DOMAINS)
    return True


def is_from_own_page(origin: str | None, host: str, content_type: str) -> bool:
    """Return True if a request to press a key was sent by the board's own web page.

    The arguments are the values of the request's headers; None if there is no such header.
    """
    return origin == f"http://{host}" and content_type.partition(";")[0] == "application/json"


def is_from_other_site(origin: str | None, fetch_site: str | None, host: str) -> bool:
    """Return True if the browser says that a page of a different website has caused this request.

    The arguments are the values of the request's headers (`fetch_site` is `Sec-Fetch-Site`);
    None if there is no such header.
    """
    return fetch_site == "cross-site" or (origin is not None and origin != f"http://{host}")


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() and not name.endswith(":") else host


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
    """Return the name of the network from which a browser connects, for counting. `address` is an IP address.

    One machine may use any number of the IPv6 addresses in its /64 network, so these count as one. An IPv4
    address stands for itself, also in the IPv6 form in which a socket for both reports it.
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped) if found.ipv4_mapped else f"{found.exploded[:19]}::/64"


class Connections:
    """Counts the open connections, and closes old connections to make room for new ones."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._waiting: dict[IOStream, None] = {}
        self._streams: dict[str, list[IOStream]] = {}
        self._phones: dict[str, list[IOStream]] = {}
        self._downloads: list[str] = []
        self._last_used = now()

    def add(self, connection: IOStream) -> None:
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

    def begin_stream(self, connection: IOStream, address: str, phone: str | None = None) -> bool:
        """Start counting a connection as an event stream. Return False if no further stream is allowed.

        If all streams are in use, the network with the most streams loses its oldest stream to make room.
        This is done only if that network has at least two more streams than the browser's network. A phone
        that has joined always gets a stream.

        Args:
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

    def end_stream(self, connection: IOStream) -> None:
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
        most = max(self._streams.values(), key=len)
        if len(most) <= few:
            return False
        most.pop(0).close()
        return True


_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


class PageFile(NamedTuple):
    """One of the web page's files.

    Attributes:
        tag: the entity tag, which changes whenever the contents change.
    """

    media_type: str
    content: bytes
    tag: str


def files_in(folder: Traversable, texts: Mapping[str, str]) -> Mapping[str, PageFile]:
    """Return the web page files in a folder, keyed by URL path.

    The file `index.html` has the path `/`. In it, each placeholder in double braces is replaced.

    Args:
        texts: the strings that replace the placeholders, keyed by the placeholders' names.
    """
    found = {}
    for file in folder.iterdir():
        media_type = _TYPES.get(Path(file.name).suffix)
        if media_type is None:
            continue
        content = file.read_bytes()
        if file.name == "index.html":
            content = _with_texts(content.decode(), texts).encode()
        tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
        path = "/" if file.name == "index.html" else f"/{file.name}"
        found[path] = PageFile(media_type, content, tag)
    return found


def _with_texts(page: str, texts: Mapping[str, str]) -> str:
    for name, text in texts.items():
        page = page.replace("{{" + name + "}}", escape(text, quote=True))
    return page


SLOW = 10.0
"""The maximum time, in seconds, that a browser may take to read a piece of the data sent to it."""
PIECE = 65536
"""The maximum size of a piece of a long response, in bytes."""

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class PageHandler(RequestHandler):
    """The base class of all request handlers.

    It sets the response headers and checks the requested host name.
    """

    def set_default_headers(self) -> None:
        """Set the headers that every response has, including error responses."""
        self.clear_header("Server")
        for name, value in _HEADERS.items():
            self.set_header(name, value)

    def prepare(self) -> None:
        """Refuse the request if it was not sent to one of this machine's host names.

        Raises:
            HTTPError: the host name belongs to a different machine.
        """
        if not is_for_this_machine(self.request.host, socket.gethostname()):
            raise HTTPError(421, reason="Misdirected Request")

    def send_file(self, file: PageFile) -> None:
        """Respond with one of the page's files.

        The response tells the browser to check for a newer version each time before it uses its copy.
        """
        self.set_header("Cache-Control", "no-cache")
        self.set_header("Content-Type", file.media_type)
        self.set_header("Etag", file.tag)
        self.finish(file.content)

    async def send_in_pieces(self, *contents: bytes) -> None:
        """Respond with contents that may be long. Drop the browser if it takes too long to read a piece."""
        self.set_header("Content-Length", str(sum(map(len, contents))))
        try:
            for content in contents:
                for start in range(0, len(content), PIECE):
                    self.write(content[start : start + PIECE])
                    await self.flush_in_time()
        except StreamClosedError:
            pass  # the browser has left
        except TimeoutError:
            self.drop()

    async def flush_in_time(self) -> None:
        """Send everything that has been written, and wait until the system has taken it.

        Raises:
            StreamClosedError: the browser has disconnected.
            TimeoutError: the browser reads too slowly.
        """
        await asyncio.wait_for(self.flush(), SLOW)

    def drop(self) -> None:
        """Close the connection. Any data that the browser has not read yet is discarded."""
        stream = self.detach()
        stream.close()

    def log_exception(self, *exception: Any) -> None:
        """Log an unexpected error.

        The request is not logged, because its path and headers may contain a secret.
        """
        if not isinstance(exception[1], HTTPError):
            app_log.error("The page's server failed to answer a request", exc_info=exception)

    def write_error(self, status_code: int, **_: Any) -> None:
        """Respond with the error message as plain text."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(f"{status_code} {self._reason}\n")

    def require_same_origin(self) -> None:
        """Refuse the request if it was sent by a page of a different website.

        Raises:
            HTTPError: the request was not sent by the board's own web page, or its content type is not JSON.
        """
        headers = self.request.headers
        content_type = headers.get("Content-Type", "")
        if not is_from_own_page(headers.get("Origin"), self.request.host, content_type):
            raise HTTPError(403)

    def refuse_other_sites(self) -> None:
        """Refuse the request if a page of a different website made the browser send it.

        Raises:
            HTTPError: the request was sent by a different website.
        """
        headers = self.request.headers
        if is_from_other_site(headers.get("Origin"), headers.get("Sec-Fetch-Site"), self.request.host):
            raise HTTPError(403)


class FileHandler(PageHandler):
    """Sends the page's files."""

    def initialize(self, files: Mapping[str, PageFile], path: str | None = None) -> None:
        """Prepare to send the file at `path`, by default the one at the path that is asked for."""
        self._file = files.get(self.request.path if path is None else path)

    def get(self) -> None:
        """Send the file."""
        if self._file is None:
            raise HTTPError(404)
        self.send_file(self._file)

    head = get


BEAT = 2.0
"""The time, in seconds, after which an event is sent on a stream even if the view has not changed."""

ViewId = tuple[str, int] | tuple[str, int, int]
"""The ID of a view: the program's run, the view's sequence number, and how often it was changed without a new
number, if it can be."""


class Latest(Protocol):
    """The interface of the object that supplies event streams with the latest view.

    A view is the content of the web page at one moment. A stream to a slow browser skips some views.
    """

    @property
    def exists(self) -> bool:
        """True if there is a view that can be sent to a browser."""

    @property
    def is_over(self) -> bool:
        """True if the server is about to stop."""

    def end(self) -> None:
        """End all streams, because the server is about to stop."""

    async def newer(self, seen: ViewId | None, timeout: float) -> tuple[bytes, ViewId] | None:
        """Wait for a view that a browser has not received yet.

        Return the view as a server-sent event, together with the view's ID. Return None if there is no new
        view in time, or if the server stops.

        Args:
            seen: the ID of the last view that the browser received; None if it has not received any.
            timeout: the maximum time to wait, in seconds.
        """


class EventStream(PageHandler):
    """Handles requests for a stream of views. A view is the content of a web page at one moment.

    The stream consists of server-sent events: first the latest view, and then each new view. A browser that
    reads slowly may miss some views.
    """

    def initialize(self, latest: Latest, connections: Connections) -> None:
        """Prepare to send views to a browser."""
        self._latest, self._connections = latest, connections

    def prepare(self) -> None:
        """Refuse requests for a different host name, and those that a different website has caused.

        Raises:
            HTTPError: the request is refused.
        """
        super().prepare()
        self.refuse_other_sites()

    async def get(self) -> None:
        """Send views until the browser disconnects or reads too slowly, or until the server stops."""
        self.set_header("Content-Type", "text/event-stream")
        self.set_header("Cache-Control", "no-store")
        if not self.may_follow():
            self.finish(_event("join"))
            return
        connection = self.request.connection.stream  # type: ignore[union-attr]
        if not self._connections.begin_stream(connection, self.request.remote_ip or "", self.joined_phone()):
            self.finish(_event("full"))
            return
        try:
            await self._send(self._seen())
        except StreamClosedError:
            pass  # the browser has left
        except TimeoutError:
            self.drop()
        finally:
            self._connections.end_stream(connection)

    def may_follow(self) -> bool:
        """Return True if the browser that sent the request may receive this stream.

        Subclasses can override this method. By default, every browser may receive it.
        """
        return True

    def joined_phone(self) -> str | None:
        """Return a name for the phone that sent the request, or None if it has not joined.

        The phones' names are all different. Subclasses can override this method. By default, no phone can
        join.
        """
        return None

    def _seen(self) -> ViewId | None:
        """Return the ID of the last view that the browser received before it reconnected, if it was sent."""
        run, _, sequence = self.get_query_argument("seen", "").partition(":")
        return (run, int(sequence)) if sequence.isdecimal() and len(sequence) < 16 else None

    async def _send(self, seen: ViewId | None) -> None:
        message = self._nothing_new()
        while not self._latest.is_over:
            self.write(message)
            await self.flush_in_time()
            newer = await self._latest.newer(seen, BEAT)
            if not self.may_follow():
                self.write(_event("join"))
                await self.flush_in_time()
                return
            message, seen = newer or (self._nothing_new(), seen)

    def _nothing_new(self) -> bytes:
        return _event("beat" if self._latest.exists else "waiting")


def _event(name: str) -> bytes:
    """The name is also sent as the event's data, because browsers ignore events without data."""
    return f"event: {name}\ndata: {name}\n\n".encode()
