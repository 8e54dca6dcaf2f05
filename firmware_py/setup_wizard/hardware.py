"""The functions with which setup finds and tries a board's parts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol

from firmware_py.config.config import Config
from firmware_py.config.displays import DisplaySettings
from firmware_py.config.lights import LightSettings
from firmware_py.doctor.machine import Machine


class Closeable(Protocol):
    """A part that is let go of in the end."""

    def close(self) -> None:
        """Let go of it."""


class Hardware(NamedTuple):
    """Functions that open a board's parts; the composition root makes them from real drivers.

    Attributes:
        look: the machine as `doctor.machine.look` finds it; the I2C buses of the configuration it is given
            are asked.
        display: a screen, a `ports.Display`.
        lights: the LEDs, `ports.Lights`.
        button: watches a BCM pin with its pull-up on; it takes the pin, and what is to be called with True
            when it goes down and False when it comes up, from any thread. Raises UsageError: it cannot be
            had.
        keyboard: watches an input device without keeping its keys from others; it takes the device's node,
            the key codes to tell of, and what is to be called with a code and whether it went down, from any
            thread. Raises UsageError: it cannot be had.
        sleep: waits for so many seconds.
        clock: seconds on a clock that never goes back.
    """

    look: Callable[[Config], Machine]
    display: Callable[[DisplaySettings], Any]
    lights: Callable[[LightSettings], Any]
    button: Callable[[int, Callable[[bool], object]], Closeable]
    keyboard: Callable[[str, Iterable[int], Callable[[int, bool], object]], Closeable]
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
