"""How long a key press takes while other programs watch the board, and until it is on the page of phones.

The phones are connections that read the stream as a browser does, each from a different address.

Each board runs in a separate process, in real time, and its keys are pressed on emulated pins. A player has
to wait until the key press has been saved in the journal and its result is on the display and the LEDs. The
board writes `view.json`, which other programs read, only after that. All files are in memory, so that a
busy disk does not distort the results.

    python -m tests.benchmarks.followers FOLDER

is the board that it starts.
"""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from statistics import median
from typing import NamedTuple

from engine.setup import Setup
from firmware_py.board.board import Board, Outcome
from firmware_py.board.listener import Listener, Listeners
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.board import EmulatedBoard
from firmware_py.input.keys import Key, Press
from firmware_py.input.press_detector import LONG_PRESS
from firmware_py.journal.journal import Journal
from firmware_py.outputs.view_json import ViewFile
from firmware_py.start.assembly import assemble, board_window
from firmware_py.window.folder import VIEW
from tests.benchmarks.measure import MEMORY, Row, memory_of, milliseconds, of_status, p99
from tests.benchmarks.wire import keys_in_file
from tests.support import keyed
from tests.support.broker import MOSQUITTO, Broker, Publishing, Subscriber, is_online
from tests.support.command import ENVIRONMENT, MUGGINS
from tests.support.deadline import until
from tests.support.machine import free_port
from tests.support.processes import Lines, started

PHONES = (1, 10, 100)
SHOWN_EVERY = 0.05  # seconds between two key presses


def beside(folder: Path) -> dict[str, str]:
    """Return the environment of a board of this folder, and of the programs that run beside it."""
    return ENVIRONMENT | {"RUNTIME_DIRECTORY": str(folder / "run"), "STATE_DIRECTORY": str(folder)}


@contextmanager
def serving(folder: Path) -> Iterator[tuple[int, int]]:
    """Serve the page of a folder's board. Yield the server's process ID and its port."""
    port = free_port()
    command = [*MUGGINS, "serve", "--port", port]
    with started(command, env=beside(folder), stdout=subprocess.PIPE) as server:
        Lines(server.stdout).line()
        yield server.pid, port


