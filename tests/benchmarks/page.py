"""The time until a key press is shown on many phones, and what the page's server and a phone cost.

The phones are connections that read the stream as a browser does, each from a different address.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from firmware_py.input.keys import Key, Press
from firmware_py.outputs.window import ViewFile
from firmware_py.window.folder import VIEW
from tests.benchmarks.processes import memory, memory_after_import
from tests.benchmarks.wire import Row, p99
from tests.support import keyed
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
            resident, reference = memory(server.pid, peak=True), memory_after_import("asyncio, tornado.web")
            found.append(("memory of serve, 100 phones", f"{resident:.0f} MB", "45 MB", reference))
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
