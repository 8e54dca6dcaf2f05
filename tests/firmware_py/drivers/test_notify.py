"""What systemd is told, on a socket of the kind that it gives (sd_notify(3))."""

import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_py.drivers.notify import Notifier


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(10)
        yield listening


def test_it_tells_what_sd_notify_asks_for(systemd: socket.socket, tmp_path: Path) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": str(tmp_path / "notify")})
    notifier.ready("Twenty buttons")
    notifier.alive()
    notifier.reloading()
    notifier.stopping()
    said = [systemd.recv(4096) for _ in range(4)]
    reloading, _, when = said.pop(2).partition(b"\nMONOTONIC_USEC=")
    assert said == [b"READY=1\nSTATUS=Twenty buttons", b"WATCHDOG=1", b"STOPPING=1"]
    now = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
    assert reloading == b"RELOADING=1"
    assert now - 60_000_000 < int(when) <= now
    notifier.close()
    notifier.close()
    notifier.alive()


@pytest.mark.skipif(not os.path.exists("/proc/net/unix"), reason="abstract sockets are Linux's")
def test_an_address_may_be_abstract() -> None:
    name = f"muggins-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0{name}")
        listening.settimeout(10)
        notifier = Notifier({"NOTIFY_SOCKET": f"@{name}"})
        notifier.alive()
        assert listening.recv(4096) == b"WATCHDOG=1"
        notifier.close()


def test_without_systemd_nobody_is_told_and_nobody_watches() -> None:
    notifier = Notifier({"WATCHDOG_USEC": "1000000"})
    assert notifier.watchdog is None
    notifier.ready("")
    notifier.close()


def test_a_socket_that_nobody_reads_or_that_is_gone_is_no_error(
    systemd: socket.socket, tmp_path: Path
) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": str(tmp_path / "notify")})
    for _ in range(10_000):
        notifier.alive()
    systemd.close()
    (tmp_path / "notify").unlink()
    notifier.stopping()
    notifier.close()


@pytest.mark.parametrize(
    ("environment", "watchdog"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "20000000"}, 20.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": str(os.getpid())}, 20.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
    ],
)
def test_the_watchdog_is_the_one_of_this_process(environment: dict[str, str], watchdog: float | None) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": "/nowhere", **environment})
    assert notifier.watchdog == watchdog
    notifier.close()
