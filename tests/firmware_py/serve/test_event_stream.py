"""The stream of views over real sockets: what browsers receive, and how many can connect."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest

from firmware_py.serve.latest_view import LatestView
from firmware_py.system import web
from firmware_py.system.web import Connections
from tests.support import keyed
from tests.support.servers import opened, run, show
from tests.support.views import views


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


def test_a_browser_that_has_seen_the_latest_view_hears_when_the_board_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser that already has the latest view gets a message when the server finds the board.

    After a restart, the server may find the board only after the browser has connected.
    """
    monkeypatch.setattr(web, "BEAT", 0.01)
    *_, view = views(tmp_path, keyed.board(), "OK 2")

    async def scene(port: int, latest: LatestView) -> None:
        _, reader, writer = await opened(port, f"/views?seen={view['run']}:{view['sequence']}")
        for _ in range(3):
            assert b"event: waiting" in await reader.readuntil(b"\n\n")
        latest.show(view)
        event = b"event: waiting"
        while b"event: waiting" in event:
            event = await reader.readuntil(b"\n\n")
        assert b"event: view" in event or b"event: beat" in event
        writer.close()

    run(scene)


def test_a_stream_shows_that_it_is_alive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(port: int, latest: LatestView) -> None:
        show(latest, tmp_path, "OK 2")
        _, reader, writer = await opened(port, "/views")
        await reader.readuntil(b"event: view\n")
        await reader.readuntil(b"event: beat\n")
        writer.close()

    monkeypatch.setattr(web, "BEAT", 0.01)
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
    monkeypatch.setattr(web, "STREAMS", 2)
    monkeypatch.setattr(web, "BEAT", 0.01)

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


def test_a_browser_that_does_not_read_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "SLOW", 0.2)
    ended = asyncio.Event()
    end_stream = Connections.end_stream

    def noticed(self: Connections, *stream: Any) -> None:
        end_stream(self, *stream)
        ended.set()

    monkeypatch.setattr(Connections, "end_stream", noticed)

    async def scene(port: int, latest: LatestView) -> None:
        *_, view = views(tmp_path, keyed.board(), keyed.CRIB)
        latest.show({**view, "says": "x" * 4_000_000})  # far more than the system keeps for it
        loop = asyncio.get_running_loop()
        with socket.socket() as slow:
            slow.setblocking(False)
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            await loop.sock_connect(slow, ("127.0.0.1", port))
            await loop.sock_sendall(slow, b"GET /views HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await ended.wait()
            received = 0
            while piece := await loop.sock_recv(slow, 1 << 16):
                received += len(piece)
        assert received < 1_000_000

    run(scene)
