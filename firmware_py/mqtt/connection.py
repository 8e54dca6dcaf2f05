"""A connection to an MQTT broker that is reopened when it is lost, and a test of it for `muggins doctor`."""

from __future__ import annotations

import os
import random
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress

from firmware_py.config.programs import MqttSettings

from . import connection_faults
from .connection_faults import Fault
from .outbox import BrokerMessage
from .session import Credentials, Session, require_paho, wait

_FIRST_DELAY, _LONGEST_DELAY = 1.0, 15.0
"""The delay before the first attempt to reconnect, and the maximum delay between two attempts, in seconds."""
_SETTLED = 30.0
"""If a connection lasted for this many seconds, the delays start again from the first one."""
_SUSPICIOUS = 3
"""The number of successive short connections that indicate a problem."""
_ANSWER = 10.0
"""The maximum time, in seconds, that a broker may take to answer a new connection."""
_FAREWELL = 2.0
"""The maximum time, in seconds, to wait until the last messages have been acknowledged."""


class Talker:
    """The base class of objects that communicate with a broker over a `BrokerConnection`.

    All methods are called in the connection's thread.
    """

    def connected(self, link: Session) -> None:
        """Begin to use a connection that has just been opened."""

    def received(self, message: BrokerMessage) -> None:
        """Handle a message from the broker."""

    def acknowledged(self, number: int) -> None:
        """Handle the broker's acknowledgement of the message with this number.

        `number` is the value that `Session.publish` returned for the message.
        """

    def woken(self) -> None:
        """Do any work that is waiting, such as preparing messages to send.

        It is called after `BrokerConnection.wake`, and each time something has been sent or received. It may
        be called while there is no connection.
        """

    def lost(self) -> None:
        """Stop using the connection, which has been lost.

        Messages that the broker has not acknowledged may be lost, too.
        """

    def ending(self) -> None:
        """Send any final messages before the program ends."""

    @property
    def is_done(self) -> bool:
        """True if the broker has acknowledged all of this object's messages."""
        return True


