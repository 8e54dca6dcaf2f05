"""The first picture on the screen, before anything slow is imported.

On a small Pi the libraries take seconds. What is sent here are bytes that were made beforehand. Only a screen
on I2C can be reached without a library; one on SPI shows its first picture when its driver is there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from firmware_py.config import defaults, files
from firmware_py.drivers.initialisation import INITIALISATION
from firmware_py.errors import UsageError

Write = Callable[[bytes], object]
Bus = AbstractContextManager[Write]

FRAME = Path(__file__).with_name("splash.bin")
"""The picture, in eight pages of 128 bytes."""

_COMMANDS, _DATA = b"\0", b"\x40"
_NOTHING = b"\xe3\xe3"  # feeds a command that a transfer broken off may have left unfinished
_OFF, _ON = b"\xae", b"\xaf"
_I2C_SLAVE = 0x0703  # linux/i2c-dev.h


def splash(config: Path | None, opened: Callable[[int, int], Bus] | None = None) -> None:
    """Show the first picture on each screen that can be reached; one that cannot is left to its driver.

    Args:
        config: the configuration; the usual profile if None.
        opened: opens an address on an I2C bus for writing, by the number of the bus and the address.
    """
    try:
        path = config or files.profile(defaults.PROFILE)
        tables = files.merged(files.read(path))
        frame = FRAME.read_bytes()
    except (UsageError, OSError):
        return  # who reads the configuration next says what is wrong
    for name in ("display", "second_display"):
        table = tables.get(name)
        if isinstance(table, dict):
            _show(table, frame, opened or _i2c)


def messages(controller: str, frame: bytes, *, upside_down: bool) -> list[bytes]:
    """What goes to a controller, in writes of their own, so that it shows a frame."""
    # Turned by half a turn, the last pixel comes first: the last byte, and in it the lowest bit last.
    if upside_down:
        frame = bytes(int(f"{byte:08b}"[::-1], 2) for byte in reversed(frame))
    first = _COMMANDS + _NOTHING + _OFF + INITIALISATION[controller]
    if controller != "sh1106":
        whole = bytes((0x21, 0, 127, 0x22, 0, 7))
        return [first, _COMMANDS + whole, _DATA + frame, _COMMANDS + _ON]
    sent = [first]
    for page in range(8):
        sent += [_COMMANDS + bytes((0xB0 | page, 2, 0x10)), _DATA + frame[128 * page : 128 * page + 128]]
    return [*sent, _COMMANDS + _ON]


def _show(table: dict[str, Any], frame: bytes, opened: Callable[[int, int], Bus]) -> None:
    try:
        controller = table.get("controller", defaults.CONTROLLER)
        if table.get("interface", defaults.INTERFACE) != "i2c" or controller not in INITIALISATION:
            return
        bus, address = table.get("bus", defaults.DISPLAY_BUS["i2c"]), table.get("address", defaults.ADDRESS)
        with opened(bus, address) as write:
            for message in messages(controller, frame, upside_down=table.get("rotate") == 180):
                write(message)
    except (OSError, TypeError, ValueError, OverflowError):
        return  # nothing has been checked yet: who reads the configuration next says what is wrong


@contextmanager
def _i2c(bus: int, address: int) -> Iterator[Write]:
    """An address on /dev/i2c-`bus`.

    Raises:
        OSError: it cannot be opened.
    """
    import fcntl

    device = os.open(f"/dev/i2c-{bus}", os.O_RDWR | os.O_CLOEXEC)
    try:
        fcntl.ioctl(device, _I2C_SLAVE, address)
        yield lambda message: os.write(device, message)
    finally:
        os.close(device)