def phone(port: int, number: int) -> socket.socket:
    """Connect to the server as a phone with an address of its own, and ask for the views."""
    made = socket.create_connection(("127.0.0.1", port), source_address=(f"127.0.1.{number + 1}", 0))
    made.sendall(b"GET /views HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return made


def rows_of_page(presses: int) -> list[Row]:
    """Measure the server. Return a table row for each number of phones, and one for the server's memory use.

    Args:
        presses: how many key presses to measure with each number of phones.
    """
    found = []
    with tempfile.TemporaryDirectory(dir=MEMORY) as name:
        folder = Path(name, "run")
        folder.mkdir()
        file = ViewFile(folder, 0o750)
        file.write(keyed.board())
        with serving(Path(name)) as (server, port):
            for phones in PHONES:
                times = asyncio.run(_watched(port, phones, presses, file))
                read = median(milliseconds(lambda: json.loads((folder / VIEW).read_bytes()), 20))
                what = f"press to page, {phones} phones: median, p99"
                took = f"{median(times):.1f}, {p99(times):.1f}"
                found.append(Row(what, took, "", f"{read:.2f} ms to read and parse view.json once"))
            resident = f"{of_status(server, 'VmHWM') / 1024:.0f} MB"
    alone = memory_of("asyncio, tornado.httpserver, tornado.web")
    return [*found, Row("memory of serve, 100 phones", resident, "45 MB", alone)]


async def _watched(port: int, phones: int, presses: int, file: ViewFile) -> list[float]:
    """Press keys, and return how many milliseconds each key press took to reach each of the phones.

    Args:
        port: the port of the web server.
        phones: the number of simulated phones that follow the page.
        presses: the number of key presses.
        file: the view file that the web server reads.
    """
    streams = [
        await asyncio.open_connection(sock=phone(port, number), limit=1 << 20) for number in range(phones)
    ]
    for reader, _ in streams:
        await _time_of_view(reader)
    board = keyed.board()
    times: list[float] = []
    for word in keyed.whole_game(5)[:presses]:
        key = Key.parse(word)
        outcome = board.press(key)
        waiting = [asyncio.create_task(_time_of_view(reader)) for reader, _ in streams]
        await asyncio.sleep(SHOWN_EVERY)
        began = time.perf_counter()
        file.write(board, [(Press(key), outcome)])
        times += [(each - began) * 1000 for each in await asyncio.gather(*waiting)]
    for _, writer in streams:
        writer.close()
    return times


async def _time_of_view(reader: asyncio.StreamReader) -> float:
    """Read an event stream to the end of the next view, and return the time at which the end was read."""
    await reader.readuntil(b"event: view\n")
    await reader.readuntil(b"}\n\n")
    return time.perf_counter()


@contextmanager
def publishing(folder: Path) -> Iterator[None]:
    """Publish the board of a folder to a broker."""
    with (
        tempfile.TemporaryDirectory(dir=MEMORY) as name,
        closing(Broker(Path(name))) as broker,
        closing(Publishing(folder, broker, beside(folder))),
    ):
        with closing(Subscriber(broker.port)) as subscriber:
            subscriber.wait(is_online, "the board")
        yield


PRESSES = 60  # in a round
HELD, BETWEEN = 0.04, 0.04  # seconds; bounces are shorter


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
        """Record the current time. The board calls this when its display shows the result of a key press."""
        self.frames.append(time.monotonic())

    def shown(self, board: Board) -> None:
        """Record the time at which `view.json` shows the result of the latest key press."""
        while len(self.files) < len(self.frames):
            self.files.append(time.monotonic())


def board(folder: Path) -> None:
    """Run a board, press its keys on emulated pins, and print a JSON list with the fields of `Figures`.

    The first key is pressed once a line has arrived on standard input.
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


@contextmanager
def following(folder: Path) -> Iterator[None]:
    """Run `muggins status --follow`, which reads the state of the board."""
    path = folder / "followed"
    with path.open("wb") as out, started([*MUGGINS, "status", "--follow"], env=beside(folder), stdout=out):
        until(lambda: path.stat().st_size, "the first line")
        yield


@contextmanager
def watched(folder: Path) -> Iterator[None]:
    """Serve the page, and follow it on ten phones."""

    def read(phone: socket.socket) -> None:
        with suppress(OSError):
            while phone.recv(65536):
                pass

    with serving(folder) as (_, port), ExitStack() as stack:
        for number in range(10):
            made = stack.enter_context(phone(port, number))
            made.recv(65536)
            threading.Thread(target=read, args=[made], daemon=True).start()
        yield


# The programs that run beside the board, each started for the board of a folder.
BESIDE: dict[str, Callable[[Path], AbstractContextManager[object]]] = {
    "alone": nullcontext,
    "beside a follower": following,
    **({"beside a publisher and its broker": publishing} if MOSQUITTO else {}),
    "beside the page on ten phones": watched,
}


def play(name: str) -> Figures:
    """Press keys on a board beside one of the programs in `BESIDE`, and return how long this took."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        command = [sys.executable, "-m", "tests.benchmarks.followers", folder]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "env": beside(Path(folder))}
        with started(command, **pipes) as process:
            process.stdout.readline()
            with BESIDE[name](Path(folder)):
                process.stdin.write(b"\n")
                process.stdin.close()
                return Figures(*json.loads(process.stdout.read()))


def rows_of_followers(rounds: int) -> list[Row]:
    """Return table rows with the time a board takes to handle a key press while another program is running.

    This is measured with each of the programs in `BESIDE`.

    Args:
        rounds: how many times to repeat each measurement.
    """
    played: dict[str, list[Figures]] = {name: [] for name in BESIDE}
    for _ in range(rounds):
        for name, some in played.items():
            some.append(play(name))
    made = {name: _together(some) for name, some in played.items()}
    alone = made.pop("alone")
    what, reference = "to its frames, median; to view.json; CPU; p99 to its frames", f"{_text(alone)} alone"
    found = {name: f"{_text(each)}: {_text(each, alone)} of the reference" for name, each in made.items()}
    return [Row(f"a press {name}: {what}", figures, "1.00", reference) for name, figures in found.items()]


def _together(some: list[Figures]) -> list[float]:
    """Return, in milliseconds, the medians of the three figures, and the p99 of the first."""
    frames = [each for figures in some for each in figures.frames]
    files = [each for figures in some for each in figures.files]
    return [median(frames), median(files), median(figures.cpu for figures in some), p99(frames)]


def _text(figures: list[float], reference: Sequence[float] = ()) -> str:
    if not reference:
        return f"{'; '.join(f'{each:.1f}' for each in figures)} ms"
    return "; ".join(f"{each / other:.2f}" for each, other in zip(figures, reference, strict=True))


if __name__ == "__main__":
    board(Path(sys.argv[1]))
