"""The conditions on a hostile machine: busy processors, paused processes, short queues."""

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
"""The file that contains the length of datagram queues, a setting of the network namespace."""
STOPPED = 1.0
"""The duration of a pause, in seconds."""
APART = 2.0
"""The longest time between two pauses, in seconds."""
_SIOCGIFFLAGS, _SIOCSIFFLAGS, _SIOCSIFADDR, _IFF_UP = 0x8913, 0x8914, 0x8916, 1  # linux/sockios.h, if.h


def set_up_namespace(queue: int) -> None:
    """Prepare this process's network namespace for the tests.

    Set the maximum length of datagram queues to `queue`, and enable the loopback interface with a second,
    non-loopback address.
    """
    QUEUE.write_text(str(queue), encoding="ascii")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        asked = struct.pack("16sh22x", b"lo", 0)
        (flags,) = struct.unpack_from("h", ioctl(any_socket, _SIOCGIFFLAGS, asked), 16)
        ioctl(any_socket, _SIOCSIFFLAGS, struct.pack("16sh22x", b"lo", flags | _IFF_UP))
        address = socket.inet_aton("192.0.2.1")  # for examples and tests (RFC 5737)
        ioctl(any_socket, _SIOCSIFADDR, struct.pack("16sHH4s16x", b"lo:1", socket.AF_INET, 0, address))


@contextmanager
def busy_cores() -> Iterator[set[int]]:
    """Run one busy process for each processor core, and yield the IDs of these processes."""
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
    """Return the IDs of all other processes in this process's PID namespace."""
    return [int(each.name) for each in Path("/proc").iterdir() if each.name.isdigit() and int(each.name) > 1]


class Stops(threading.Thread):
    """A thread that repeatedly pauses a random process, or sometimes all processes, for one second.

    Only processes in the thread's own PID namespace are paused.

    Attributes:
        count: the number of pauses so far.
    """

    def __init__(self, random: Random, spared: set[int]) -> None:
        """Create the thread. It pauses no processes before it is started.

        Args:
            random: used to choose which processes to pause, and when.
            spared: the IDs of processes that must not be paused.
        """
        super().__init__(name="stops", daemon=True)
        self.count = 0
        self._random, self._spared = random, spared
        self._over = threading.Event()

    def run(self) -> None:
        while not self._over.wait(self._random.uniform(0.0, APART)):
            candidates = [each for each in others() if each not in self._spared]
            # Usually one process; sometimes all at once, as if the whole machine paused.
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
        self._over.set()
        self.join(10)


def send(number: signal.Signals, processes: list[int]) -> None:
    for each in processes:
        with suppress(ProcessLookupError):
            os.kill(each, number)
