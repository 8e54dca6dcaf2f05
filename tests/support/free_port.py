"""Find a free port for a server that a test starts."""

from __future__ import annotations

import socket
from contextlib import suppress
from pathlib import Path
from random import SystemRandom

_RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")
_FIRST, _USUAL_END = 10_000, 32_768


def free_port() -> int:
    """Return a TCP port that is free and is likely to remain free.

    It is outside the range from which the kernel assigns ports automatically (ip(7), ip_local_port_range).
    """
    ports = range(_FIRST, _end())
    while True:
        port = SystemRandom().choice(ports)  # Hypothesis makes `random` choose the same in every process
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("", port))
            return port


def _end() -> int:
    with suppress(OSError):
        first = int(_RANGE.read_text(encoding="ascii").split()[0])
        if first > 2 * _FIRST:
            return first
    return _USUAL_END
