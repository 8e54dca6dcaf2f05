"""The web servers of the board's page and of a club, and requests over real sockets."""

import asyncio
import json
import subprocess
import urllib.request
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tornado.netutil import bind_sockets

from firmware_py.mqtt.messages import board_message, state_message
from firmware_py.serve.games import Games
from firmware_py.serve.key_requests import Pressing
from firmware_py.serve.latest_view import LatestView
from firmware_py.serve.page_view import page_files
from firmware_py.serve.reviews import Reviews
from firmware_py.serve.server import PageServer, application
from firmware_py.system.web import Connections
from firmware_py.window.seen import SeenBoard
from firmware_py.words.english import English
from tests.support import keyed
from tests.support.broker import Broker
from tests.support.command import ENVIRONMENT, MUGGINS
from tests.support.deadline import PATIENCE, Deadline
from tests.support.machine import free_port
from tests.support.processes import Program
from tests.support.views import views

Scene = Callable[[int, LatestView], Awaitable[None]]


def run(scene: Scene, journal: Path | None = None, pressing: Pressing | None = None) -> None:
    """Start a server of the board's web page, and run a test with it.

    Args:
        scene: the test, an asynchronous function. It is called with the server's port and with the object
            that holds the board's latest view.
        journal: the path to the board's journal; None if there is no journal.
        pressing: the object that decides who may press keys and who may watch; None for a page for all.
    """

    async def all_of_it() -> None:
        latest = LatestView(English())
        path = Path("/nowhere/games.txt") if journal is None else journal
        games, reviews = Games(path, English()), Reviews(path)
        connections = Connections()
        pages = application(page_files(English()), latest, games, connections, pressing, reviews)
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


async def post(
    port: int, path: str, body: str, headers: Mapping[str, str | None], address: str = "127.0.0.1"
) -> tuple[str, int, str]:
    """Send JSON as the server's own page does, and return the response's head, its status and its body.

    Args:
        headers: headers that differ from those of the page; None for one that is left out.
        address: the IP address from which the request is sent.
    """
    usual = {"Host": "localhost", "Origin": "http://localhost", "Content-Type": "application/json"}
    sent = {name: value for name, value in {**usual, **headers}.items() if value is not None}
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items())]
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    content = body.encode()
    writer.write("\r\n".join([*lines, f"Content-Length: {len(content)}", "", ""]).encode() + content)
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    length = [line for line in head.splitlines() if line.startswith("Content-Length: ")]
    answer = await reader.readexactly(int(length[0].partition(": ")[2])) if length else b""
    writer.close()
    return head, int(head.split()[1]), answer.decode()


def ask(port: int, path: str, body: object, token: str = "", address: str = "127.0.0.1") -> tuple[int, bytes]:
    """Send JSON to a server in another process as its page does. Return the response's status and its body.

    Args:
        port: the server's port.
        path: the path to request.
        body: the JSON value to send.
        token: the token that proves that the sender may press keys.
        address: the local IP address from which the request is sent.
    """
    connection = HTTPConnection("127.0.0.1", port, PATIENCE, source_address=(address, 0))
    headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{port}"}
    with closing(connection):
        connection.request("POST", path, json.dumps(body), headers | {"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        return answer.status, answer.read()


def show(latest: LatestView, folder: Path, words: str) -> None:
    for view in views(folder, keyed.board(), words):
        latest.show(view)


class ServedClub(Program):
    """A `muggins club` that runs in a separate process.

    Attributes:
        address: the URL of its web page.
    """

    def __init__(self, folder: Path, broker: Broker, login: str = "") -> None:
        """Start the club's server, and wait until its page can be opened.

        Args:
            folder: the folder for the club's files.
            broker: the broker to which the boards publish.
            login: lines of the configuration with the club's user and password, if the broker wants them.
        """
        config = folder.parent / "muggins.toml"
        config.write_text(f'[mqtt]\nhost = "127.0.0.1"\nport = {broker.port}\n{login}')
        self._port = free_port()
        self.address = f"http://localhost:{self._port}/"
        command = [*MUGGINS, "club", "--port", self._port, "--config", config]
        super().__init__(command, env=ENVIRONMENT | {"STATE_DIRECTORY": str(folder)})

    def start(self) -> None:
        """Start the club, which must not be running, and wait until its page can be opened."""
        super().start()
        assert f":{self._port}/" in self.out.line()

    def wait(self, *words: bytes) -> None:
        """Read the web page's event stream until it has contained all of these words.

        Raises:
            TimeoutError: some of the words did not arrive in time.
        """
        deadline, seen = Deadline(), b""
        with urllib.request.urlopen(f"{self.address}views", timeout=PATIENCE) as stream:
            while not all(word in seen for word in words):
                deadline.left((words, seen))  # the stream has a beat every two seconds
                seen += stream.readline()


def publish(broker: Broker, topic: str, body: Any, *, retained: bool = False, user: str = "") -> None:
    """Publish a message to a broker.

    Args:
        broker: the broker.
        topic: the topic, without `muggins/` at the beginning.
        body: the message's text, or an object that is published as JSON.
        retained: True if the broker should retain the message.
        user: the user who signs in, with the password `secret`; empty if the broker asks for none.
    """
    text = body if isinstance(body, str) else json.dumps(body)
    command = ["mosquitto_pub", "-h", "127.0.0.1", "-p", str(broker.port), "-q", "1", *["-r"] * retained]
    command += ["-u", user, "-P", "secret"] if user else []
    subprocess.run([*command, "-t", f"muggins/{topic}", "-m", text], check=True, timeout=PATIENCE)


def publish_table(broker: Broker, board: str, name: str, view: SeenBoard) -> None:
    """Publish the name, state and presence of a board that is online.

    Args:
        broker: the broker.
        board: the board's ID.
        name: the name of the board's table.
        view: the board.
    """
    publish(broker, f"{board}/board", board_message(board, name), retained=True)
    publish(broker, f"{board}/state", state_message(view), retained=True)
    publish(broker, f"{board}/presence", "online", retained=True)


def publish_win(
    broker: Broker, game: str, names: Iterable[str], scores: Iterable[int], skunk: str | None = None
) -> None:
    """Publish the result of a game on the board `b1`, won by the first player in `names`.

    Args:
        broker: the broker.
        game: the ID of the game.
        names: the players' names.
        scores: each player's final score.
        skunk: the kind of skunk, "skunk" or "double"; None if nobody was skunked.
    """
    won = {"game": game, "names": list(names), "scores": list(scores), "winner": 0, "skunk": skunk}
    publish(broker, "b1/game", won)
