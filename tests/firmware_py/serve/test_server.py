"""The server over real sockets: its files, its stream, its headers, and the requests that it refuses."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tornado.netutil import bind_sockets

from firmware_py.serve import connections as limits
from firmware_py.serve import server as module
from firmware_py.serve.connections import Connections
from firmware_py.serve.games import Games
from firmware_py.serve.latest_view import LatestView
from firmware_py.serve.page_files import page_files
from firmware_py.serve.server import PageServer, application
from firmware_py.words.english import English
from tests.support import keyed
from tests.support.command import muggins
from tests.support.deadline import PATIENCE
from tests.support.window_views import views

Scene = Callable[[int, LatestView], Awaitable[None]]


def run(scene: Scene, journal: Path | None = None) -> None:
    """Run a test scene with a new server.

    The scene is given the port of the server and the view, which it can change.
    """

    async def all_of_it() -> None:
        latest = LatestView(English())
        games = Games(Path("/nowhere/games.txt") if journal is None else journal, English())
        connections = Connections()
        server = PageServer(application(page_files(English()), latest, games, connections), connections)
        sockets = bind_sockets(0, "127.0.0.1")
        server.add_sockets(sockets)
        await asyncio.wait_for(scene(sockets[0].getsockname()[1], latest), PATIENCE)
        server.stop()
        await server.close_all_connections()

    asyncio.run(all_of_it())


async def opened(
    port: int, path: str, host: str = "localhost", method: str = "GET"
) -> tuple[bytes, asyncio.StreamReader, asyncio.StreamWriter]:
    """Send a request, and return the status line and headers of the response, and the open connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"{method} {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    return await reader.readuntil(b"\r\n\r\n"), reader, writer


async def head(port: int, path: str, host: str = "localhost", method: str = "GET") -> str:
    found, _, writer = await opened(port, path, host, method)
    writer.close()
    return found.decode()


def show(latest: LatestView, folder: Path, words: str) -> None:
    for view in views(folder, keyed.board(), words):
        latest.show(view)


def test_the_page_has_headers_that_keep_everything_foreign_out() -> None:
    async def scene(port: int, _: LatestView) -> None:
        found = await head(port, "/")
        assert found.startswith("HTTP/1.1 200 ")
        policy = next(line for line in found.splitlines() if line.startswith("Content-Security-Policy: "))
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy and "http" not in policy.lower().removeprefix("content-security-policy")
        assert "X-Content-Type-Options: nosniff" in found
        assert "Server:" not in found and "Access-Control" not in found

    run(scene)


@pytest.mark.parametrize(
    "path", ["/server.py", "/page", "/../server.py", "/%2e%2e/server.py", "//etc/passwd", "/index.html"]
)
def test_nothing_but_the_files_of_the_page_is_sent(path: str) -> None:
    async def scene(port: int, _: LatestView) -> None:
        assert (await head(port, path)).startswith("HTTP/1.1 404 ")

    run(scene)


@pytest.mark.parametrize("path", ["/", "/main.js", "/views", "/games.json"])
def test_a_foreign_name_for_this_machine_is_refused(path: str) -> None:
    async def scene(port: int, _: LatestView) -> None:
        assert (await head(port, path, "evil.example")).startswith("HTTP/1.1 421 ")
        assert (await head(port, path, socket.gethostname())).startswith("HTTP/1.1 200 ")

    run(scene)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
@pytest.mark.parametrize("path", ["/", "/views", "/games.zip"])
def test_the_page_can_only_be_read(path: str, method: str) -> None:
    async def scene(port: int, _: LatestView) -> None:
        assert (await head(port, path, method=method)).startswith("HTTP/1.1 405 ")

    run(scene)


