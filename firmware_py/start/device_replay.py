"""Replay keys on emulated pins, and draw every frame on emulated chips (`muggins replay --device`).

Each key press is measured, in bytes sent and processor time used.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from firmware_py.board.board import Board
from firmware_py.board.listener import Listener
from firmware_py.config.build import load
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.board import TWENTY_BUTTONS, EmulatedBoard, with_keys_of_held_go
from firmware_py.input.keys import Key
from firmware_py.input.press_detector import LONG, QUIET

from .assembly import assemble


class Meter:
    """Measures the bytes sent and the processor time used for each key press on an emulated board.

    Attributes:
        oled: for each key press, the number of bytes sent to the displays, including the addresses on I2C.
        leds: for each key press, the number of bytes sent to the LEDs.
        cpu_ms: for each key press, the processor time used by the calling thread, in milliseconds.
    """

    def __init__(self, board: EmulatedBoard) -> None:
        self._board = board
        self.oled: list[int] = []
        self.leds: list[int] = []
        self.cpu_ms: list[float] = []

    @contextmanager
    def press(self) -> Iterator[None]:
        """Measure a `with` block as one key press. The time spent emulating the chips is not included."""
        oled, leds, busy = self._board.oled_bytes, self._board.led_bytes, self._board.busy
        begun = time.thread_time()
        yield
        spent = time.thread_time() - begun - (self._board.busy - busy)
        self.cpu_ms.append(1000 * spent)
        self.oled.append(self._board.oled_bytes - oled)
        self.leds.append(self._board.led_bytes - leds)

    @property
    def figures(self) -> dict[str, Any]:
        """Statistics on the bytes sent to the displays and the LEDs, and on the processor time used.

        They are printed by `replay --device --json`.
        """
        return {
            "wire": {"oled": _spread(self.oled), "leds": _spread(self.leds)},
            "cpu_ms": {"median": _at(self.cpu_ms, 0.5), "p99": _at(self.cpu_ms, 0.99)},
        }


def _spread(numbers: Sequence[int]) -> dict[str, int]:
    return {
        "median": int(_at(numbers, 0.5)),
        "p99": int(_at(numbers, 0.99)),
        "max": max(numbers, default=0),
        "total": sum(numbers),
    }


def _at(numbers: Sequence[float], part: float) -> float:
    """Return a quantile of the numbers, such as the median if `part` is 0.5."""
    if not numbers:
        return 0
    ranked = sorted(numbers)
    return round(ranked[max(0, -(-int(part * 1000) * len(ranked) // 1000) - 1)], 3)


def replay_on_device(
    board: Board, keys: Sequence[Key], listener: Listener, emulated: EmulatedBoard | None = None
) -> Meter:
    """Press keys on emulated pins and measure the bytes sent and processor time used for each key press.

    The clock is simulated, so the function never waits.

    Args:
        emulated: the emulated hardware, with a button for each key; None for the default hardware, with
            buttons for MUGGINS, AGAIN and SCORE added.
    """
    emulated = emulated or EmulatedBoard(with_keys_of_held_go(load(TWENTY_BUTTONS)))
    now = [0.0]

    def clock() -> float:
        return now[0]

    emulated.pins.factory.clock = clock
    wires = emulated.wires._replace(clock=clock)
    loop, _, close = assemble(emulated.config, wires, board, EdgeQueue(clock), clock, listener)
    loop.show()
    meter = Meter(emulated)
    for key in keys:
        with meter.press():
            emulated.press(key)
            loop.turn()
            if emulated.must_be_held(key):
                now[0] += LONG
                loop.turn()
            now[0] += 2 * QUIET
            emulated.release(key)
            loop.turn()
        now[0] += 2 * QUIET
    close()
    return meter


def figures_text(figures: dict[str, Any]) -> str:
    """Return a table of the bytes sent on each bus and the processor time used, both per key press.

    Args:
        figures: the measurements, in the form of the JSON output.
    """
    lines = [f"{'':<10} {'median':>7} {'p99':>7} {'max':>7} {'total':>8}   bytes per press"]
    for bus, spread in figures["wire"].items():
        lines.append(
            f"{bus:<10}" + "".join(f" {spread[name]:>7}" for name in ("median", "p99", "max", "total"))
        )
    cpu = figures["cpu_ms"]
    lines.append(f"{'cpu':<10} {cpu['median']:>7.3f} {cpu['p99']:>7.3f}   ms per press")
    return "\n".join(lines)
