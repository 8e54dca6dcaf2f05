"""Run tests on a hostile machine. The exit status is 1 if a test fails, hangs or leaves a process behind.

    python -m tests.hostile [--times N] [--minutes M] [--seed S] [-- PYTEST-ARGUMENTS]

Every core runs a busy loop, random test processes pause for a second, and the datagram queues hold 10
messages in one run and 512 in the next. By default, only tests that depend on timing are run, such as tests
that start processes or use sockets. This requires namespaces: either root, or a kernel that lets all users
create them.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from fcntl import ioctl
from pathlib import Path
from random import Random

from tests.hostile.selection import TESTS, waiting_tests
from tests.support.processes import started

QUEUES = (10, 512)
INSIDE = "--inside"
NO_NAMESPACES = 77
KILLS = "kills"  # tests that choose the moment of a kill themselves, which a pause would disturb


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__.partition("\n")[0])
    parser.add_argument("--times", type=int, default=4, help="number of runs (default: 4)")
    parser.add_argument("--minutes", type=float, default=60.0, help="time limit for all runs (default: 60)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the pauses (default: 1)")
    parser.add_argument(INSIDE, action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("arguments", nargs="*", help="for pytest (default: the tests that depend on timing)")
    options = parser.parse_args()
    if not options.inside:
        return _in_namespaces()
    print(f"seed {options.seed}", flush=True)
    random, end = Random(options.seed), time.monotonic() + 60 * options.minutes
    chosen = options.arguments or [str(path) for path in waiting_tests() if path.parent.name != KILLS]
    failed = 0
    for number in range(options.times):
        queue = QUEUES[number % len(QUEUES)]
        try:
            set_up_namespace(queue)
        except OSError as error:
            print(f"cannot set up the namespaces: {error}", file=sys.stderr)
            return NO_NAMESPACES
        print(f"== {number + 1} of {options.times}: queues of {queue}", flush=True)
        failed += not _passes(chosen, random, end)
        if time.monotonic() > end:
            break
    print(f"{failed} of {number + 1} runs failed" if failed else f"{number + 1} runs passed", flush=True)
    return 1 if failed or number + 1 < options.times else 0


def _in_namespaces() -> int:
    unshare = ["unshare", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
    if os.geteuid():
        unshare[1:1] = ["--map-root-user"]
    if not shutil.which("unshare") or subprocess.run([*unshare, "true"], check=False).returncode:
        print("cannot create namespaces: run this as root, on Linux", file=sys.stderr)
        return NO_NAMESPACES
    command = [*unshare, sys.executable, "-m", "tests.hostile", INSIDE, *sys.argv[1:]]
    return subprocess.run(command, cwd=TESTS.parent, check=False).returncode


def _passes(chosen: list[str], random: Random, end: float) -> bool:
    """Run pytest once. Return True if all tests passed in time and no process was left running.

    Args:
        chosen: the arguments for pytest.
        random: used to choose which processes to pause, and when.
        end: the deadline, on the monotonic clock.
    """
    begun = time.monotonic()
    with busy_cores() as loops:
        tests = subprocess.Popen([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen])
        stops = Stops(random, loops)
        stops.start()
        try:
            status = tests.wait(max(1.0, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            status = None
        finally:
            stops.end()
        left = _left_running(loops | {tests.pid} if status is None else loops)
        if status is None:
            print("FAILED: the time is up; stack traces of all running processes:", flush=True)
            _end([*left, tests.pid], tests)
        elif left:
            print("FAILED: left running:", *map(_command, left), sep="\n  ", flush=True)
            _end(left, None)
    print(f"{stops.count} pauses, {time.monotonic() - begun:.0f} s", flush=True)
    return status == 0 and not left


def _left_running(expected: set[int]) -> list[int]:
    """Wait up to ten seconds for processes to end, and return the IDs of those still running.

    Args:
        expected: the IDs of processes that may keep running. They are ignored.
    """
    for _ in range(50):
        _reap()
        left = [each for each in others() if each not in expected]
        if not left:
            break
        time.sleep(0.2)
    return left


def _reap() -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _end(processes: list[int], tests: subprocess.Popen[bytes] | None) -> None:
    for number in (signal.SIGABRT, signal.SIGKILL):
        send(number, processes)
        time.sleep(2)
    if tests is not None:
        tests.wait(10)
    _reap()


def _command(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return f"process {process}, which has ended"


# The conditions on a hostile machine: busy processors, paused processes, short queues

QUEUE = Path("/proc/sys/net/unix/max_dgram_qlen")  # belongs to the network namespace
STOPPED = 1.0  # seconds
APART = 2.0  # seconds between two pauses, at the most
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
    with ExitStack() as stack:
        cores = sorted(os.sched_getaffinity(0))
        commands = [[sys.executable, "-c", loop, str(core)] for core in cores]
        yield {stack.enter_context(started(command)).pid for command in commands}


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
            count = len(candidates) if self._random.random() < 0.2 else bool(candidates)
            few = self._random.sample(candidates, count)
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


if __name__ == "__main__":
    sys.exit(main())
