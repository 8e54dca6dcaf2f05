"""What a service tells systemd, over the socket that it was given (sd_notify(3)).

The packages for it are dead or want headers, and this is all there is to it: lines of `NAME=value`, a
datagram each time.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Mapping
from contextlib import suppress


class Notifier:
    """Tells systemd how the board is. Where there is no systemd, nobody is told, and that is no error.

    Attributes:
        watchdog: seconds within which `alive` must be called again, None if nobody watches.
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        """Take the socket, and the watchdog's time, that the environment names."""
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
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
        """Whether systemd has started this program."""
        return bool(self._address)

    def ready(self, status: str) -> None:
        """The board plays; a line about it for `systemctl status`."""
        self._tell("READY=1", f"STATUS={status}")

    def reloading(self) -> None:
        """The configuration is read again; `ready` ends that.

        The time is for units of `Type=notify-reload`, which wait for a `RELOADING=1` later than their signal.
        """
        self._tell("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1000}")

    def alive(self) -> None:
        """The loop goes round."""
        self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """The board ends."""
        self._tell("STOPPING=1")

    def close(self) -> None:
        """Let go of the socket."""
        if self._socket:
            self._socket.close()
            self._socket = None

    def _tell(self, *lines: str) -> None:
        if self._socket:
            with suppress(OSError):  # systemd that does not listen is not the board's concern
                self._socket.sendto("\n".join(lines).encode(), self._address)
