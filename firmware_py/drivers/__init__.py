"""The drivers of the board's parts: displays, lights, keys, indicator LEDs and the buzzer.

A driver takes the settings of its part, as the configuration gives them, and the `Wires` that lead to it.
Drivers of a bus open it late, and again after an error, so a part may be missing when the board starts.
`from_config` creates the drivers of a board. It imports each driver only where it creates it, because their
libraries load slowly and the first picture must not wait for them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple


class Wires(NamedTuple):
    """The real or emulated hardware that the drivers use. The defaults select the real hardware.

    Attributes:
        i2c: a function that opens the I2C bus with a given number, like `I2CBus` in `system/i2c_bus.py`.
        spidev: a function that creates an unopened SPI port, like `spidev.SpiDev`.
        pins: gpiozero's pin factory.
        inputs: a function that opens the input device at a path, like `EventDevice`.
        folder: the folder that contains the input devices.
        clock: a function that returns the time in seconds, on the same clock as the loop and the input
            devices.
    """

    i2c: Callable[[int], Any] | None = None
    spidev: Callable[[], Any] | None = None
    pins: Any = None
    inputs: Callable[[str], Any] | None = None
    folder: str = "/dev/input"
    clock: Callable[[], float] = time.monotonic


REAL = Wires()
