"""A single connection to an MQTT broker, from when it is opened until it is lost, and its credentials.

The protocol is implemented by paho-mqtt, either version 1.6, which is part of Debian 12, or version 2. The
threads that paho-mqtt offers are not used, because they would wake up every second. Everything happens in the
thread that calls the methods.
"""

from __future__ import annotations

import select
import socket
import ssl
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from firmware_py.config.programs import MqttSettings
from firmware_py.system.errors import UsageError
from firmware_py.system.process import require

from .messages import QOS
from .outbox import BrokerMessage


class Credentials(NamedTuple):
    """The credentials needed to log in to a broker.

    Attributes:
        login: the user name and the password, or None if the broker does not require them.
        tls: the context for encrypted connections, or None if the connection is not encrypted.
    """

    login: tuple[str, str] | None = None
    tls: ssl.SSLContext | None = None

    @classmethod
    def of(cls, broker: MqttSettings) -> Credentials:
        """Return the credentials for the configured broker.

        Raises:
            UsageError: the password file or the certificate file cannot be read.
        """
        return cls(broker.login, _tls(broker) if broker.tls else None)


def _tls(broker: MqttSettings) -> ssl.SSLContext:
    """If no certificate authority is configured, trust those of the operating system."""
    try:
        return ssl.create_default_context(cafile=broker.ca)
    except OSError as error:  # SSLError is one, too
        why = "it holds no certificate" if isinstance(error, ssl.SSLError) else str(error.strerror).lower()
        raise UsageError(f"{broker.ca}: {why}: name the certificate with ca under [mqtt]") from None


KEEPALIVE = 30
"""The idle time, in seconds, after which the program sends a keep-alive message.

If the broker hears nothing for one and a half times as long, it closes the connection (MQTT 3.1.1, 3.1.2.10).
"""
_LATE = 1.0
"""The additional time, in seconds, after which paho-mqtt also considers a keep-alive message due."""


class Session:
    """A single connection to the broker, from when it is opened until it is lost.

    Attributes:
        is_accepted: True if the broker has accepted the connection, False if the broker has refused it, or
            None if the broker has not answered yet.
        refused_with: the code that the broker sent to refuse the connection, or None if it did not refuse.
    """

    received: Callable[[BrokerMessage], None]
    acknowledged: Callable[[int], None]

    def __init__(
        self,
        broker: MqttSettings,
        name: str,
        credentials: Credentials,
        will: BrokerMessage | None,
        *,
        keeps_session: bool = False,
    ) -> None:
        self._broker = broker
        self._client: Any = _client(name, keeps_session=keeps_session)
        self.is_accepted: bool | None = None
        self.refused_with: int | None = None
        self._spoke = time.monotonic()
        if credentials.login:
            self._client.username_pw_set(*credentials.login)
        if credentials.tls:
            self._client.tls_set_context(credentials.tls)
        if will:
            self._client.will_set(will.topic, will.payload, QOS, will.retained)
        self._client.on_connect = self._on_connect
        self._client.on_message = self._on_message
        self._client.on_publish = self._on_publish

    def open(self) -> None:
        """Connect to the broker.

        When this method returns, the broker may not have accepted the connection yet (see `is_accepted`).

        Raises:
            OSError: the connection cannot be opened.
            ValueError: the host name is not valid.
        """
        self._client.connect(self._broker.host, self._broker.port, KEEPALIVE)
        self._spoke = time.monotonic()

    def publish(self, message: BrokerMessage) -> int:
        """Send a message and return the number that the broker will use to acknowledge it."""
        self._spoke = time.monotonic()
        sent = self._client.publish(message.topic, message.payload, QOS, message.retained)
        number: int = sent.mid
        return number

    def subscribe(self, filters: Iterable[str], *, is_kept: bool = True) -> None:
        """Subscribe to all messages whose topics match one of the filters.

        Args:
            is_kept: True to receive each message at least once (QoS 1); False if messages may be lost (QoS
                0).
        """
        self._spoke = time.monotonic()
        self._client.subscribe([(each, QOS if is_kept else 0) for each in filters])

    def step(self, wakes: socket.socket | None, deadline: float | None) -> bool:
        """Wait until there is something to send or receive, and send or receive it.

        Return False if the connection has been lost.

        Args:
            wakes: a socket that ends the wait when it becomes readable, or None.
            deadline: the latest time at which the wait ends, as returned by `time.monotonic`, or None.
        """
        own = self._client.socket()
        if own is None:
            return False
        writes = own if self._client.want_write() else None
        wait([own, *([wakes] if wakes else [])], self._patience(deadline), writes)
        self._client.loop_read()
        while self._client.socket() is own and getattr(own, "pending", lambda: 0)():
            self._client.loop_read()  # TLS has decrypted more than was read
        if self._client.want_write():
            self._client.loop_write()
        if time.monotonic() - self._spoke >= KEEPALIVE + _LATE:
            self._spoke = time.monotonic()
            self._client.loop_misc()  # it asks the broker for a sign of life, or misses the last one
        return self._client.socket() is own

    def close(self) -> None:
        """Disconnect from the broker, if still connected, so that the broker does not publish the will."""
        with suppress(OSError, ValueError):
            self._client.disconnect()
            if self._client.socket() is not None:
                self._client.loop_write()
        own = self._client.socket()
        if own is not None:
            with suppress(OSError):
                own.close()

    def _patience(self, deadline: float | None) -> float:
        """Return the seconds until the deadline or the next keep-alive check, whichever comes first."""
        now = time.monotonic()
        left = self._spoke + KEEPALIVE + _LATE - now
        return max(0.0, left if deadline is None else min(left, deadline - now))

    # paho-mqtt calls these. Versions before 2 pass fewer arguments.

    def _on_connect(self, client: Any, userdata: Any, flags: Any, code: Any, *_: Any) -> None:
        number = int(getattr(code, "value", code))
        self.is_accepted = number == 0
        if number:
            self.refused_with = number

    def _on_message(self, client: Any, userdata: Any, message: Any) -> None:
        self._spoke = time.monotonic()  # paho-mqtt acknowledges the message
        self.received(BrokerMessage(message.topic, message.payload, bool(message.retain)))

    def _on_publish(self, client: Any, userdata: Any, number: int, *_: Any) -> None:
        self.acknowledged(number)


def require_paho(extra: str = "publish") -> None:
    """Check that paho-mqtt is installed, as `require` does."""
    require("paho.mqtt.client", "a broker needs paho-mqtt", "python3-paho-mqtt", extra)


def _client(name: str, *, keeps_session: bool) -> Any:
    """Return a paho-mqtt client that does not reconnect by itself."""
    from paho.mqtt import client as paho

    options: dict[str, Any] = {
        "client_id": name,
        "clean_session": not keeps_session,
        "reconnect_on_failure": False,
    }
    version = getattr(paho, "CallbackAPIVersion", None)  # since paho-mqtt 2
    made: Any = paho.Client(version.VERSION2, **options) if version else paho.Client(**options)
    made.max_inflight_messages_set(0)  # no limit: the talker knows how many messages it has sent
    return made


def wait(read: Sequence[socket.socket], seconds: float, write: socket.socket | None = None) -> None:
    """Wait until one of the sockets in `read` is readable, `write` is writable, or `seconds` have passed."""
    poll = select.poll()  # and not select(), which knows only the first 1024 open files
    for each in read:
        poll.register(each, select.POLLIN | (select.POLLOUT if each is write else 0))
    poll.poll(max(0, int(seconds * 1000) + 1))
