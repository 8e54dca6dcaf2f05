"""How long a key press takes while other programs watch or flood the board, and how soon they are told.

Each board runs in a separate process, in real time, and its keys are pressed on emulated pins. A player has
to wait until the key press has been saved in the journal and its result is on the display and the LEDs. The
board writes `view.json`, which other programs read, only after that. All files are in memory, so that a
busy disk does not distort the results.

    python -m tests.benchmarks.followers board FOLDER
    python -m tests.benchmarks.followers publish FOLDER

are the two programs that it starts: a board, and a broker to which the board of this folder is published.
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
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from engine.setup import Setup
from firmware_py.board.board import Board, Outcome
from firmware_py.board.ports import Listener, Listeners
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.board import EmulatedBoard
from firmware_py.input.keys import Press
from firmware_py.input.press_detector import LONG_PRESS
from firmware_py.journal.journal import Journal
from firmware_py.start.assembly import assemble, board_window
from tests.benchmarks.wire import Row, keys_in_file, p99
from tests.support.broker import MOSQUITTO, Broker, Subscriber, is_online
from tests.support.command import MUGGINS


def publish_until_stopped(folder: Path) -> None:
    """Start a broker, and publish the state of a running board to it until SIGTERM arrives.

    Print a line once the broker has received the first message.

    Args:
        folder: the folder that contains the board's files.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    with tempfile.TemporaryDirectory(dir="/dev/shm") as name, closing(Broker(Path(name))) as broker:
        config = Path(name) / "publish.toml"
        config.write_text(f'extends = "bare"\n[mqtt]\nhost = "127.0.0.1"\nport = {broker.port}\n')
        with subprocess.Popen([*MUGGINS, "publish", "--config", str(config)]) as publisher:
            with closing(Subscriber(broker.port)) as subscriber:
                subscriber.wait(is_online, "the board")
            print("ready", flush=True)
            signal.sigwait({signal.SIGTERM})
            publisher.kill()


MEMORY = Path("/dev/shm")
PRESSES = 60
"""The number of key presses in a round."""
HELD, BETWEEN = 0.04, 0.04
"""The time for which a key is held, and the time until the next key, in seconds. Bounces are shorter."""
SELF = [sys.executable, "-m", "tests.benchmarks.followers"]
FOLLOW = [sys.executable, "-m", "firmware_py", "status", "--follow"]
FLOOD = """
import socket, sys
program = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
program.sendto(sys.argv[2].encode(), sys.argv[1])
print("flooding", flush=True)
while True:
    program.sendto(sys.argv[2].encode(), sys.argv[1])
"""
PAGE = r"""
import socket, sys, threading
from firmware_py.__main__ import main

def phone(address):
    stream = socket.socket()
    stream.bind((address, 0))
    while stream.connect_ex(("127.0.0.1", PORT)):
        pass
    stream.sendall(b"GET /views HTTP/1.1\r\nHost: localhost\r\n\r\n")
    stream.recv(65536)
    ready.wait()
    while stream.recv(65536):
        pass

with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    PORT = probe.getsockname()[1]
ready = threading.Barrier(int(sys.argv[1]))
for number in range(int(sys.argv[1])):
    threading.Thread(target=phone, args=[f"127.0.1.{number + 1}"], daemon=True).start()
sys.argv = ["muggins", "serve", "--port", str(PORT)]
sys.exit(main())
"""
"""A program that serves the page, with as many phones as its argument says, all of which watch."""
JUNK, KEYS = '{"key": "a ten", "id": "flood"}', '{"key": "K", "id": "flood"}'


class Figures(NamedTuple):
    """How long a board's key presses took, in milliseconds.

    Attributes:
        frames: for each key press, the time until the display had shown its result.
        files: for each key press, the time until its result was in the view file.
        cpu: the mean processor time used for a key press.
    """

    frames: list[float]
    files: list[float]
    cpu: float


class Stopwatch(Listener):
    """A listener that records, for each key press, when its result was on the display and in `view.json`."""

    def __init__(self) -> None:
        self.frames: list[float] = []
        self.files: list[float] = []

    def pressed(self, press: Press, outcome: Outcome) -> None:
        """Record the current time. The board calls this when its display shows the result of a key press.

        Key presses sent by other programs, such as `muggins press`, are ignored.
        """
        if press.id is None:
            self.frames.append(time.monotonic())

    def shown(self, board: Board) -> None:
        """Record the time at which `view.json` shows the result of the latest key press."""
        while len(self.files) < len(self.frames):
            self.files.append(time.monotonic())


