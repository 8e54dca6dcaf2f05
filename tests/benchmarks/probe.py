"""Run the program `muggins` with emulated hardware: a GPIO chip, an I2C bus and an SPI port.

The argument says what is printed:

- `start`: the time at which the display shows the game, on the monotonic clock. The program then exits.
- `buttons`, `keypad`: as for `start`, but the program waits for keys on the pins of an emulated GPIO chip, or
  on an emulated USB keypad.
"""

from __future__ import annotations

import fcntl
import os
import struct
import sys
import time
from types import ModuleType
from typing import Any

HOW = sys.argv[-1]

BUS, CHIP = "/dev/i2c-", "/dev/gpiochip0"
_CHIP_INFO, _GET_LINE, _SET_CONFIG = 0x8044B401, 0xC250B407, 0xC110B40D  # linux/gpio.h
_LABEL, _FD = 32, 588  # offsets in the answers to `_CHIP_INFO` and `_GET_LINE`
_ON = b"\x00\xaf"  # switches the display on: sent after the splash and after the first frame


class Wires:
    """An emulated GPIO chip and an emulated I2C bus. The bus tells when the game is shown."""

    def __init__(self) -> None:
        self._open, self._ioctl, self._listdir, self._write = os.open, fcntl.ioctl, os.listdir, os.write
        self._buses: set[int] = set()
        self._pictures = 0

    def listdir(self, path: Any = ".") -> Any:
        """List a folder as `os.listdir` does. The folder `/dev` contains only an emulated GPIO chip."""
        return [os.path.basename(CHIP)] if path == os.path.dirname(CHIP) else self._listdir(path)

    def open(self, path: Any, *given: Any, **named: Any) -> int:
        """Open a file as `os.open` does, but open an emulated device instead of a GPIO chip or I2C bus."""
        if path == CHIP:
            return self._open(os.devnull, os.O_RDWR)
        if not str(path).startswith(BUS):
            return self._open(path, *given, **named)
        file = self._open("/dev/zero", os.O_RDWR)
        self._buses.add(file)
        return file

    def ioctl(self, file: Any, request: int, argument: Any = 0, *rest: Any) -> Any:
        """Handle an `ioctl` on the emulated chip or bus. Any other is passed on to `fcntl.ioctl`."""
        if request in (_CHIP_INFO, _GET_LINE, _SET_CONFIG):
            return self._on_chip(request, argument)
        return 0 if file in self._buses else self._ioctl(file, request, argument, *rest)

    def write(self, file: int, data: Any) -> int:
        """Write to a file as `os.write` does, and tell when the display begins to show the game."""
        if data == _ON and file in self._buses:
            self._pictures += 1
            if self._pictures > 1:  # the first picture is the splash
                print(time.monotonic(), flush=True)
                if HOW == "start":
                    os._exit(0)
        return self._write(file, data)

    def _on_chip(self, request: int, data: bytearray) -> int:
        if request == _CHIP_INFO:
            struct.pack_into("16s", data, _LABEL, b"pinctrl-bcm2835")
        elif request == _GET_LINE:
            reader, _ = os.pipe()  # never written to, because no key is pressed
            struct.pack_into("i", data, _FD, reader)
        return 0


class Port:
    """A stand-in for `spidev.SpiDev` that sends nothing."""

    max_speed_hz = mode = 0

    def open(self, *given: object) -> None:
        """Do nothing, since there is no real device."""

    writebytes2 = close = open


def main() -> None:
    wires = Wires()
    os.open, fcntl.ioctl, os.listdir = wires.open, wires.ioctl, wires.listdir  # type: ignore[assignment]
    os.write = wires.write  # type: ignore[assignment]
    spidev = ModuleType("spidev")
    spidev.SpiDev = Port  # type: ignore[attr-defined]
    sys.modules["spidev"] = spidev
    from firmware_py import __main__ as composition

    composition.has_pins = lambda: True
    sys.argv[1:] = []
    if HOW == "keypad":
        sys.argv[1:] = ["--config", _keypad()]
    elif HOW == "buttons":
        import gpiozero

        from tests.support.gpio_wire import KernelPins

        gpiozero.Device.pin_factory = KernelPins().factory
    composition.main()


def _keypad() -> str:
    from firmware_py import drivers
    from firmware_py.config import files
    from tests.support.emulated_keypads import EmulatedInputFolder, EmulatedKeypad

    inputs = EmulatedInputFolder()
    inputs.plug(EmulatedKeypad(range(1, 100)))
    drivers.REAL = drivers.Wires(inputs=inputs.opener, folder=str(inputs.folder))
    return str(files.profile("usb-numpad"))
