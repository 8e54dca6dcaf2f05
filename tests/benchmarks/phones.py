"""The cost of letting a phone join: memory, wake-ups, and the processor time of each step."""

from __future__ import annotations

import os
import socket
import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median

from firmware_py.board.ports import Listeners
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.board import EmulatedBoard
from firmware_py.input.dialogue import Equipment
from firmware_py.input.keys import Key, Press
from firmware_py.start.assembly import assemble, board_window
from firmware_py.window.datagrams import PhoneAccess, phone_datagram
from tests.benchmarks.start import memory, switches
from tests.benchmarks.wire import Row
from tests.support import keyed, wired

_ADDRESS = "192.168.178.123"


def rows(rounds: int, seconds: float) -> list[Row]:
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