def board(folder: Path) -> None:
    """Run a board, press its keys on emulated pins, and print a JSON list of the times measured.

    The list contains the fields of `Figures`. The first key is pressed once a line has arrived on standard
    input.
    """
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
                if key in LONG_PRESS:
                    acted[-1] = time.monotonic()
                emulated.release(key)
                time.sleep(BETWEEN)
                while len(watch.files) < len(acted):
                    time.sleep(0.001)
            cpu.append(time.process_time())
            queue.stop()

        threading.Thread(target=finger, daemon=True).start()
        with closing(made):
            made.loop.run()
    spent = [
        [1000 * (end - begin) for begin, end in zip(acted, ends, strict=True)]
        for ends in (watch.frames, watch.files)
    ]
    print(json.dumps([*spent, 1000 * (cpu[1] - cpu[0]) / PRESSES]))


def _read(process: subprocess.Popen[bytes]) -> None:
    """Read and discard a program's output in another thread, so that the program is never blocked."""
    assert process.stdout
    threading.Thread(target=process.stdout.read, daemon=True).start()


BESIDE: dict[str, tuple[list[str], Callable[[subprocess.Popen[bytes]], object]]] = {
    "alone": ([], lambda process: None),
    "beside a follower": (FOLLOW, _read),
    "beside a follower that is stopped": (FOLLOW, lambda process: process.send_signal(signal.SIGSTOP)),
    "beside a follower that nobody reads": (FOLLOW, lambda process: None),
    "beside a publisher and its broker": ([*SELF, "publish", "FOLDER"], _read),
    "beside the page on ten phones": ([sys.executable, "-c", PAGE, "10"], _read),
    "under a flood of what is no key": ([sys.executable, "-c", FLOOD, "FOLDER/run/keys", JUNK], _read),
    "under a flood of keys": ([sys.executable, "-c", FLOOD, "FOLDER/run/keys", KEYS], _read),
}
"""The programs that run beside the board: the command, and a function to call once it has printed a line."""


def play(command: list[str], then: Callable[[subprocess.Popen[bytes]], object]) -> Figures:
    """Press keys on a board while another program runs, and return how long the key presses took.

    Args:
        command: the other program, where `FOLDER` stands for the board's folder; empty if there is none.
        then: a function that is called with the program once it has printed a line.
    """
    memory = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=memory) as folder, ExitStack() as ends:
        process = ends.enter_context(_board(Path(folder)))
        assert process.stdin and process.stdout
        process.stdout.readline()
        if command:
            words = [word.replace("FOLDER", folder) for word in command]
            other = ends.enter_context(
                subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            )
            ends.callback(other.send_signal, signal.SIGCONT)
            ends.callback(other.terminate)
            assert other.stdout
            other.stdout.readline()
            then(other)
        process.stdin.write(b"\n")
        process.stdin.close()
        return Figures(*json.loads(process.stdout.read()))


@contextmanager
def _board(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    os.environ.update({"STATE_DIRECTORY": str(folder), "RUNTIME_DIRECTORY": str(folder / "run")})
    command = [*SELF, "board", str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def rows_of_followers(rounds: int) -> list[Row]:
    """Return table rows with the time a board takes to handle a key press while another program is running.

    This is measured with each of the programs in `BESIDE`.

    Args:
        rounds: how many times to repeat each measurement.
    """
    played: dict[str, list[Figures]] = {
        name: [] for name in BESIDE if MOSQUITTO or name != "beside a publisher and its broker"
    }
    for _ in range(rounds):
        for name, some in played.items():
            some.append(play(*BESIDE[name]))
    made = {name: _together(some) for name, some in played.items()}
    alone = made.pop("alone")
    return [
        (
            f"a press {name}: to its frames, median, p99; to view.json; CPU",
            f"{_told(figures)}: {', '.join(_ratios(figures, alone))} of the reference",
            "1.00",
            f"{_told(alone)} alone",
        )
        for name, figures in made.items()
    ]


def _together(some: list[Figures]) -> Figures:
    frames, files = ([each for figures in some for each in figures[which]] for which in (0, 1))
    return Figures(frames, files, median(figures.cpu for figures in some))


def _ratios(figures: Figures, alone: Figures) -> list[str]:
    pairs = [(median(some), median(others)) for some, others in zip(figures[:2], alone[:2], strict=True)]
    return [f"{some / others:.2f}" for some, others in (*pairs, (figures.cpu, alone.cpu))]


def _told(figures: Figures) -> str:
    times = f"{median(figures.frames):.1f}, {p99(figures.frames):.1f}; {median(figures.files):.1f}"
    return f"{times}; {figures.cpu:.1f} ms"


if __name__ == "__main__":
    {"board": board, "publish": publish_until_stopped}[sys.argv[1]](Path(sys.argv[2]))
