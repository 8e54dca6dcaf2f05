"""The duration of a key press while other programs follow the board, or flood it with keys.

    python -m tests.benchmarks.followers

Each board runs in a separate process, in real time: a finger presses its keys on emulated pins, and a key
press ends once its frames, its line in the journal and `view.json` are written. All files are in memory, so
that a busy disk does not distort the figures.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from engine.game_setup import Setup
from firmware_py.assembly import assemble, board_window
from firmware_py.board import Board, Outcome
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.emulated_board import EmulatedBoard
from firmware_py.input.long_press import waits_for_release
from firmware_py.input.press import Press
from firmware_py.journal.journal import Journal
from firmware_py.listeners.listener import Listener, Listeners
from tests.benchmarks.wire import Row, keys_in_file, p99

MEMORY = Path("/dev/shm")
PRESSES = 60
"""The number of key presses in a round."""
HELD, BETWEEN = 0.04, 0.04
"""The time for which a key is held, and the time until the next key, in seconds. Bounces are shorter."""
FOLLOW = [sys.executable, "-m", "firmware_py", "status", "--follow"]
FLOOD = """
import socket, sys
program = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
while True:
    program.sendto(sys.argv[2].encode(), sys.argv[1])
"""
JUNK, KEYS = '{"key": "a ten", "id": "flood"}', '{"key": "K", "id": "flood"}'


class Figures(NamedTuple):
    """The times for the key presses in a round, in milliseconds.

    Attributes:
        latency: the duration of each key press.
        cpu: the processor time for one key press.
    """

    latency: list[float]
    cpu: float


class Stopwatch(Listener):
    """A listener that records the time at which each press of the board's own keys is fully handled."""

    def __init__(self) -> None:
        self.ended: list[float] = []
        self._own = 0

    def pressed(self, press: Press, outcome: Outcome) -> None:
        """Count a key press, unless another program sent it."""
        self._own += press.id is None

    def shown(self, board: Board) -> None:
        """Record the time for the key presses that are first shown in this view."""
        while len(self.ended) < self._own:
            self.ended.append(time.monotonic())


def board(folder: Path) -> None:
    """Run a board, press its keys after a line on standard input, and print the times."""
    queue, watch, emulated = EdgeQueue(time.monotonic), Stopwatch(), EmulatedBoard()
    path = folder / "games.txt"
    with closing(Journal(path, Setup().checked())) as journal, closing(board_window(path, queue)) as window:
        match = Board(journal.history, journal)
        listener = Listeners(window, watch)
        made = assemble(emulated.config, emulated.wires, match, queue, time.monotonic, listener)
        acted: list[float] = []
        cpu: list[float] = []

        def finger() -> None:
            print("ready", flush=True)
            sys.stdin.readline()
            cpu.append(time.process_time())
            for key in (keys_in_file("ranks") * 2)[:PRESSES]:
                acted.append(time.monotonic())
                emulated.press(key)
                time.sleep(HELD)
                if waits_for_release(key):
                    acted[-1] = time.monotonic()
                emulated.release(key)
                time.sleep(BETWEEN)
                while len(watch.ended) < len(acted):
                    time.sleep(0.001)
            cpu.append(time.process_time())
            queue.stop()

        threading.Thread(target=finger, daemon=True).start()
        with closing(made):
            made.loop.run()
    spent = [1000 * (end - begin) for begin, end in zip(acted, watch.ended, strict=True)]
    print(json.dumps([spent, 1000 * (cpu[1] - cpu[0]) / PRESSES]))


Beside = Callable[[Path], subprocess.Popen[bytes]]


def following(folder: Path) -> subprocess.Popen[bytes]:
    """Follow the board, and read every line."""
    return subprocess.Popen(FOLLOW, stdout=subprocess.DEVNULL)


def stopped(folder: Path) -> subprocess.Popen[bytes]:
    """Follow the board in a process that is stopped once it has printed its first line."""
    process = subprocess.Popen(FOLLOW, stdout=subprocess.PIPE)
    assert process.stdout
    process.stdout.readline()
    process.send_signal(signal.SIGSTOP)
    return process


def unread(folder: Path) -> subprocess.Popen[bytes]:
    """Follow the board without reading any of the lines."""
    return subprocess.Popen(FOLLOW, stdout=subprocess.PIPE)


def flooding(what: str) -> Beside:
    """Return a function that starts a program which sends this datagram to the socket at full speed."""
    return lambda folder: subprocess.Popen(
        [sys.executable, "-c", FLOOD, str(folder / "run" / "keys"), what], stderr=subprocess.DEVNULL
    )


BESIDE: dict[str, Beside | None] = {
    "alone": None,
    "beside a follower": following,
    "beside a follower that is stopped": stopped,
    "beside a follower that nobody reads": unread,
    "under a flood of what is no key": flooding(JUNK),
    "under a flood of keys": flooding(KEYS),
}


def play(beside: Beside | None) -> Figures:
    """Run a board and a program beside it, and return the times for the board's key presses."""
    memory = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=memory) as name, _board(Path(name)) as process:
        assert process.stdin and process.stdout
        process.stdout.readline()
        other = beside(Path(name)) if beside else None
        try:
            time.sleep(0.3)
            process.stdin.write(b"\n")
            process.stdin.close()
            latency, cpu = json.loads(process.stdout.read())
        finally:
            if other:
                other.kill()
                other.wait()
                if other.stdout:
                    other.stdout.close()
    return Figures(latency, cpu)


@contextmanager
def _board(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    os.environ.update({"STATE_DIRECTORY": str(folder), "RUNTIME_DIRECTORY": str(folder / "run")})
    command = [sys.executable, "-m", "tests.benchmarks.followers", str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def rows(rounds: int) -> list[Row]:
    """Return the rows of the table: a key press alone, with followers, and during floods."""
    played: dict[str, list[Figures]] = {name: [] for name in BESIDE}
    for _ in range(rounds):
        for name, beside in BESIDE.items():
            played[name].append(play(beside))
    made = {
        name: (
            [each for figures in some for each in figures.latency],
            median(figures.cpu for figures in some),
        )
        for name, some in played.items()
    }
    alone, cpu = made.pop("alone")
    return [
        (
            f"a press {name}: median, p99; CPU",
            f"{median(times):.1f}, {p99(times):.1f}; {spent:.1f} ms: "
            f"{median(times) / median(alone):.2f} and {spent / cpu:.2f} of the reference",
            "1.00",
            f"{median(alone):.1f}, {p99(alone):.1f}; {cpu:.1f} ms alone",
        )
        for name, (times, spent) in made.items()
    ]


if __name__ == "__main__":
    if len(sys.argv) > 1:
        board(Path(sys.argv[1]))
    else:
        for row in rows(5):
            print("  ".join(row))
