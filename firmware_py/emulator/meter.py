"""A meter for the cost of a press: bytes on each bus, and processor time."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from firmware_py.emulator.emulated_board import EmulatedBoard


class Meter:
    """A meter for the cost of each press on an emulated board. Each list has one number for each press.

    Attributes:
        oled: the number of bytes sent to the displays, including the addresses on I2C.
        leds: the number of bytes sent to the LEDs.
        cpu_ms: the processor time of this thread, in milliseconds.
    """

    def __init__(self, board: EmulatedBoard) -> None:
        self._board = board
        self.oled: list[int] = []
        self.leds: list[int] = []
        self.cpu_ms: list[float] = []

    @contextmanager
    def press(self) -> Iterator[None]:
        """Measure the cost of a `with` block as one press, without the time that the emulated chips use."""
        oled, leds, busy = self._board.oled_bytes, self._board.led_bytes, self._board.busy
        begun = time.thread_time()
        yield
        spent = time.thread_time() - begun - (self._board.busy - busy)
        self.cpu_ms.append(1000 * spent)
        self.oled.append(self._board.oled_bytes - oled)
        self.leds.append(self._board.led_bytes - leds)

    @property
    def figures(self) -> dict[str, Any]:
        """The cost of the presses, in the form that `replay --device --json` prints."""
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
    """Return a quantile of the numbers by nearest rank: the median if `part` is 0.5.

    If there are no numbers, return 0.
    """
    if not numbers:
        return 0
    ranked = sorted(numbers)
    return round(ranked[max(0, -(-int(part * 1000) * len(ranked) // 1000) - 1)], 3)
