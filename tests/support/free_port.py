"""A port for a server that a test starts."""

from __future__ import annotations

import socket


def free_port() -> int:
    """Return a TCP port that no other test gets, for a server that allows the address to be used again.

    The port stays bound for as long as this process runs, so the kernel gives it to nobody else. Connections
    to it are refused until a server with SO_REUSEADDR (mosquitto, Tornado, asyncio) takes it over.
    """
    held = socket.socket()
    held.bind(("", 0))
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # only now: no other held port was to be had
    port: int = held.getsockname()[1]
    held.detach()  # open until the process ends
    return port
