"""The time until a key press is shown on many phones, and the memory of the page's server.

The phones are connections that read the stream as a browser does, each from a different address.
"""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from firmware_py.input.keys import Key, Press
from firmware_py.outputs.view_json import ViewFile
from firmware_py.window.folder import VIEW
from tests.benchmarks.measure import MEMORY, Row, memory_of, milliseconds, of_status, p99
from tests.support import keyed
from tests.support.command import ENVIRONMENT, MUGGINS
from tests.support.machine import free_port
from tests.support.processes import Lines, started

PHONES = (1, 10, 100)
BETWEEN = 0.05
"""The time between two key presses, in seconds."""


def beside(folder: Path) -> dict[str, str]:
    """Return the environment of a board of this folder, and of the programs that run beside it."""
    return ENVIRONMENT | {"RUNTIME_DIRECTORY": str(folder / "run"), "STATE_DIRECTORY": str(folder)}


@contextmanager
def serving(folder: Path) -> Iterator[tuple[int, int]]:
    """Serve the page of a folder's board. Yield the server's process ID and its port."""
    port = free_port()
    command = [*MUGGINS, "serve", "--port", port]
    with started(command, env=beside(folder), stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        Lines(server.stdout).line()
        yield server.pid, port


def phone(port: int, number: int) -> socket.socket:
    """Connect to the server as a phone with an address of its own, and ask for the views."""
    made = socket.create_connection(("127.0.0.1", port), source_address=(f"127.0.1.{number + 1}", 0))
    made.sendall(b"GET /views HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return made


def rows(presses: int) -> list[Row]:
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
                found.append(
                    Row(
                        f"press to page, {phones} phones: median, p99",
                        f"{median(times):.1f}, {p99(times):.1f} ms",
                        "",
                        f"{read:.2f} ms for one program to read and parse view.json",
                    )
                )
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
        await asyncio.sleep(BETWEEN)
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
