"""The server over real sockets: its files, its headers, and the requests that it refuses."""

from __future__ import annotations

import asyncio
import os
import socket
from pathlib import Path

import pytest

from firmware_py.serve import reviews
from firmware_py.serve.latest_view import LatestView
from firmware_py.system import web
from firmware_py.system.web import Connections, is_for_this_machine
from tests.support.coach_examples import FIRST_DEAL
from tests.support.command import muggins
from tests.support.servers import head, opened, run


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


def test_a_game_can_be_reviewed(tmp_path: Path) -> None:
    record, path = tmp_path / "game.record", tmp_path / "games.txt"
    record.write_text(FIRST_DEAL)
    muggins("replay", record, "--journal", path)

    async def scene(port: int, _: LatestView) -> None:
        found, reader, writer = await opened(port, "/review.json?game=1&threw=1:2,9")
        assert b"Content-Type: application/json" in found and b"Cache-Control: no-store" in found
        await reader.readuntil(b"Ann 2 9, Bob 3 3")
        writer.close()
        for wrong in ("", "?game=0", "?game=x", "?game=1234567890"):
            assert (await head(port, f"/review.json{wrong}")).startswith("HTTP/1.1 404 ")
        assert (await head(port, "/review.json?game=1&threw=--help")).startswith("HTTP/1.1 503 ")

    run(scene, path)


def test_the_review_of_a_browser_that_left_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def computed(*_: object, **__: object) -> bytes:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return b""

    monkeypatch.setattr(reviews, "computed", computed)

    async def scene(port: int, _: LatestView) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /review.json?game=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await begun.wait()
        writer.close()
        await ended.wait()

    run(scene, tmp_path / "games.txt")


@pytest.mark.parametrize("path", ["/games.json", "/games.zip", "/review.json?game=1", "/views"])
@pytest.mark.parametrize("header", ["Sec-Fetch-Site: cross-site", "Origin: http://evil.example"])
def test_a_request_that_another_site_has_caused_gets_no_work(path: str, header: str) -> None:
    async def scene(port: int, _: LatestView) -> None:
        assert (await head(port, path, headers=f"{header}\r\n")).startswith("HTTP/1.1 403 ")
        assert (await head(port, "/", headers=f"{header}\r\n")).startswith("HTTP/1.1 200 ")
        for site in ("same-origin", "none"):
            found = await head(port, "/games.json", headers=f"Sec-Fetch-Site: {site}\r\n")
            assert found.startswith("HTTP/1.1 200 ")

    run(scene)


def test_a_download_that_is_not_read_is_dropped_and_makes_room_for_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, ended = tmp_path / "games.txt", asyncio.Event()
    path.write_bytes(os.urandom(4_000_000))  # far more than the system keeps for a browser
    end_download = Connections.end_download

    def noticed(self: Connections, address: str) -> None:
        end_download(self, address)
        ended.set()

    monkeypatch.setattr(Connections, "end_download", noticed)
    monkeypatch.setattr(web, "DOWNLOADS_OF_ONE", 1)
    monkeypatch.setattr(web, "SLOW", 0.2)

    async def scene(port: int, _: LatestView) -> None:
        loop = asyncio.get_running_loop()
        with socket.socket() as slow:
            slow.setblocking(False)
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            await loop.sock_connect(slow, ("127.0.0.1", port))
            await loop.sock_sendall(slow, b"GET /games.zip HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert await loop.sock_recv(slow, 4096)
            assert (await head(port, "/games.zip")).startswith("HTTP/1.1 503 ")
            await ended.wait()
            found, reader, writer = await opened(port, "/games.zip", headers="Connection: close\r\n")
            assert found.startswith(b"HTTP/1.1 200 ")
            assert len(await reader.read()) > 4_000_000
            writer.close()

    run(scene, path)


@pytest.mark.parametrize("path", ["/K7Q2PX9D", "/k7q2px9d"])
def test_an_address_with_a_code_is_the_page(path: str) -> None:
    async def scene(port: int, _: LatestView) -> None:
        found, page = await head(port, path), await head(port, "/")
        tags = [[line for line in text.splitlines() if line.startswith("Etag: ")] for text in (found, page)]
        assert found.startswith("HTTP/1.1 200 ") and tags[0] == tags[1] != []

    run(scene)


OURS = (
    "192.168.178.123 192.168.178.123:8000 [fe80::1] [fe80::1]:8000 localhost:8000 board BOARD.local "
    "board.local.:80 board.home.arpa board.internal"
)
OF_OTHERS = (
    "evil.example board.evil.example other.local 192.168.178.123.evil.example localhost.evil.example:8000 "
    "evil.example:192.168.178.123 board.example.org board:port board.fritz.box board.lan"
)


def test_addresses_and_the_names_of_this_machine_are_ours_and_those_of_others_are_not() -> None:
    assert [host for host in OURS.split() if not is_for_this_machine(host, "board.example.org")] == []
    assert [host for host in ("", *OF_OTHERS.split()) if is_for_this_machine(host, "board.example.org")] == []
