"""The hardware interface of `muggins setup`: functions that find and open the parts of a board."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

from firmware_py.config.config import Config
from firmware_py.config.displays import DisplaySettings
from firmware_py.config.lights import LightSettings
from firmware_py.config.speech import SpeechSettings
from firmware_py.doctor.machine import Machine
from firmware_py.ports import Display, Lights


class Closeable(Protocol):
    """A part of the board that has been opened and can be closed."""

    def close(self) -> None:
        """Stop using the part, and release its hardware."""


class Hardware(NamedTuple):
    """Functions that find and open the parts of a board.

    Attributes:
        inspect: returns a description of the machine, after scanning the I2C buses of the displays in the
            configuration.
        display: opens a display.
        lights: opens the LEDs.
        button: watches a BCM pin with a pull-up resistor. It takes the pin and a callback. Any thread may
            call the callback, with True when the pin goes low and with False when it goes high. Raises
            UsageError if the pin is unavailable.
        keyboard: watches an input device. It takes the device file, the key codes to report, and a callback.
            Any thread may call the callback. Its arguments are the key code, and True if the key went down or
            False if it went up. Raises UsageError if the device is unavailable.
        say: says some text aloud with the given voice settings. Raises UsageError if that is not possible.
        sleep: waits for a number of seconds.
        clock: returns the time, in seconds, of a monotonic clock.
    """

    inspect: Callable[[Config], Machine]
    display: Callable[[DisplaySettings], Display]
    lights: Callable[[LightSettings], Lights]
    button: Callable[[int, Callable[[bool], object]], Closeable]
    keyboard: Callable[[str, Iterable[int], Callable[[int, bool], object]], Closeable]
    say: Callable[[str, SpeechSettings], None]
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
