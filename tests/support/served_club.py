"""A `muggins club` in a separate process, and functions that publish messages to its broker."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import urllib.request
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from firmware_py.mqtt.messages import board_message, state_message
from firmware_py.window.seen import SeenBoard
from tests.support.broker import Broker
from tests.support.command import ENVIRONMENT, MUGGINS
from tests.support.deadline import PATIENCE, Deadline
from tests.support.free_port import free_port
from tests.support.processes import Lines, ended


class ServedClub:
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
        self._folder, self._config, self._port = folder, config, free_port()
        self.address = f"http://localhost:{self._port}/"
        self.start()

    def start(self) -> None:
        """Start the club, which must not be running, and wait until its page can be opened."""
        self.process = subprocess.Popen(
            [*MUGGINS, "club", "--port", str(self._port), "--config", str(self._config)],
            env=ENVIRONMENT | {"STATE_DIRECTORY": os.fspath(self._folder)},
            stdout=subprocess.PIPE,
        )
        assert self.process.stdout
        assert f":{self._port}/" in Lines(self.process.stdout).line()

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

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        status = ended(self.process)
        assert self.process.stdout
        self.process.stdout.close()
        return status

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


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
