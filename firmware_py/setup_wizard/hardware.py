"""The hardware as setup reaches it: functions that find and open the parts of a board."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol

from firmware_py.config.config import Config
from firmware_py.config.displays import DisplaySettings
from firmware_py.config.lights import LightSettings
from firmware_py.doctor.machine import Machine


class Closeable(Protocol):
    """An open part."""

    def close(self) -> None:
        """Release the part."""


class Hardware(NamedTuple):
    """Functions that find and open a board's parts; `__main__` makes them from the drivers.

    Attributes:
        inspect: returns the machine, as `doctor.inspection.inspect` does; it scans the I2C buses of the
            displays in the configuration.
        display: opens a screen, a `ports.Display`.
        lights: opens the LEDs, a `ports.Lights`.
        button: watches a BCM pin, with its pull-up on. It calls the given function from any thread: with True
            when the pin goes low and False when it goes high. Raises UsageError if the pin is unavailable.
        keyboard: watches an input device, whose keys other programs still get. It takes the device file, the
            key codes to report, and a function that it calls from any thread with a code, and True for down
            or False for up. Raises UsageError if the device is unavailable.
        sleep: waits for a number of seconds.
        clock: returns seconds on a clock that never goes back.
    """

    inspect: Callable[[Config], Machine]
    display: Callable[[DisplaySettings], Any]
    lights: Callable[[LightSettings], Any]
    button: Callable[[int, Callable[[bool], object]], Closeable]
    keyboard: Callable[[str, Iterable[int], Callable[[int, bool], object]], Closeable]
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
