"""The socket on which the web page's server listens: a new one, or one that systemd has opened for it."""

from __future__ import annotations

import os
import socket
from contextlib import suppress

from firmware_py.errors import UsageError

PORT = 80
"""The port on which systemd listens for the page, so that its address needs no port."""
_FIRST = 3
"""The first file descriptor that systemd passes to a service (sd_listen_fds(3))."""
_FILES = 2048
"""The number of files that the server may need to open: one for each connection, and a few more."""


def listening(port: int) -> socket.socket:
    """Return a socket that listens on all addresses of this machine.

    Raises:
        UsageError: the port is in use, or this user is not permitted to open it.
    """
    family = socket.AF_INET6 if socket.has_dualstack_ipv6() else socket.AF_INET
    try:
        found = socket.create_server(
            ("", port), family=family, backlog=256, dualstack_ipv6=family == socket.AF_INET6
        )
    except OSError as error:
        why = os.strerror(error.errno).lower() if error.errno else str(error)
        raise UsageError(f"port {port}: {why}; choose another with --port") from None
    found.setblocking(False)
    return found


def socket_from_systemd() -> socket.socket | None:
    """Return the socket that systemd has opened for this process, or None if there is none."""
    if os.environ.pop("LISTEN_PID", "") != str(os.getpid()) or not os.environ.pop("LISTEN_FDS", ""):
        return None
    found = socket.socket(fileno=_FIRST)
    found.set_inheritable(False)
    found.setblocking(False)
    return found


def allow_many_files() -> None:
    """Raise the limit on open files, as far as the system permits, to allow for many connections."""
    from resource import RLIMIT_NOFILE, getrlimit, setrlimit

    soft, hard = getrlimit(RLIMIT_NOFILE)
    wanted = _FILES if hard < 0 else min(_FILES, hard)
    if 0 <= soft < wanted:
        with suppress(ValueError, OSError):
            setrlimit(RLIMIT_NOFILE, (wanted, hard))
