"""Run the program `muggins` with emulated hardware: a GPIO chip, an I2C bus and an SPI port.

The argument says what is printed:

- `start`: the time at which the display shows the game, on the monotonic clock. The program then exits.
- `stages`: the steps of the start until the LEDs are lit, as a JSON list. Each step is a list: the time, the
  kind of step, and the name of the module, file or message. Python's audit events report imported modules,
  opened files and messages to systemd. The program then exits.
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

HOW = sys.argv[-1]  # `start.py` imports the names below
seen: list[tuple[float, str, str]] = []

BUS, CHIP = "/dev/i2c-", "/dev/gpiochip0"
PROGRAM, IMPORT, OPEN, FRAME, LIT, READY = "program", "import", "open", "frame", "lit", "ready"
_SMBUS, _RDWR = 0x0720, 0x0707  # linux/i2c-dev.h
_CHIP_INFO, _GET_LINE, _SET_CONFIG = 0x8044B401, 0xC250B407, 0xC110B40D  # linux/gpio.h
_LABEL, _FD = 32, 588
"""The offset of the label in the answer to `_CHIP_INFO`, and of the file in the answer to `_GET_LINE`."""
_ON = b"\xaf"
"""The command that switches the display on, which is sent after the first frame."""


def tell(what: str, which: str) -> None:
    """Record an event in the list `seen`, with the current time, the event's kind and its name.

    Args:
        what: the kind of the event, such as `IMPORT`.
        which: the event's name, such as the name of an imported module.
    """
    seen.append((time.monotonic(), what, which))


def audit(event: str, arguments: tuple[Any, ...]) -> None:
    """Handle one of Python's audit events.

    If the event reports an import, an opened file or a message to systemd, add it to the list `seen`.
    """
    if event == "import":
        tell(IMPORT, arguments[0])
    elif event == "open" and isinstance(arguments[0], str):
        tell(OPEN, arguments[0])
    elif event == "socket.sendto":
        tell(READY, "")


class Wires:
    """An emulated GPIO chip and an emulated I2C bus. The bus records when a frame is shown."""

    def __init__(self) -> None:
        self._open, self._write, self._ioctl, self._listdir = os.open, os.write, fcntl.ioctl, os.listdir
        self._buses: set[int] = set()

    def listdir(self, path: Any = ".") -> Any:
        """List a folder as `os.listdir` does. The folder `/dev` contains only an emulated GPIO chip."""
        return [os.path.basename(CHIP)] if path == os.path.dirname(CHIP) else self._listdir(path)

    def open(self, path: Any, *given: Any, **named: Any) -> int:
        """Open a file as `os.open` does, but open an emulated device instead of a GPIO chip or I2C bus."""
        if path == CHIP:
            return self._open(os.devnull, os.O_RDWR)
        if not str(path).startswith(BUS):
            return self._open(path, *given, **named)
        file = self._open(os.devnull, os.O_RDWR)
        self._buses.add(file)
        return file

    def write(self, file: int, data: bytes) -> int:
        """Write to a file descriptor as `os.write` does. If this shows the splash screen, record the time."""
        if file in self._buses and data[-1:] == _ON:
            tell(FRAME, "splash")
        return self._write(file, data)

    def ioctl(self, file: Any, request: int, argument: Any = 0, *rest: Any) -> Any:
        """Handle an `ioctl` on the emulated chip or bus, and record when the display begins to show the game.

        Any other `ioctl` is passed on to `fcntl.ioctl`.
        """
        if request in (_CHIP_INFO, _GET_LINE, _SET_CONFIG):
            return self._on_chip(request, argument)
        if file not in self._buses:
            return self._ioctl(file, request, argument, *rest)
        if request == _SMBUS and _ON in bytes(argument.data.contents.block[1:2]):
            tell(FRAME, "game")
            if HOW != "stages":
                print(time.monotonic(), flush=True)
            if HOW == "start":
                os._exit(0)
        return 0

    def _on_chip(self, request: int, data: bytearray) -> int:
        if request == _CHIP_INFO:
            struct.pack_into("16s", data, _LABEL, b"pinctrl-bcm2835")
        elif request == _GET_LINE:
            reader, _ = os.pipe()  # never written to, because no key is pressed
            struct.pack_into("i", data, _FD, reader)
        return 0


class Port:
    """A stand-in for `spidev.SpiDev`, which records when the LEDs are lit for the first time."""

    def __init__(self) -> None:
        self.max_speed_hz = self.mode = 0

    def open(self, bus: int, device: int) -> None:
        """Do nothing, since there is no real device to open."""

    def writebytes2(self, data: bytes) -> None:
        """Record that the LEDs have been lit; with `stages`, print all steps, and end the program."""
        if HOW == "stages":
            tell(LIT, "tracks")
            import json  # only now, so that the import is not counted earlier

            print(json.dumps(seen), flush=True)
            os._exit(0)

    def close(self) -> None:
        """Do nothing, since there is no real device to close."""


def main() -> None:
    wires = Wires()
    os.open, os.write, fcntl.ioctl = wires.open, wires.write, wires.ioctl  # type: ignore[assignment]
    os.listdir = wires.listdir  # type: ignore[assignment]
    spidev = ModuleType("spidev")
    spidev.SpiDev = Port  # type: ignore[attr-defined]
    sys.modules["spidev"] = spidev
    tell(PROGRAM, "")
    if HOW == "stages":
        sys.addaudithook(audit)
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