class BrokerConnection:
    """A connection to the configured broker.

    Attributes:
        is_connecting: True during an attempt to connect, which may take a long time.
    """

    def __init__(
        self,
        broker: MqttSettings,
        client: str,
        talker: Talker,
        *,
        will: BrokerMessage | None = None,
        keeps_session: bool = False,
        longest_delay: float = _LONGEST_DELAY,
        warn: Callable[[str], None],
        tell: Callable[[str], None],
    ) -> None:
        """Prepare a connection. It is not opened until `run` is called.

        Args:
            client: the client id of this program. If two programs use the same id, the broker disconnects the
                first one.
            will: the message that the broker publishes if the connection is lost; None to publish none.
            keeps_session: True if the broker should keep the subscriptions while this program is offline.
            longest_delay: the longest time, in seconds, between two attempts to connect.
            tell: a function that is called with a line of text when the first connection has been opened.

        Raises:
            UsageError: paho-mqtt is not installed, or a file in the settings cannot be read.
        """
        require_paho()
        self._broker, self._client, self._talker, self._will = broker, client, talker, will
        self._credentials = Credentials.of(broker)
        self._keeps_session, self._longest_delay = keeps_session, longest_delay
        self._warn, self._tell = warn, tell
        self._fault: Fault | None = None
        self._has_told = False
        self._short_ones = 0
        self._wakes, self._waker = socket.socketpair()
        for end in (self._wakes, self._waker):
            end.setblocking(False)
        self._is_stopping = False
        self.is_connecting = False

    def wake(self) -> None:
        """Make the connection's thread call `Talker.woken`.

        This method can be called from any thread and from a signal handler.
        """
        with suppress(OSError):  # earlier calls are still waiting, or the connection has ended
            self._waker.send(b"\0")

    def stop(self) -> None:
        """Make `run` send the last messages and return.

        This method can be called from any thread and from a signal handler.
        """
        self._is_stopping = True
        self.wake()

    def close(self) -> None:
        """Release the resources of the connection. Call this only after `run` has returned."""
        self._wakes.close()
        self._waker.close()

    def wake_on_signals(self) -> None:
        """Make every signal wake the thread that calls `run`, which must be the main thread.

        This is needed because the kernel may deliver a signal to another thread.
        """
        signal.set_wakeup_fd(self._waker.fileno(), warn_on_full_buffer=False)

    def run(self) -> None:
        """Keep the connection open, reconnecting whenever it is lost, until `stop` is called."""
        delay = _FIRST_DELAY
        while not self._is_stopping:
            began = time.monotonic()
            fault = self._hold()
            if fault is None:
                break
            if time.monotonic() - began > _SETTLED:
                delay, self._short_ones = _FIRST_DELAY, 0
            if self._short_ones >= _SUSPICIOUS and fault == connection_faults.lost(self._broker):
                fault = connection_faults.lost_again_and_again(self._broker, self._client)
            if fault != self._fault:
                self._fault = fault
                self._warn(str(fault))
            # Many boards that have lost the same broker do not all come back at once.
            self._rest(random.uniform(delay / 2, delay))
            delay = min(2 * delay, self._longest_delay)

    def _hold(self) -> Fault | None:
        """Return the fault that prevented or ended the connection, or None if `stop` ended it."""
        session = Session(
            self._broker, self._client, self._credentials, self._will, keeps_session=self._keeps_session
        )
        session.received = self._talker.received
        session.acknowledged = self._talker.acknowledged
        try:
            self.is_connecting = True
            if self._is_stopping:  # a signal came just before
                return None
            session.open()
        except (OSError, ValueError) as error:  # ValueError: a name that cannot be one in the Internet
            return connection_faults.unreachable(error, self._broker)
        finally:
            self.is_connecting = False
        reason = self._talk(session)  # after an exception, the broker publishes the will
        session.close()
        if session.is_accepted:
            self._short_ones += 1
            self._talker.lost()
        return reason

    def _talk(self, session: Session) -> Fault | None:
        """Return the fault that ended the connection, or None if `stop` ended it."""
        deadline = time.monotonic() + _ANSWER
        while session.is_accepted is None:
            is_open = session.step(self._wakes, deadline)
            self._answer_wakes()
            if not is_open or time.monotonic() > deadline or self._is_stopping:
                break
        if self._is_stopping:
            return None
        if session.refused_with is not None:
            return connection_faults.refused(session.refused_with, self._broker)
        if not session.is_accepted:
            return connection_faults.silent(self._broker)
        self._announce()
        self._talker.connected(session)
        while not self._is_stopping:
            if not session.step(self._wakes, None):
                return connection_faults.lost(self._broker)
            self._answer_wakes()
        self._talker.ending()
        deadline = time.monotonic() + _FAREWELL
        while not self._talker.is_done and time.monotonic() < deadline:
            if not session.step(None, deadline):
                break
            self._talker.woken()
        return None

    def _announce(self) -> None:
        """Announce the first connection, and the first one after each problem that was reported."""
        place = f"the broker at {self._broker.host}, port {self._broker.port}"
        if self._fault is not None and self._short_ones < _SUSPICIOUS:
            self._fault = None
            self._warn(f"connected to {place} now")
        elif not self._has_told:
            self._tell(f"connected to {place}")
        self._has_told = True

    def _answer_wakes(self) -> None:
        with suppress(BlockingIOError):
            self._wakes.recv(4096)
        self._talker.woken()

    def _rest(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self._is_stopping and (left := until - time.monotonic()) > 0:
            wait([self._wakes], left)
            self._answer_wakes()


_ANSWERS_WITHIN = 5.0
"""The maximum time, in seconds, that the broker may take to answer."""


def probe(broker: MqttSettings) -> Fault | None:
    """Connect to a broker and disconnect again. Return the fault if there is one, otherwise None.

    Raises:
        UsageError: paho-mqtt is not installed, or a file in the settings cannot be read.
    """
    require_paho()
    session = Session(broker, f"muggins-doctor-{os.getpid()}", Credentials.of(broker), None)
    try:
        session.open()
    except (OSError, ValueError) as error:  # ValueError: a name that cannot be one in the Internet
        return connection_faults.unreachable(error, broker)
    deadline = time.monotonic() + _ANSWERS_WITHIN
    while session.is_accepted is None and time.monotonic() < deadline and session.step(None, deadline):
        pass
    session.close()
    if session.refused_with is not None:
        return connection_faults.refused(session.refused_with, broker)
    return None if session.is_accepted else connection_faults.silent(broker)