def test_the_games_are_listed_and_can_be_downloaded(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    muggins("replay", "-", "--start", "119,0", "--journal", path, stdin="OK J OK")

    async def scene(port: int, _: LatestView) -> None:
        found, reader, writer = await opened(port, "/games.json")
        assert b"Content-Type: application/json" in found and b"Cache-Control: no-store" in found
        await reader.readuntil(b"Left wins with a double skunk")
        writer.close()
        found = (await head(port, "/games.zip")).encode()
        assert b'Content-Disposition: attachment; filename="muggins-games.zip"' in found

    run(scene, path)


def test_without_games_there_is_nothing_to_download() -> None:
    async def scene(port: int, _: LatestView) -> None:
        assert (await head(port, "/games.json")).startswith("HTTP/1.1 200 ")
        assert (await head(port, "/games.zip")).startswith("HTTP/1.1 404 ")

    run(scene)


def test_a_browser_gets_the_view_at_once_and_each_change(tmp_path: Path) -> None:
    async def scene(port: int, latest: LatestView) -> None:
        show(latest, tmp_path, "OK 2")
        found, reader, writer = await opened(port, "/views")
        assert b"Content-Type: text/event-stream" in found and b"Cache-Control: no-store" in found
        assert b'"says": "Right: card"' in await reader.readuntil(b'"presses": []}\n\n')
        show(latest, tmp_path, "OK 3 10 5")
        assert b"fifteen for two" in await reader.readuntil(b"}\n\n")
        writer.close()

    run(scene)


def test_a_browser_that_waits_for_a_board_hears_that(tmp_path: Path) -> None:
    async def scene(port: int, latest: LatestView) -> None:
        _, reader, writer = await opened(port, "/views")
        await reader.readuntil(b"event: waiting\n")
        show(latest, tmp_path, "")
        await reader.readuntil(b"event: view\n")
        writer.close()

    run(scene)


def test_a_stream_shows_that_it_is_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(port: int, _: LatestView) -> None:
        _, reader, writer = await opened(port, "/views")
        await reader.readuntil(b"event: beat\n")
        writer.close()

    monkeypatch.setattr(module, "BEAT", 0.01)
    run(scene)


def test_a_browser_that_returns_hears_of_the_presses_that_it_missed(tmp_path: Path) -> None:
    async def scene(port: int, latest: LatestView) -> None:
        show(latest, tmp_path, "OK 2 10 5")
        _, reader, writer = await opened(port, "/views")
        sent = await reader.readuntil(b"}\n\n")
        run_of_board = sent.partition(b"id: ")[2].partition(b":")[0].decode()
        writer.close()
        _, reader, writer = await opened(port, f"/views?seen={run_of_board}:3")
        presses = (await reader.readuntil(b"}\n\n")).partition(b'"presses": ')[2]
        assert presses.count(b'"refused"') == 2
        writer.close()

    run(scene)


@pytest.mark.parametrize(
    "seen", ["", ":", "x", "x:y", "x:-1", "x:" + "9" * 400, "%00:1", "x:%D9%A3", "a:1&seen=b:2"]
)
def test_a_browser_may_claim_to_have_seen_anything(tmp_path: Path, seen: str) -> None:
    async def scene(port: int, latest: LatestView) -> None:
        show(latest, tmp_path, "OK")
        _, reader, writer = await opened(port, f"/views?seen={seen}")
        await reader.readuntil(b'"presses": [')
        writer.close()

    run(scene)


def test_one_browser_too_many_is_told_so_and_another_may_take_the_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STREAMS", 2)
    monkeypatch.setattr(module, "BEAT", 0.01)

    async def scene(port: int, latest: LatestView) -> None:
        show(latest, tmp_path, "OK")
        connections = [await opened(port, "/views") for _ in range(2)]
        _, reader, writer = await opened(port, "/views")
        assert b"event: full" in await reader.readuntil(b"\n\n")
        writer.close()
        connections[0][2].close()
        answer = b"event: full"
        while b"event: full" in answer:
            _, reader, writer = await opened(port, "/views")
            answer = await reader.readuntil(b"\n\n")
            writer.close()
        connections[1][2].close()

    run(scene)


def test_silent_connections_keep_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WAITING", 20)

    async def scene(port: int, latest: LatestView) -> None:
        show(latest, tmp_path, "OK 2")
        _, reader, writer = await opened(port, "/views")
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(100)]
        silent[-1][1].write(b"GET / HTTP/1.1\r\nHost: local")  # and no more
        assert (await head(port, "/")).startswith("HTTP/1.1 200 ")
        show(latest, tmp_path, "OK 3")
        await reader.readuntil(b"event: view")  # whoever watches is not the one who makes room
        assert await silent[0][0].read() == b""
        for _, each in silent:
            each.close()
        writer.close()

    run(scene)


def test_a_browser_that_does_not_read_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SLOW", 0.2)

    async def scene(port: int, latest: LatestView) -> None:
        loop = asyncio.get_running_loop()
        slow = socket.socket()
        slow.setblocking(False)
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        await loop.sock_connect(slow, ("127.0.0.1", port))
        await loop.sock_sendall(slow, b"GET /views HTTP/1.1\r\nHost: localhost\r\n\r\n")
        *_, view = views(tmp_path, keyed.board(), keyed.CRIB)
        for sequence in range(2000):  # far more than the system keeps for it
            latest.show({**view, "sequence": sequence, "says": "x" * 2000})
            await asyncio.sleep(0.001)
        received = 0
        with slow:
            while piece := await loop.sock_recv(slow, 1 << 16):
                received += len(piece)
        assert received < 1_000_000

    run(scene)
