"""The web page's server: it sends the page's files, the saved games, and a stream of views."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress

from tornado.httpserver import HTTPServer
from tornado.iostream import IOStream
from tornado.web import Application, HTTPError

from firmware_py.serve.games import Games
from firmware_py.serve.key_requests import COOKIE, Pressing, key_routes
from firmware_py.serve.latest_view import LatestView
from firmware_py.serve.reviews import ReviewFailed, Reviews
from firmware_py.system.errors import JournalError
from firmware_py.system.web import (
    Connections,
    EventStream,
    FileHandler,
    Latest,
    PageFile,
    PageHandler,
    network_of,
)
from firmware_py.window.phone_file import CODE_LENGTH

SILENT = 30.0
"""The maximum time, in seconds, that a browser may take to send a request on an open connection."""
FAREWELL = 2.0
"""The maximum time, in seconds, to wait for all connections to be closed before the server exits."""
UNREAD = 65536
"""The maximum number of bytes that are buffered for a browser that does not read them."""

MayWatch = Callable[[str], bool]
"""A function that takes a browser's token, and returns True if that browser may watch the board."""

_NUMBER = re.compile(r"[1-9]\d{0,8}")
_CODE = rf"/[A-Za-z0-9]{{{CODE_LENGTH}}}"
"""A code for pressing keys is part of the address that people open. The page itself sends it on."""


def _everybody(token: str) -> bool:
    return True


def application(
    files: Mapping[str, PageFile],
    latest: LatestView,
    games: Games,
    connections: Connections,
    pressing: Pressing | None = None,
    reviews: Reviews | None = None,
) -> Application:
    """Return the web application, which serves the web page, the views of the board, and the saved games.

    Args:
        pressing: the object that presses keys, and decides who may press keys and who may watch. If it is
            None, nobody may press keys, but anyone may watch.
        reviews: the reviews of the saved games; None if games cannot be reviewed.
    """
    may_watch = pressing.may_watch if pressing else _everybody
    of_games = {"games": games, "may_watch": may_watch}
    return Application(
        [
            *key_routes(pressing),
            (r"/views", _Views, {"latest": latest, "connections": connections, "pressing": pressing}),
            (r"/games\.json", _Games, of_games),
            (r"/games\.zip", _Download, {**of_games, "connections": connections}),
            (r"/review\.json", _Review, {"reviews": reviews, "may_watch": may_watch}),
            (_CODE, FileHandler, {"files": files, "path": "/"}),
            (r".*", FileHandler, {"files": files}),
        ],
        log_function=lambda handler: None,
    )


class PageServer(HTTPServer):
    """A server that closes slow and inactive connections, and limits the number of connections."""

    def initialize(self, pages: Application, connections: Connections) -> None:  # type: ignore[override]
        """Prepare the server. It accepts no connections until a socket is added."""
        super().initialize(
            pages,
            idle_connection_timeout=SILENT,
            body_timeout=5,
            max_header_size=8192,
            max_body_size=4096,
            max_buffer_size=UNREAD,
        )
        self._connections_of_page = connections

    def handle_stream(self, stream: IOStream, address: tuple[str, int]) -> None:
        """Handle a connection that a browser has just opened."""
        stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)
        self._connections_of_page.add(stream)
        super().handle_stream(stream, address)

    async def finish(self, latest: Latest) -> None:
        """Stop, end all streams of the latest view, and close all connections."""
        self.stop()
        latest.end()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.close_all_connections(), FAREWELL)


class _Views(EventStream):
    def initialize(  # type: ignore[override]
        self, latest: LatestView, connections: Connections, pressing: Pressing | None
    ) -> None:
        super().initialize(latest, connections)
        self._pressing = pressing

    def may_follow(self) -> bool:
        return self._pressing is None or self._pressing.may_watch(self.get_cookie(COOKIE, "") or "")

    def joined_phone(self) -> str | None:
        phone = self._pressing and self._pressing.rights.phones.find(self.get_cookie(COOKIE, "") or "")
        return phone.token if phone else None


class _ForWatchers(PageHandler):
    """The base class of handlers that work only for those who may watch, and not for other websites."""

    def initialize(self, may_watch: MayWatch) -> None:
        self._may_watch = may_watch

    def prepare(self) -> None:
        super().prepare()
        self.refuse_other_sites()
        if not self._may_watch(self.get_cookie(COOKIE, "") or ""):
            raise HTTPError(401)
        self.set_header("Cache-Control", "no-store")


class _Games(_ForWatchers):
    def initialize(self, games: Games, may_watch: MayWatch) -> None:  # type: ignore[override]
        super().initialize(may_watch)
        self._games = games

    async def get(self) -> None:
        self.set_header("Content-Type", "application/json")
        await self.send_in_pieces(await self._games.listed.get())


class _Download(_Games):
    def initialize(  # type: ignore[override]
        self, games: Games, may_watch: MayWatch, connections: Connections
    ) -> None:
        super().initialize(games, may_watch)
        self._connections = connections

    async def get(self) -> None:
        address = self.request.remote_ip or ""
        if not self._connections.begin_download(address):
            raise HTTPError(503)
        try:
            content = await self._games.zipped.get()
            self.set_header("Content-Type", "application/zip")
            self.set_header("Content-Disposition", 'attachment; filename="muggins-games.zip"')
            await self.send_in_pieces(content)
        except JournalError:
            raise HTTPError(404) from None
        finally:
            self._connections.end_download(address)


class _Review(_ForWatchers):
    def initialize(self, reviews: Reviews | None, may_watch: MayWatch) -> None:  # type: ignore[override]
        super().initialize(may_watch)
        self._reviews = reviews
        self._review: asyncio.Task[bytes] | None = None

    async def get(self) -> None:
        game = self.get_query_argument("game", "")
        if self._reviews is None or not _NUMBER.fullmatch(game):
            raise HTTPError(404)
        network = network_of(self.request.remote_ip or "")
        threw = self.get_query_arguments("threw")
        cards = self.get_query_argument("play", "") == "1"
        self._review = asyncio.create_task(self._reviews.get(int(game), threw, network, cards=cards))
        try:
            found = await self._review
        except ReviewFailed:
            raise HTTPError(503) from None
        except asyncio.CancelledError:
            return  # the browser has left
        self.set_header("Content-Type", "application/json")
        await self.send_in_pieces(found)

    def on_connection_close(self) -> None:
        if self._review is not None:
            self._review.cancel()
