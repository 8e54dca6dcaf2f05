"""A meter for the cost of a press: bytes on each bus, and processor time."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from firmware_py.emulator.emulated_board import EmulatedBoard


class Meter:
    """A meter for the cost of each press on an emulated board.

    Attributes:
        oled: the number of bytes to the displays for each press, including the addresses on I2C.
        leds: the number of bytes to the LEDs for each press.
        cpu_ms: the processor time of this thread for each press, in milliseconds.
    """

    def __init__(self, board: EmulatedBoard) -> None:
        """Prepare to measure the presses on this board."""
        self._board = board
        self.oled: list[int] = []
        self.leds: list[int] = []
        self.cpu_ms: list[float] = []

    @contextmanager
    def press(self) -> Iterator[None]:
        """Measure the `with` block as one press, without the processor time of the emulated chips."""
        oled, leds, busy = self._board.oled_bytes, self._board.led_bytes, self._board.busy
        begun = time.thread_time()
        yield
        spent = time.thread_time() - begun - (self._board.busy - busy)
        self.cpu_ms.append(1000 * spent)
        self.oled.append(self._board.oled_bytes - oled)
        self.leds.append(self._board.led_bytes - leds)

    @property
    def figures(self) -> dict[str, Any]:
        """Return the figures `wire` and `cpu_ms`, as `replay --device --json` prints them."""
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
    """Return a quantile by nearest rank: for `part` 0.5, the median. Return 0 if there are no numbers."""
    if not numbers:
        return 0
    ranked = sorted(numbers)
    return round(ranked[max(0, -(-int(part * 1000) * len(ranked) // 1000) - 1)], 3)
