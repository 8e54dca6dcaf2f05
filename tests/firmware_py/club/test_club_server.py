"""The club's server over real sockets: its files, its stream, its CSV, and the requests that it refuses.

It hears from all boards, even about games that ended while it was not running. A result is stored before the
broker gets an acknowledgement. Messages to a stopped server are ignored.
"""

from __future__ import annotations

import asyncio
import json
import queue
import stat
import time
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tornado.netutil import bind_sockets

from firmware_py.club.broker import BoardListener, evening_listener
from firmware_py.club.evening import LiveEvening
from firmware_py.club.pen import CODE, Pen, make_code
from firmware_py.club.results_file import read_results
from firmware_py.club.server import Pieces, club_application, club_files
from firmware_py.commands.director import direct
from firmware_py.config.programs import MqttSettings
from firmware_py.mqtt.outbox import BrokerMessage
from firmware_py.serve.pressing_rights import TRIES, TRIES_OF_ALL, WAIT
from firmware_py.serve.server import PageServer
from firmware_py.system import web
from firmware_py.system.web import Connections
from firmware_py.words.english import English
from tests.support.broker import Broker, Running, needs_mosquitto
from tests.support.deadline import PATIENCE
from tests.support.servers import head, opened, post, publish

Scene = Callable[[int, LiveEvening], Awaitable[None]]


def run(
    scene: Scene, folder: Path, csv: Pieces | None = None, now: Callable[[], float] = time.monotonic
) -> None:
    async def all_of_it() -> None:
        evening, connections = LiveEvening(folder, English(), print), Connections()
        evening.begin()
        pen = Pen(folder, partial(direct, folder), evening.look_for_draw, now)
        pages = club_application(club_files(English()), evening.latest, csv or evening.csv, connections, pen)
        http = PageServer(pages, connections)
        sockets = bind_sockets(0, "127.0.0.1")
        http.add_sockets(sockets)
        await asyncio.wait_for(scene(sockets[0].getsockname()[1], evening), PATIENCE)
        http.stop()
        evening.close()
        await http.close_all_connections()

    asyncio.run(all_of_it())


def test_the_files_have_headers_that_keep_everything_foreign_out(tmp_path: Path) -> None:
    async def scene(port: int, _: LiveEvening) -> None:
        for path in ("/", "/main.js", "/club.css", "/colours.css", "/stream.js"):
            found = await head(port, path)
            assert found.startswith("HTTP/1.1 200 ")
            assert "Content-Security-Policy: default-src 'none'; script-src 'self'" in found
            assert "unsafe" not in found and "Server:" not in found

    run(scene, tmp_path)


@pytest.mark.parametrize(
    "path", ["/server.py", "/page.css", "/../tables.py", "/K7Q2PX9D", "/games.zip", "/index.html"]
)
def test_nothing_but_the_files_of_the_page_is_sent(tmp_path: Path, path: str) -> None:
    async def scene(port: int, _: LiveEvening) -> None:
        assert (await head(port, path)).startswith("HTTP/1.1 404 ")

    run(scene, tmp_path)


@pytest.mark.parametrize("path", ["/", "/views", "/results.csv"])
def test_the_page_can_only_be_read_and_only_by_its_own_name(tmp_path: Path, path: str) -> None:
    async def scene(port: int, _: LiveEvening) -> None:
        assert (await head(port, path, "evil.example")).startswith("HTTP/1.1 421 ")
        for method in ("POST", "PUT", "DELETE"):
            assert (await head(port, path, method=method)).startswith("HTTP/1.1 405 ")

    run(scene, tmp_path)


def test_a_browser_hears_of_a_game_and_can_download_it(tmp_path: Path) -> None:
    async def scene(port: int, evening: LiveEvening) -> None:
        _, reader, writer = await opened(port, "/views")
        await reader.readuntil(b'"all": true')
        await reader.readuntil(b"}\n\n")
        won = '{"game": "x-1", "names": ["Zoë", "Bob"], "scores": [121, 98], "winner": 0, "skunk": null}'
        evening.hear("b1", "game", won.encode())
        assert b'"results": {"1": {"number": 1' in await reader.readuntil(b"}\n\n")
        writer.close()
        found, reader, writer = await opened(port, "/results.csv")
        assert b"Content-Type: text/csv; charset=utf-8" in found
        assert b'attachment; filename="muggins-results.csv"' in found
        body = await reader.readuntil(b",2,,,,,,,\r\n")
        assert body.startswith("\ufeffnumber,".encode()) and "Zoë,121,Bob,98".encode() in body
        writer.close()

    run(scene, tmp_path)


