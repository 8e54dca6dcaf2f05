"""A code can be exchanged for a token, and only requests with a valid token can press keys."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from tornado.netutil import bind_sockets

from firmware_py.input.keys import Key
from firmware_py.serve.connections import Connections
from firmware_py.serve.games import Games
from firmware_py.serve.key_requests import Pressing
from firmware_py.serve.latest_view import LatestView
from firmware_py.serve.page_files import page_files
from firmware_py.serve.pressing_rights import PressingRights
from firmware_py.serve.server import PageServer, application
from firmware_py.words.english import English
from tests.support.deadline import PATIENCE

Request = tuple[str, str, Mapping[str, str | None]]
Answer = tuple[int, str, list[Key]]


def asked(
    requests: Sequence[Request],
    rights: PressingRights | None = None,
    *,
    takes: bool = True,
    offered: bool = True,
) -> list[Answer]:
    """Send requests one after another to a new server.

    Args:
        requests: the path, the body and the headers of each request. A header that is None is left out.
        rights: the object that decides who may press keys, or None if nobody has received a code yet.
        takes: False for a board that refuses every key.
        offered: False for a server on which nobody can press keys.

    Returns:
        For each request, the status and the body of the answer, and the keys pressed so far.
    """
    pressed: list[Key] = []

    def press(key: Key) -> bool:
        pressed.append(key)
        return takes

    async def scene() -> list[Answer]:
        connections = Connections()
        games = Games(Path("/nowhere"), English())
        pressing = Pressing(rights or PressingRights(time.monotonic), press) if offered else None
        latest = LatestView(English())
        app = application(page_files(English()), latest, games, connections, pressing)
        server = PageServer(app, connections)
        sockets = bind_sockets(0, "127.0.0.1")
        server.add_sockets(sockets)
        port = sockets[0].getsockname()[1]
        answers = [(*await _post(port, *request), list(pressed)) for request in requests]
        server.stop()
        await server.close_all_connections()
        return answers

    return asyncio.run(asyncio.wait_for(scene(), PATIENCE))


async def _post(port: int, path: str, body: str, headers: Mapping[str, str | None]) -> tuple[int, str]:
    usual = {"Host": "localhost", "Origin": "http://localhost", "Content-Type": "application/json"}
    sent = {name: value for name, value in {**usual, **headers}.items() if value is not None}
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items())]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write("\r\n".join([*lines, f"Content-Length: {len(body)}", "", body]).encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    length = [line for line in head.splitlines() if line.startswith("Content-Length: ")]
    content = await reader.readexactly(int(length[0].partition(": ")[2])) if length else b""
    writer.close()
    return int(head.split()[1]), content.decode()


def test_whoever_has_a_code_gets_a_token_and_presses_keys() -> None:
    rights = PressingRights(time.monotonic)
    ((status, body, _),) = asked([("/join", json.dumps({"code": rights.new_code()}), {})], rights)
    token = json.loads(body)["token"]
    may = {"Authorization": f"Bearer {token}"}
    answers = asked([("/press", '{"key": "5"}', may), ("/press", '{"key": "go"}', may)], rights)
    assert [status, *(each[0] for each in answers)] == [200, 204, 204]
    assert answers[-1][2] == [Key.FIVE, Key.GO]


@pytest.mark.parametrize("sent", ["", "Bearer", "Bearer ", f"Bearer {'0123456789abcdef' * 2}", "Basic eDp5"])
def test_without_a_token_nothing_is_pressed(sent: str) -> None:
    ((status, _, pressed),) = asked([("/press", '{"key": "5"}', {"Authorization": sent})])
    assert (status, pressed) == (401, [])


def test_a_wrong_code_is_refused_and_the_next_is_not_looked_at() -> None:
    request: Request = ("/join", '{"code": "AAAAAAAA"}', {})
    assert [status for status, _, _ in asked([request, request])] == [403, 429]


@pytest.mark.parametrize(
    "body", ["", "{", "[]", "5", "null", "{}", '{"key": 5}', '{"key": "ten"}', "[" * 3000]
)
def test_what_is_no_key_is_refused(body: str) -> None:
    rights = PressingRights(time.monotonic)
    token = rights.exchange(rights.new_code())
    ((status, _, pressed),) = asked([("/press", body, {"Authorization": f"Bearer {token}"})], rights)
    assert (status, pressed) == (400, [])


def test_a_board_that_takes_no_keys_is_told() -> None:
    rights = PressingRights(time.monotonic)
    token = rights.exchange(rights.new_code())
    request: Request = ("/press", '{"key": "5"}', {"Authorization": f"Bearer {token}"})
    assert asked([request], rights, takes=False)[0][0] == 503


def test_a_server_that_offers_no_keys_has_no_such_paths() -> None:
    requests: list[Request] = [("/join", '{"code": "AAAAAAAA"}', {}), ("/press", '{"key": "5"}', {})]
    assert [status for status, _, _ in asked(requests, offered=False)] == [405, 405]
