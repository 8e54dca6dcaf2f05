"""A program behind a connection to a broker that remembers what it is told."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable
from typing import Any

from firmware_py.config.mqtt import MqttSettings
from firmware_py.mqtt.connection import Connection, Link, Talker
from firmware_py.mqtt.message import Message
from tests.support.deadline import PATIENCE


class Listening(Talker):
    """A program that subscribes to topics.

    Attributes:
        happened: what has happened, each with its name, in a queue that a test can wait for.
        link: the open connection, or the last one.
    """

    def __init__(self, filters: Iterable[str] = ()) -> None:
        self.happened: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self._filters = list(filters)
        self.link: Link | None = None
        self.asked: Callable[[], None] = lambda: None
        self.waits = 0

    def connected(self, link: Link) -> None:
        self.link = link
        if self._filters:
            link.subscribe(self._filters)
        self.happened.put(("connected", None))

    def received(self, message: Message) -> None:
        self.happened.put(("received", message))

    def acknowledged(self, number: int) -> None:
        self.waits -= 1
        self.happened.put(("acknowledged", number))

    def woken(self) -> None:
        self.asked()
        self.happened.put(("woken", None))

    def lost(self) -> None:
        self.happened.put(("lost", None))

    def ending(self) -> None:
        self.happened.put(("ending", None))

    @property
    def is_done(self) -> bool:
        return self.waits <= 0

    def send(self, message: Message) -> int:
        """Publish a message from the thread of the connection."""
        assert self.link
        self.waits += 1
        return self.link.publish(message)

    def next(self, wanted: str) -> Any:
        """Wait until this happens, and return what came with it. Forget what happens before."""
        while True:
            name, value = self.happened.get(timeout=PATIENCE)
            if name == wanted:
                return value


class Running:
    """A connection in a thread of its own.

    Attributes:
        lines: the lines that the connection has warned or told of.
    """

    def __init__(
        self, broker: MqttSettings, talker: Talker, name: str = "test", will: Message | None = None
    ) -> None:
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.connection = Connection(
            broker, name, talker, will=will, warn=self.lines.put, tell=self.lines.put
        )
        self._thread = threading.Thread(target=self.connection.run, daemon=True)
        self._thread.start()

    def line(self, *words: str) -> str:
        """Wait for the next line, which must contain these words, and return it."""
        line = self.lines.get(timeout=PATIENCE)
        assert all(word in line for word in words), line
        return line

    def stop(self) -> None:
        """End the connection, and wait until it has ended."""
        self.connection.stop()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        self.connection.close()
