"""Messages from a service to systemd, over the socket that systemd provides (sd_notify(3)).

Each message is one datagram with lines such as `READY=1`. The Python packages for this are no longer
maintained or need C headers, so the program has its own implementation.
"""

from __future__ import annotations

import errno
import os
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

ROOM_WITHIN = 4.0
"""The time that a message waits for room in systemd's queue, in seconds. Watchdog messages do not wait.

A reload sends two messages, and may begin half a watchdog period after the last watchdog message. The
unit's watchdog period is 20 seconds, so there is still time for the next one.
"""
RETRY = 0.01
"""The time between two attempts to send a waiting message, in seconds.

The attempts are needed because an unconnected datagram socket cannot be polled for room in the receiver's
queue.
"""

_QUEUE_IS_FULL = (errno.EAGAIN, errno.EWOULDBLOCK, errno.ENOBUFS)


class Notifier:
    """A connection to systemd that reports the state of the board, if the program runs as a service.

    Attributes:
        watchdog: the longest time that systemd allows between two calls to `alive`, in seconds; None if
            systemd does not watch the program.
    """

    def __init__(
        self, environment: Mapping[str, str] = os.environ, warn: Callable[[str], None] = lambda line: None
    ) -> None:
        """Open the socket that the environment specifies.

        Args:
            environment: the environment variables. systemd sets NOTIFY_SOCKET, WATCHDOG_USEC and
                WATCHDOG_PID.
            warn: a function that is called with a line of text for each message that could not be sent.
        """
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._warn = warn
        self._socket: socket.socket | None = None
        if self._address:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
            self._socket.setblocking(False)
        self.watchdog: float | None = None
        watched = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        with suppress(ValueError):
            if watched and self._address:
                self.watchdog = int(environment.get("WATCHDOG_USEC", "")) / 1_000_000

    @property
    def is_service(self) -> bool:
        """True if this program was started by systemd as a service."""
        return bool(self._address)

    def ready(self, status: str) -> None:
        """Tell systemd that the board is ready, and send a status line for `systemctl status`."""
        self._tell("READY=1", f"STATUS={status}")

    def reloading(self) -> None:
        """Tell systemd that the board is reloading its configuration. Call `ready` after the reload.

        The message includes the time, because for a unit of `Type=notify-reload`, systemd ignores messages
        that are older than the reload signal.
        """
        self._tell("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1000}")

    def alive(self) -> bool:
        """Notify systemd's watchdog that the board is still running.

        Return False if the notification could not be sent because systemd's queue is full.
        """
        return self._has_sent(b"WATCHDOG=1")

    def stopping(self) -> None:
        """Tell systemd that the board is stopping."""
        self._tell("STOPPING=1")

    def close(self) -> None:
        """Close the socket that is connected to systemd."""
        if self._socket:
            self._socket.close()
            self._socket = None

    def _tell(self, *lines: str) -> None:
        """If systemd's queue is full, keep trying for `ROOM_WITHIN` seconds, then give up with a warning."""
        message = "\n".join(lines).encode()
        deadline = time.monotonic() + ROOM_WITHIN
        while not self._has_sent(message):
            if time.monotonic() >= deadline:
                self._warn(
                    f"systemd has read no messages for {ROOM_WITHIN:g} s and was not told {lines[0]}: "
                    "it may restart the board; the game is saved"
                )
                return
            time.sleep(RETRY)

    def _has_sent(self, message: bytes) -> bool:
        """Return False if systemd's queue is full. After any other error, another attempt would not help."""
        try:
            if self._socket:
                self._socket.sendto(message, self._address)
        except OSError as error:
            return error.errno not in _QUEUE_IS_FULL
        return True
