"""A stand-in for the package lgpio, for gpiozero's lgpio factory, with lines that a test can pull down.

The stand-in works like lgpio 0.2 (lgPthAlerts.c, lgpio_extra.py). The kernel stamps each edge with its time
in nanoseconds. A thread in C collects the edges, sorts them and writes them to a pipe, 16 bytes each. A
thread in Python reads them one by one and calls the callbacks.
"""

from __future__ import annotations

import os
import struct
import sys
import threading
import time
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple
from unittest.mock import patch

CHIP = 0
_REPORT = struct.Struct("QBBBBI")
"""`lgGpioReport_t`: nanoseconds, chip, line, level, flags, padding."""
_UP, _DOWN, _NONE = 1 << 5, 1 << 6, 1 << 7


class _Callback(NamedTuple):
    """A stand-in for the object that `lgpio.callback` returns."""

    module: FakeLgpio
    line: int
    call: Callable[[int, int, int, int], None]

    def cancel(self) -> None:
        self.module.callbacks = [each for each in self.module.callbacks if each is not self]


class FakeLgpio:
    """GPIO lines, each with a pull-up resistor, and a fake lgpio that reads them.

    Attributes:
        factory: gpiozero's pin factory on these lines.
        clock: returns the time, in seconds, that the kernel stamps on each edge.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Create the lines, all of them high, and start the thread that reads them."""
        self.clock = clock
        self.callbacks: list[_Callback] = []
        self._low: set[int] = set()
        self._flags: dict[int, int] = {}
        self._alerts: set[int] = set()
        self._held: list[bytes] | None = None
        reader, self._writer = os.pipe()
        self._thread = threading.Thread(target=self._read, args=(reader,), daemon=True)
        self._thread.start()
        with patch.dict(sys.modules, {"lgpio": self._module()}):
            self.factory: Any = import_module("gpiozero.pins.lgpio").LGPIOFactory(chip=CHIP)
        self.factory._get_revision = lambda: 0xA02082  # a Pi 3 B

    def press(self, line: int) -> None:
        """Pull a line low, as a pressed button does."""
        self._move(line, 0)

    def release(self, line: int) -> None:
        """Let a line go high, as a released button does."""
        self._move(line, 1)

    def stall(self) -> None:
        """Pause the process that contains lgpio's threads. The kernel keeps collecting edges."""
        self._held = self._held or []

    def resume(self) -> None:
        """End the pause. The process then reads the collected edges of all lines, and sorts them by time."""
        held, self._held = self._held or [], None
        for report in _sorted(sorted(held, key=_line)):
            os.write(self._writer, report)

    def close(self) -> None:
        """Close the factory and end the reading thread."""
        self.factory.close()
        os.close(self._writer)
        self._thread.join()

    def _move(self, line: int, level: int) -> None:
        if level == (line not in self._low):
            return
        (self._low.discard if level else self._low.add)(line)
        if line not in self._alerts:
            return
        report = _REPORT.pack(round(1e9 * self.clock()), CHIP, line, level, 0, 0)
        if self._held is None:
            os.write(self._writer, report)
        else:
            self._held.append(report)

    def _read(self, reader: int) -> None:
        with open(reader, "rb") as reports:
            while report := reports.read(_REPORT.size):
                ticks, chip, line, level, _, _ = _REPORT.unpack(report)
                for each in self.callbacks:
                    if each.line == line:
                        each.call(chip, line, level, ticks)

    def _module(self) -> Any:
        module: Any = ModuleType("lgpio")
        module.SET_PULL_UP, module.SET_PULL_DOWN, module.SET_PULL_NONE = _UP, _DOWN, _NONE
        module.RISING_EDGE, module.FALLING_EDGE, module.BOTH_EDGES = 1, 2, 3
        module.gpiochip_open = lambda chip: chip
        module.gpiochip_close = lambda handle: 0
        module.gpio_read = lambda handle, line: int(line not in self._low)
        module.gpio_get_mode = lambda handle, line: self._flags.get(line, 0)
        module.gpio_set_debounce_micros = lambda handle, line, micros: 0
        module.gpio_free = lambda handle, line: self._alerts.discard(line)
        module.gpio_claim_input = self._claim_input
        module.gpio_claim_output = lambda handle, line, level=0, flags=0: 0
        module.gpio_claim_alert = self._claim_alert
        module.callback = self._call_back
        return module

    def _claim_input(self, handle: int, line: int, flags: int = 0) -> int:
        self._alerts.discard(line)
        self._flags[line] = flags
        return 0

    def _claim_alert(self, handle: int, line: int, edges: int, flags: int = 0) -> int:
        self._flags[line] = flags
        self._alerts.add(line)
        return 0

    def _call_back(
        self, handle: int, line: int, edges: int, call: Callable[[int, int, int, int], None]
    ) -> _Callback:
        self.callbacks = [*self.callbacks, _Callback(self, line, call)]
        return self.callbacks[-1]


def _line(report: bytes) -> int:
    line: int = _REPORT.unpack(report)[2]
    return line


def _time(report: bytes) -> int:
    nanoseconds: int = _REPORT.unpack(report)[0]
    return nanoseconds


def _sorted(reports: list[bytes]) -> list[bytes]:
    """Sort reports as lgpio does, with glibc's `qsort`, which is a merge sort.

    lgpio compares two times by their difference in a 32-bit int, which overflows after 2.1 seconds.
    """
    if len(reports) < 2:
        return reports
    left, right = _sorted(reports[: len(reports) // 2]), _sorted(reports[len(reports) // 2 :])
    merged = []
    while left and right:
        difference = (_time(left[0]) - _time(right[0]) + 2**31) % 2**32 - 2**31
        merged.append((left if difference <= 0 else right).pop(0))
    return merged + left + right
