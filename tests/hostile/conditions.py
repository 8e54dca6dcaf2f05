"""What makes a machine hostile: busy processors, processes that stand still, short queues."""

from __future__ import annotations

import os
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fcntl import ioctl
from pathlib import Path
from random import Random

QUEUE = Path("/proc/sys/net/unix/max_dgram_qlen")
"""How many datagrams wait for a reader before the writer has to. It belongs to the network namespace."""
STOPPED = 1.0
"""Seconds for which a process stands still."""
APART = 2.0
"""Seconds between two stops at most."""
_SIOCGIFFLAGS, _SIOCSIFFLAGS, _IFF_UP = 0x8913, 0x8914, 1


def set_up_namespace(queue: int) -> None:
    """Set the length of datagram queues, and switch the loopback interface on. The namespace must be ours."""
    QUEUE.write_text(str(queue), encoding="ascii")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        asked = struct.pack("16sh22x", b"lo", 0)
        (flags,) = struct.unpack_from("h", ioctl(any_socket, _SIOCGIFFLAGS, asked), 16)
        ioctl(any_socket, _SIOCSIFFLAGS, struct.pack("16sh22x", b"lo", flags | _IFF_UP))


@contextmanager
def busy_cores() -> Iterator[set[int]]:
    """Run a busy loop on each core; gives the numbers of their processes."""
    loop = "import os, sys; os.sched_setaffinity(0, {int(sys.argv[1])})\nwhile True: pass"
    loops = [
        subprocess.Popen([sys.executable, "-c", loop, str(core)]) for core in sorted(os.sched_getaffinity(0))
    ]
    try:
        yield {each.pid for each in loops}
    finally:
        for each in loops:
            each.kill()
            each.wait(10)


def others() -> list[int]:
    """Return all processes of this namespace but this one."""
    return [int(each.name) for each in Path("/proc").iterdir() if each.name.isdigit() and int(each.name) > 1]


class Stops(threading.Thread):
    """Stops a process of the namespace for a second, at random, again and again.

    Attributes:
        count: how many stops there were.
    """

    def __init__(self, random: Random, spared: set[int]) -> None:
        """Stop any process but these."""
        super().__init__(name="stops", daemon=True)
        self.count = 0
        self._random, self._spared = random, spared
        self._over = threading.Event()

    def run(self) -> None:
        """Stop one after the other until `end` is called."""
        while not self._over.wait(self._random.uniform(0.0, APART)):
            candidates = [each for each in others() if each not in self._spared]
            # Mostly one of them; now and then all of them at once, as when the whole machine stands still.
            few = (
                candidates
                if self._random.random() < 0.2
                else self._random.sample(candidates, bool(candidates))
            )
            send(signal.SIGSTOP, few)
            self.count += bool(few)
            self._over.wait(STOPPED)
            send(signal.SIGCONT, few)

    def end(self) -> None:
        """Stop no more processes."""
        self._over.set()
        self.join(10)


def send(number: signal.Signals, processes: list[int]) -> None:
    """Send a signal to each of some processes that still runs."""
    for each in processes:
        with suppress(ProcessLookupError):
            os.kill(each, number)
