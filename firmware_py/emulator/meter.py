"""Measure the cost of each key press on an emulated board, in bytes sent and processor time used."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from firmware_py.emulator.emulated_board import EmulatedBoard


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
    """Return a quantile of the numbers, such as the median if `part` is 0.5; 0 if there are no numbers."""
    if not numbers:
        return 0
    ranked = sorted(numbers)
    return round(ranked[max(0, -(-int(part * 1000) * len(ranked) // 1000) - 1)], 3)
