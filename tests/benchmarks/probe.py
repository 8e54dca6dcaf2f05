"""The shipped board as a process of its own that tells what it does when, until its LEDs are lit.

Nothing is put into the program. The interpreter's audit events tell which modules are imported, which files
are opened, and when systemd would be told; the I2C bus, emulated below smbus2 as a device file, and the SPI
port tell of the frames. As JSON it prints a list of `[seconds, what, which]`, in the order of time; the
seconds are those of the machine's monotonic clock.
"""

from __future__ import annotations

import fcntl
import os
import sys
import time
from types import ModuleType
from typing import Any

seen: list[tuple[float, str, str]] = []

BUS = "/dev/i2c-"
PROGRAM, IMPORT, OPEN, FRAME, LIT, READY = "program", "import", "open", "frame", "lit", "ready"
_SMBUS, _RDWR = 0x0720, 0x0707  # linux/i2c-dev.h
_ON = b"\xaf"
"""The command that switches the display on, after the frame it is to show."""


def tell(what: str, which: str) -> None:
    """Note that something happens now."""
    seen.append((time.monotonic(), what, which))


def audit(event: str, arguments: tuple[Any, ...]) -> None:
    """Note imports, files, and that systemd is told that the board is ready."""
    if event == "import":
        tell(IMPORT, arguments[0])
    elif event == "open" and isinstance(arguments[0], str):
        tell(OPEN, arguments[0])
    elif event == "socket.sendto":
        tell(READY, "")


class Wires:
    """The kernel's device file of an I2C bus: takes everything, and tells when a frame shows."""

    def __init__(self) -> None:
        self._open, self._write, self._ioctl = os.open, os.write, fcntl.ioctl
        self._buses: set[int] = set()

    def open(self, path: Any, *given: Any, **named: Any) -> int:
        """As `os.open`."""
        if not str(path).startswith(BUS):
            return self._open(path, *given, **named)
        file = self._open(os.devnull, os.O_RDWR)
        self._buses.add(file)
        return file

    def write(self, file: int, data: bytes) -> int:
        """As `os.write`."""
        if file in self._buses and data[-1:] == _ON:
            tell(FRAME, "splash")
        return self._write(file, data)

    def ioctl(self, file: Any, request: int, argument: Any = 0, *rest: Any) -> Any:
        """As `fcntl.ioctl`."""
        if file not in self._buses:
            return self._ioctl(file, request, argument, *rest)
        if request == _SMBUS and _ON in bytes(argument.data.contents.block[1:2]):
            tell(FRAME, "game")
        return 0


class Port:
    """`spidev.SpiDev`. At the first light it prints all that was noted, and ends the program."""

    def __init__(self) -> None:
        self.max_speed_hz = self.mode = 0

    def open(self, bus: int, device: int) -> None:
        """Open it."""

    def writebytes2(self, data: bytes) -> None:
        """Take bytes."""
        tell(LIT, "tracks")
        import json  # only now: nothing is imported before its time

        print(json.dumps(seen), flush=True)
        os._exit(0)

    def close(self) -> None:
        """Let go of it."""


def main() -> None:
    """Run the board on the wires above, and end when it is ready."""
    wires = Wires()
    os.open, os.write, fcntl.ioctl = wires.open, wires.write, wires.ioctl  # type: ignore[assignment]
    spidev = ModuleType("spidev")
    spidev.SpiDev = Port  # type: ignore[attr-defined]
    sys.modules["spidev"] = spidev
    tell(PROGRAM, "")
    sys.addaudithook(audit)
    from firmware_py import __main__ as composition

    composition.has_pins = lambda: True
    sys.argv[1:] = []
    composition.main()


if __name__ == "__main__":
    main()
