"""A real MQTT broker (Mosquitto), and a subscriber that records its messages."""

from __future__ import annotations

import json
import shutil
import signal
import socket
import subprocess
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support.deadline import PATIENCE, Deadline, until
from tests.support.free_port import free_port
from tests.support.processes import Lines, ended

MOSQUITTO = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin:/opt/homebrew/sbin")
needs_mosquitto = pytest.mark.skipif(
    not (MOSQUITTO and shutil.which("mosquitto_sub")),
    reason="mosquitto or mosquitto_sub, of mosquitto-clients, is missing",
)


class Broker:
    """A Mosquitto broker that runs in a separate process.

    Attributes:
        port: the port on which it listens.
    """

    def __init__(self, folder: Path, *settings: str) -> None:
        """Start a broker on a free port.

        Args:
            folder: the folder for its configuration, its log and its saved messages.
            settings: more lines for its configuration. By default, all clients may publish and subscribe
                without a password.
        """
        self.port = free_port()
        self._file = folder / "mosquitto.conf"
        lines = (
            "per_listener_settings false",
            "user root",
            f"persistence_location {folder}/",
            f"listener {self.port} 127.0.0.1",
            "set_tcp_nodelay true",
            *(settings or ("allow_anonymous true",)),
        )
        self._file.write_text("".join(f"{line}\n" for line in lines))
        self._log = folder / "mosquitto.log"
        self.process = self._started()

    def start(self) -> None:
        """Start the broker again, on the same port."""
        self.process = self._started()

    def stop(self, number: int = signal.SIGTERM) -> None:
        self.process.send_signal(number)
        ended(self.process)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()

    def log(self) -> str:
        return self._log.read_text(errors="replace")

    def _started(self) -> subprocess.Popen[bytes]:
        assert MOSQUITTO
        with self._log.open("ab") as log:
            process = subprocess.Popen([MOSQUITTO, "-v", "-c", str(self._file)], stdout=log, stderr=log)

        def is_listening() -> bool:
            assert process.poll() is None, self.log()
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), PATIENCE):
                return True
            return False

        until(is_listening, "mosquitto")
        return process


class Heard(NamedTuple):
    """A message that a subscriber has received.

    Attributes:
        topic: the message's topic.
        text: the content of the message.
        retained: True if the broker had retained the message before the client subscribed to its topic.
    """

    topic: str
    text: str
    retained: bool

    @property
    def kind(self) -> str:
        """The last level of the message's topic, such as `view` in `muggins/b1/view`."""
        return self.topic.rpartition("/")[2]

    @property
    def json(self) -> Any:
        """The content of the message, parsed as JSON. Callers must not modify the returned value."""
        return _parsed(self.text)


@cache
def _parsed(text: str) -> Any:
    return json.loads(text)


class Subscriber:
    """A `mosquitto_sub` process, and the messages that it has received.

    Attributes:
        heard: the messages received so far.
    """

    def __init__(self, port: int, *arguments: object, topics: Iterable[str] = ("#",)) -> None:
        """Subscribe to topics, and wait until the broker has confirmed the subscription.

        Args:
            port: the broker's port.
            arguments: more arguments for `mosquitto_sub`.
            topics: the topics to subscribe to; by default, all topics.
        """
        named = [word for topic in (*topics, _SIGN) for word in ("-t", topic)]
        command = ["mosquitto_sub", "-h", "127.0.0.1", "-p", str(port), "-q", "1", "-F", "%r %t %p", *named]
        self.heard: list[Heard] = []
        self.process = subprocess.Popen([*command, *map(str, arguments)], stdout=subprocess.PIPE)
        assert self.process.stdout
        self._lines = Lines(self.process.stdout)
        deadline = Deadline()
        while self._hear(deadline, "the subscription").topic != _SIGN:
            pass

    def wait(self, enough: Callable[[list[Heard]], object], awaited: object) -> None:
        """Wait until `enough` returns a true value for the messages received so far.

        Args:
            enough: a function that is called with these messages.
            awaited: a description of what is being waited for, used in the error message.

        Raises:
            TimeoutError: not enough messages arrived in time.
        """
        deadline = Deadline()
        while not enough(self.heard):
            self._hear(deadline, awaited)

    def _hear(self, deadline: Deadline, awaited: object) -> Heard:
        line = self._lines.line(deadline.left(awaited))
        assert line, f"mosquitto_sub has ended while waiting for {awaited}"
        retained, topic, text = line.split(" ", 2)
        message = Heard(topic, text, retained == "1")
        if topic != _SIGN:
            self.heard.append(message)
        return message

    def of(self, kind: str) -> list[Heard]:
        """Return the messages received so far whose topics end with `kind`, such as `view`."""
        return [each for each in self.heard if each.kind == kind]

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()


_SIGN = "$SYS/broker/version"
"""A topic on which every Mosquitto broker retains a message, which arrives right after the subscription."""
