"""The time until a key press is shown on many phones, and what the page's server and a phone cost.

The phones are connections that read the stream as a browser does, each from a different address.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median

from firmware_py.board.listener import Listeners
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.board import EmulatedBoard
from firmware_py.input.keys import Key, Press
from firmware_py.input.settings import Equipment
from firmware_py.outputs.view_json import ViewFile
from firmware_py.start.assembly import assemble, board_window
from firmware_py.window.datagrams import PhoneAccess, phone_datagram
from firmware_py.window.folder import VIEW
from tests.benchmarks.start import memory, switches
from tests.benchmarks.wire import Row, p99
from tests.support import keyed, wired
from tests.support.command import ENVIRONMENT, MUGGINS
from tests.support.machine import free_port
from tests.support.processes import Lines, ended

PHONES = (1, 10, 100)
BETWEEN = 0.05
"""The time between two key presses, in seconds."""


def rows(presses: int) -> list[Row]:
    """Measure the server. Return a table row for each number of phones, and one for the server's memory use.

    Args:
        presses: how many key presses to measure with each number of phones.
    """
    found: list[Row] = []
    with tempfile.TemporaryDirectory(dir="/dev/shm") as name:
        folder = Path(name)
        file = ViewFile(folder, 0o750)
        file.write(keyed.board())
        port = free_port()
        environment = ENVIRONMENT | {"RUNTIME_DIRECTORY": name, "STATE_DIRECTORY": name}
        command = [*MUGGINS, "serve", "--port", str(port)]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as server:
            assert server.stdout is not None
            Lines(server.stdout).line()
            for phones in PHONES:
                times = asyncio.run(_watched(port, phones, presses, file))
                reference = _read_and_parsed(folder)
                found.append(
                    (
                        f"press to page, {phones} {'phone' if phones == 1 else 'phones'}: median, p99",
                        f"{median(times):.1f}, {p99(times):.1f} ms",
                        "",
                        f"{reference:.2f} ms for one program to read and parse view.json",
                    )
                )
            status = Path(f"/proc/{server.pid}/status").read_text()
            [resident] = re.findall(r"VmHWM:\s+(\d+) kB", status)
            found.append(("memory of serve, 100 phones", f"{int(resident) / 1024:.0f} MB", "45 MB", _empty()))
            server.terminate()
            ended(server)
    return found


async def _watched(port: int, phones: int, presses: int, file: ViewFile) -> list[float]:
    """Press keys, and return how many milliseconds each key press took to reach each of the phones.

    Args:
        port: the port of the web server.
        phones: the number of simulated phones that follow the page.
        presses: the number of key presses.
        file: the view file that the web server reads.
    """
    streams = [await _phone(port, phone) for phone in range(phones)]
    board, keys = keyed.board(), keyed.whole_game(5)
    times: list[float] = []
    for word in keys[:presses]:
        key = Key.parse(word)
        outcome = board.press(key)
        waiting = [asyncio.create_task(_time_of_view(reader)) for reader, _ in streams]
        await asyncio.sleep(BETWEEN)
        began = time.perf_counter()
        file.write(board, [(Press(key), outcome)])
        times += [(each - began) * 1000 for each in await asyncio.gather(*waiting)]
    for _, writer in streams:
        writer.close()
    return times


async def _phone(port: int, phone: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to the server from a simulated phone, read the first view, and return the connection.

    Args:
        port: the server's port.
        phone: the index of the simulated phone, which determines the IP address from which it connects.
    """
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port, local_addr=(f"127.0.1.{phone + 1}", 0), limit=1 << 20
    )
    writer.write(b"GET /views HTTP/1.1\r\nHost: localhost\r\n\r\n")
    await _time_of_view(reader)
    return reader, writer


async def _time_of_view(reader: asyncio.StreamReader) -> float:
    """Read an event stream to the end of the next view, and return the time at which the end was read."""
    await reader.readuntil(b"event: view\n")
    await reader.readuntil(b"}\n\n")
    return time.perf_counter()


