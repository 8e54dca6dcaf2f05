"""An MQTT client that records what happens on its connection, and a thread in which a connection runs."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable
from typing import Any

from firmware_py.config.programs import MqttSettings
from firmware_py.mqtt.connection import BrokerConnection, Talker
from firmware_py.mqtt.outbox import BrokerMessage
from firmware_py.mqtt.session import Session
from tests.support.deadline import PATIENCE


class Listening(Talker):
    """A client that subscribes to topics, and records what happens on its connection.

    Attributes:
        happened: the events that no test has read yet. Each has a name, such as `received`, and a value,
            such as the message.
        asked: a function that a test can set. The next call of `woken` calls it, in the connection's thread.
        link: the open connection, or the last one if none is open.
    """

    def __init__(self, filters: Iterable[str] = ()) -> None:
        self.happened: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self._filters = list(filters)
        self.link: Session | None = None
        self.asked: Callable[[], None] = lambda: None
        self.waits = 0

    def connected(self, link: Session) -> None:
        self.link = link
        if self._filters:
            link.subscribe(self._filters)
        self.happened.put(("connected", None))

    def received(self, message: BrokerMessage) -> None:
        self.happened.put(("received", message))

    def acknowledged(self, number: int) -> None:
        self.waits -= 1
        self.happened.put(("acknowledged", number))

    def woken(self) -> None:
        asked, self.asked = self.asked, lambda: None
        asked()
        self.happened.put(("woken", None))

    def lost(self) -> None:
        self.happened.put(("lost", None))

    def ending(self) -> None:
        self.happened.put(("ending", None))

    @property
    def is_done(self) -> bool:
        return self.waits <= 0

    def send(self, message: BrokerMessage) -> int:
        """Publish a message, and return its number. Call this only in the connection's thread."""
        assert self.link
        self.waits += 1
        return self.link.publish(message)

    def next(self, wanted: str) -> Any:
        """Wait for the next event with the name `wanted`, and discard all earlier events.

        Return the event's value, such as the message if its name is `received`.

        Raises:
            queue.Empty: the event did not happen in time.
        """
        while True:
            name, value = self.happened.get(timeout=PATIENCE)
            if name == wanted:
                return value


class Running:
    """A separate thread that runs a connection to a broker.

    Attributes:
        lines: the connection's warnings and other log messages. `line` takes the oldest one.
    """

    def __init__(
        self,
        broker: MqttSettings,
        talker: Talker,
        name: str = "test",
        will: BrokerMessage | None = None,
        *,
        keeps_session: bool = False,
    ) -> None:
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.connection = BrokerConnection(
            broker,
            name,
            talker,
            will=will,
            keeps_session=keeps_session,
            warn=self.lines.put,
            tell=self.lines.put,
        )
        self._thread = threading.Thread(target=self.connection.run, daemon=True)
        self._thread.start()

    def line(self, *words: str) -> str:
        """Wait for the connection's next log message, check that it contains these words, and return it.

        Raises:
            queue.Empty: the message did not arrive in time.
        """
        line = self.lines.get(timeout=PATIENCE)
        assert all(word in line for word in words), line
        return line

    def stop(self) -> None:
        """Close the connection, and wait until its thread has ended."""
        self.connection.stop()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        self.connection.close()