@needs_mosquitto
def test_all_boards_are_heard_and_also_games_that_ended_while_the_club_was_away(broker: Broker) -> None:
    heard: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()

    def listening() -> Running:
        listener = BoardListener("muggins", lambda *message: heard.put(message), lambda *_: None)
        settings = MqttSettings(host="127.0.0.1", port=broker.port)
        return Running(settings, listener, "club", keeps_session=True)

    club = listening()
    club.line("connected")
    for topic in ("b1/event", "b1/state/more", "state", "b2/state"):
        publish(broker, topic, "view")
    assert heard.get(timeout=PATIENCE) == ("b2", "state", b"view"), "and nothing else"
    club.stop()
    for number in range(5):
        publish(broker, "b2/state", str(number), retained=True)
        publish(broker, "b2/game", str(number))
    club = listening()
    found = [heard.get(timeout=PATIENCE) for _ in range(6)]
    assert [payload for _, kind, payload in found if kind == "game"] == [b"%d" % each for each in range(5)]
    assert [payload for _, kind, payload in found if kind == "state"] == [b"4"], "only the latest state"
    club.stop()


WON = b'{"game": "x-1", "names": ["Ann", "Bob"], "scores": [121, 98], "winner": 0, "skunk": null}'


def test_a_game_is_on_the_disk_when_the_connection_takes_it_as_received(tmp_path: Path) -> None:
    async def all_of_it() -> None:
        evening = LiveEvening(tmp_path, English(), print)
        listener = evening_listener(evening, "muggins")
        await asyncio.to_thread(listener.received, BrokerMessage("muggins/b1/game", WON))
        assert len(read_results(tmp_path)) == 1
        evening.close()

    asyncio.run(asyncio.wait_for(all_of_it(), PATIENCE))


def test_messages_after_the_end_of_the_server_are_ignored(tmp_path: Path) -> None:
    async def all_of_it() -> None:
        evening = LiveEvening(tmp_path, English(), print)
        listeners.append(evening_listener(evening, "muggins"))
        evening.close()

    listeners = []
    asyncio.run(asyncio.wait_for(all_of_it(), PATIENCE))
    listeners[0].received(BrokerMessage("muggins/b1/game", WON))
    listeners[0].lost()
    assert len(read_results(tmp_path)) == 0


def test_a_browser_slow_to_read_results_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "SLOW", 0.0)  # so whatever does not fit into the system's buffers is late

    async def pieces() -> list[bytes]:
        return [bytes(100_000)] * 300

    async def scene(port: int, _: LiveEvening) -> None:
        _, reader, writer = await opened(port, "/results.csv")
        received = 0
        with closing(writer), suppress(ConnectionResetError):
            while some := await reader.read(1 << 16):
                received += len(some)
        assert received < 30_000_000

    run(scene, tmp_path, pieces)


ENTERED = ["result", "Ann", "121", "Bob", "98"]


async def told(port: int, code: str, typed: object, headers: Any = None, address: str = "127.0.0.1") -> int:
    """Send a command to the director's pen, as a request with the number 7, and return the status."""
    body = json.dumps({"code": code, "typed": typed, "number": 7})
    _, status, _ = await post(port, "/pen", body, headers or {}, address)
    return status


def test_whoever_has_the_latest_code_writes_and_nobody_else(tmp_path: Path) -> None:
    old, code, clock = make_code(tmp_path), make_code(tmp_path), [0.0]
    kept = json.loads((tmp_path / CODE).read_text())["code"]
    assert code not in kept and stat.S_IMODE((tmp_path / CODE).stat().st_mode) == 0o600

    async def scene(port: int, _: LiveEvening) -> None:
        for typed in ("undo", [], [5], ["undo"] * 9, ["evening"], ["season"], ["strike", "5"]):
            assert await told(port, code, typed) == 400
        others: list[dict[str, Any]] = [{"Origin": "http://evil.example"}, {"Origin": None}]
        for headers in (*others, {"Content-Type": "text/plain"}):
            assert await told(port, code, ENTERED, headers) == 403
        for wrong in (old, "", "é", kept):
            assert await told(port, wrong, ENTERED) == 403
            assert await told(port, code, ENTERED) == 429, "a right one too soon after it"
            clock[0] += WAIT
        for _ in range(2):  # the browser sends it again
            assert await told(port, code.lower(), ENTERED) == 200

    run(scene, tmp_path, now=lambda: clock[0])
    assert [each.names for each in read_results(tmp_path).counting(0)] == [("Ann", "Bob")]


def test_wrong_codes_are_limited_until_there_is_a_new_one(tmp_path: Path) -> None:
    clock = [0.0]

    async def scene(port: int, _: LiveEvening) -> None:
        assert await told(port, "", ENTERED) == 403, "there is no code"
        code = make_code(tmp_path)
        for number in range(TRIES_OF_ALL):
            assert await told(port, "K7Q2PX9D", ENTERED, None, f"127.0.0.{2 + number // TRIES}") == 403
            clock[0] += WAIT
        assert await told(port, code, ENTERED) == 429
        assert await told(port, make_code(tmp_path), ENTERED) == 200

    run(scene, tmp_path, now=lambda: clock[0])
