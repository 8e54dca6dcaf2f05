"""Messages from a service to systemd, over the socket that systemd provides (sd_notify(3)).

Each message is one datagram: lines of `NAME=value`. The Python packages for this are no longer maintained or
need C headers, so the few lines live here.
"""

from __future__ import annotations

import errno
import os
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

PATIENCE = 4.0
"""Seconds for which a message waits for room in systemd's queue, unless it is a watchdog beat.

A reload sends two messages, and may begin half a watchdog period after the last beat. With the unit's 20
seconds there is still time for the next beat.
"""
RETRY = 0.01
"""Seconds between two attempts to send a message that waits. An unconnected datagram socket can't be polled
for room in the receiver's queue."""

_QUEUE_IS_FULL = (errno.EAGAIN, errno.EWOULDBLOCK, errno.ENOBUFS)


class Notifier:
    """Reports the state of the board to systemd. Does nothing if the program is not a service.

    A watchdog beat is dropped if systemd's queue is full. Any other message waits for room, for `PATIENCE`
    seconds at most: systemd stops a service whose `READY=1` never arrives.

    Attributes:
        watchdog: seconds within which systemd expects the next `alive`; None if it expects none.
    """

    def __init__(
        self, environment: Mapping[str, str] = os.environ, warn: Callable[[str], None] = lambda line: None
    ) -> None:
        """Open the socket that the environment names.

        Args:
            environment: holds NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID, if systemd set them.
            warn: takes one line about each message that was given up.
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
        """True if systemd has started this program."""
        return bool(self._address)

    def ready(self, status: str) -> None:
        """Report that the board is ready, with a line about it for `systemctl status`."""
        self._tell("READY=1", f"STATUS={status}")

    def reloading(self) -> None:
        """Report that the board reads its configuration again. `ready` ends the reload.

        The time is for units of `Type=notify-reload`, which ignore a message older than their signal.
        """
        self._tell("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1000}")

    def alive(self) -> bool:
        """Send a watchdog beat without waiting; return False if it was dropped because the queue is full."""
        return self._has_sent(b"WATCHDOG=1")

    def stopping(self) -> None:
        """Report that the board ends."""
        self._tell("STOPPING=1")

    def close(self) -> None:
        """Close the socket."""
        if self._socket:
            self._socket.close()
            self._socket = None

    def _tell(self, *lines: str) -> None:
        """Send a message, waiting for room in systemd's queue until `PATIENCE` seconds have passed."""
        message = "\n".join(lines).encode()
        deadline = time.monotonic() + PATIENCE
        while not self._has_sent(message):
            if time.monotonic() >= deadline:
                self._warn(
                    f"systemd has read no messages for {PATIENCE:g} s and was not told {lines[0]}: "
                    "it may restart the board; the game is saved"
                )
                return
            time.sleep(RETRY)

    def _has_sent(self, message: bytes) -> bool:
        """Try to send a message once; return False if systemd's queue is full.

        Every other error counts as sent: a systemd that has closed its socket will not listen later either.
        """
        try:
            if self._socket:
                self._socket.sendto(message, self._address)
        except OSError as error:
            return error.errno not in _QUEUE_IS_FULL
        return True
