"""Run the web server of the board's page inside the test process, and send it requests over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from tornado.netutil import bind_sockets

from firmware_py.serve.connections import Connections
from firmware_py.serve.games import Games
from firmware_py.serve.latest_view import LatestView
from firmware_py.serve.page_files import page_files
from firmware_py.serve.reviews import Reviews
from firmware_py.serve.server import PageServer, application
from firmware_py.words.english import English
from tests.support import keyed
from tests.support.deadline import PATIENCE
from tests.support.window_views import views

Scene = Callable[[int, LatestView], Awaitable[None]]


def run(scene: Scene, journal: Path | None = None) -> None:
    """Start a server of the board's web page, and run a test with it.

    Args:
        scene: the test, an asynchronous function. It is called with the server's port and with the object
            that holds the board's latest view.
        journal: the path to the board's journal; None if there is no journal.
    """

    async def all_of_it() -> None:
        latest = LatestView(English())
        path = Path("/nowhere/games.txt") if journal is None else journal
        games, reviews = Games(path, English()), Reviews(path)
        connections = Connections()
        pages = application(page_files(English()), latest, games, connections, reviews=reviews)
        server = PageServer(pages, connections)
        sockets = bind_sockets(0, "127.0.0.1")
        server.add_sockets(sockets)
        await asyncio.wait_for(scene(sockets[0].getsockname()[1], latest), PATIENCE)
        server.stop()
        await server.close_all_connections()

    asyncio.run(all_of_it())


async def opened(
    port: int, path: str, host: str = "localhost", method: str = "GET", headers: str = ""
) -> tuple[bytes, asyncio.StreamReader, asyncio.StreamWriter]:
    """Send a request, and return the status line and headers of the response, and the open connection.

    Args:
        port: the server's port.
        path: the path to request.
        host: the value of the request's `Host` header.
        method: the HTTP method.
        headers: further lines of the request's head.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"{method} {path} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n".encode())
    return await reader.readuntil(b"\r\n\r\n"), reader, writer


async def head(port: int, path: str, host: str = "localhost", method: str = "GET", headers: str = "") -> str:
    found, _, writer = await opened(port, path, host, method, headers)
    writer.close()
    return found.decode()


def show(latest: LatestView, folder: Path, words: str) -> None:
    for view in views(folder, keyed.board(), words):
        latest.show(view)
