"""The messages to systemd, on a socket like systemd's own (sd_notify(3))."""

import os
import signal
import socket
import threading
import time
import types
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_py.start import service
from firmware_py.start.service import ROOM_WITHIN, Notifier
from tests.support.deadline import PATIENCE as LONG_ENOUGH
from tests.support.deadline import until


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(LONG_ENOUGH)
        yield listening


def test_the_messages_are_those_of_sd_notify(systemd: socket.socket, tmp_path: Path) -> None:
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
        listening.settimeout(LONG_ENOUGH)
        notifier = Notifier({"NOTIFY_SOCKET": f"@{name}"})
        notifier.alive()
        assert listening.recv(4096) == b"WATCHDOG=1"
        notifier.close()


def test_without_systemd_nobody_is_told_and_nobody_watches() -> None:
    notifier = Notifier({"WATCHDOG_USEC": "1000000"})
    assert notifier.watchdog is None
    notifier.ready("")
    notifier.close()


def test_a_socket_that_is_gone_is_no_error(systemd: socket.socket, tmp_path: Path) -> None:
    warned: list[str] = []
    notifier = Notifier({"NOTIFY_SOCKET": str(tmp_path / "notify")}, warned.append)
    systemd.close()
    notifier.ready("")  # the address exists, but nobody listens
    (tmp_path / "notify").unlink()
    notifier.stopping()
    assert notifier.alive()
    notifier.close()
    assert warned == []


# -- a queue without room


@pytest.fixture
def notifier(systemd: socket.socket, tmp_path: Path) -> Iterator[Notifier]:
    """Yield a notifier for which systemd's message queue is full of unread watchdog messages."""
    made = Notifier({"NOTIFY_SOCKET": str(tmp_path / "notify")})
    while made.alive():
        pass
    yield made
    made.close()


MESSAGES: list[Callable[[Notifier], None]] = [
    lambda notifier: notifier.ready("Twenty buttons"),
    lambda notifier: notifier.reloading(),
    lambda notifier: notifier.stopping(),
]


@pytest.mark.parametrize("tell", MESSAGES, ids=["ready", "reloading", "stopping"])
def test_a_message_waits_for_room_in_the_queue(
    systemd: socket.socket,
    notifier: Notifier,
    monkeypatch: pytest.MonkeyPatch,
    tell: Callable[[Notifier], None],
) -> None:
    waits = threading.Event()
    received: list[bytes] = []

    def sleep(seconds: float) -> None:
        waits.set()
        time.sleep(seconds)

    def read() -> None:
        if waits.wait(LONG_ENOUGH):
            while not received or received[-1] == b"WATCHDOG=1":
                received.append(systemd.recv(4096))

    clock = types.SimpleNamespace(monotonic=lambda: 0.0, monotonic_ns=time.monotonic_ns, sleep=sleep)
    monkeypatch.setattr(service, "time", clock)  # a busy machine does not use up the time
    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    tell(notifier)
    reader.join(LONG_ENOUGH)
    assert not reader.is_alive()
    *beats, message = received
    assert beats and set(beats) == {b"WATCHDOG=1"}
    assert message.partition(b"=")[0] in (b"READY", b"RELOADING", b"STOPPING")


def test_a_beat_is_dropped_and_never_waits(
    systemd: socket.socket, notifier: Notifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_time() -> float:
        raise AssertionError("a beat took its time")

    monkeypatch.setattr(service, "time", types.SimpleNamespace(monotonic=no_time, sleep=no_time))
    assert not notifier.alive()
    assert not os.get_blocking(notifier._socket.fileno())  # so the kernel does not block
    systemd.recv(4096)
    assert notifier.alive()
    assert not notifier.alive()


@pytest.mark.parametrize("tell", MESSAGES, ids=["ready", "reloading", "stopping"])
def test_a_message_that_systemd_never_reads_is_given_up_with_a_warning(
    tmp_path: Path, notifier: Notifier, monkeypatch: pytest.MonkeyPatch, tell: Callable[[Notifier], None]
) -> None:
    now = [1000.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    warned: list[str] = []
    notifier._warn = warned.append
    clock = types.SimpleNamespace(monotonic=lambda: now[0], monotonic_ns=time.monotonic_ns, sleep=sleep)
    monkeypatch.setattr(service, "time", clock)
    tell(notifier)
    assert ROOM_WITHIN <= now[0] - 1000.0 <= ROOM_WITHIN + 0.1
    [warning] = warned
    assert warning.isprintable() and "systemd has read no messages for 4 s" in warning
    assert any(said in warning for said in ("READY=1", "RELOADING=1", "STOPPING=1"))
    assert "STATUS" not in warning


def test_signals_do_not_extend_the_time_limit(notifier: Notifier, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "ROOM_WITHIN", 0.3)
    over = threading.Event()
    signals: list[int] = []

    def disturb() -> None:
        while not over.wait(0.02):
            signal.pthread_kill(threading.main_thread().ident, signal.SIGUSR1)

    before = signal.signal(signal.SIGUSR1, lambda number, frame: signals.append(number))
    disturbing = threading.Thread(target=disturb, daemon=True)
    disturbing.start()
    try:
        until(lambda: signals, "the first signal")
        notifier.stopping()  # or the test's own limit is reached
    finally:
        over.set()
        disturbing.join(LONG_ENOUGH)
        signal.signal(signal.SIGUSR1, before)


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