def _read_and_parsed(folder: Path) -> float:
    """Return how many milliseconds a program takes to read and parse the board's view file.

    The program reads the file twice, and only the second time is measured.

    Args:
        folder: the folder that contains the view file.
    """
    program = (
        "import json, sys, time; read = lambda: json.loads(open(sys.argv[1], 'rb').read()); read();"
        "began = time.perf_counter(); read(); print((time.perf_counter() - began) * 1000)"
    )
    done = subprocess.run([sys.executable, "-c", program, folder / VIEW], capture_output=True, check=True)
    return float(done.stdout)


def _empty() -> str:
    """Return a string with the memory use of a Python process that has only imported asyncio and Tornado."""
    program = (
        "import asyncio, tornado.httpserver, tornado.web;"
        "print(next(l for l in open('/proc/self/status') if 'VmHWM' in l).split()[1])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    return f"{int(done.stdout) / 1024:.0f} MB for Python and Tornado alone"


_ADDRESS = "192.168.178.123"


def rows_of_phones(rounds: int, seconds: float) -> list[Row]:
    """Return table rows with a board's memory, wake-ups and processor time while phones can join.

    Args:
        rounds: the number of codes that are made while the processor time is measured.
        seconds: how long to count wake-ups while no phone joins.
    """
    return [*_waiting(seconds), *_steps(rounds)]


def _waiting(seconds: float) -> list[Row]:
    """Measure the memory and wake-ups of a board while it waits for a phone to join.

    Return a list with a single row. `seconds` is the duration of the measurement.
    """
    with tempfile.TemporaryDirectory() as state, wired.service(Path(state)) as running:
        process = running.process.pid

        def at_rest() -> tuple[float, float]:
            time.sleep(3.0)  # longer than the board waits before its housekeeping
            before = switches(process)
            time.sleep(seconds)
            return memory(process), (switches(process) - before) / seconds

        running.ask("press MENU")
        menu_memory, menu_wakes = at_rest()
        running.ask("press K")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as server:
            server.sendto(phone_datagram(PhoneAccess(_ADDRESS, 80, 0)), f"{state}/run/keys")
        code_memory, code_wakes = at_rest()
        running.end()
    return [
        (
            "a board with a phone's code on its screen: memory, context switches",
            f"{code_memory:.1f} MB, {code_wakes:.2f} a second",
            "32 MB, only the watchdog's",
            f"{menu_memory:.1f} MB, {menu_wakes:.2f} a second in the menu",
        )
    ]


def _steps(rounds: int) -> list[Row]:
    """Return one table row with the processor time that the board needs to show the codes for joining.

    The row contains the time to show the first code, the time to add the QR code once the page's address is
    known, and the time to show a new code after OK.

    Args:
        rounds: the number of new codes.
    """
    with tempfile.TemporaryDirectory() as state:
        os.environ["RUNTIME_DIRECTORY"] = state
        board, queue, emulated = keyed.board("OK 3"), EdgeQueue(time.monotonic), EmulatedBoard()
        board.equip(Equipment(phones=True))
        window = board_window(Path(state) / "games.txt", queue)
        listener = Listeners(window)
        made = assemble(emulated.config, emulated.wires, board, queue, time.monotonic, listener, window)

        def timed(message: Press | PhoneAccess) -> float:
            queue.put_message(message)
            before = time.process_time()
            made.loop.turn()
            return (time.process_time() - before) * 1000

        with closing(made), closing(window):
            for key in (Key.MENU, Key.GO):
                timed(Press(key))
            leaves = [timed(Press(Key.MENU)) for _ in range(2 * rounds)][1::2]
            first_code = timed(Press(Key.MENU)) + timed(Press(Key.KING))
            first_picture = timed(PhoneAccess(_ADDRESS, 80, 0))
            codes = [timed(Press(Key.OK)) for _ in range(rounds)]
    return [
        (
            "CPU of a phone's first code, of its QR code, of each next",
            f"{first_code:.1f}, {first_picture:.1f}, {median(codes):.1f} ms",
            "",
            f"{median(leaves):.2f} ms, a press that leaves the menu",
        )
    ]
