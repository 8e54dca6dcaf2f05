"""The first image on the display, shown before anything slow is imported.

On a small Pi, the libraries take seconds to load. So the image is stored as the bytes to send. Only a
display on I2C can be reached without a library; a display on SPI shows its first image once its driver is
loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from firmware_py.config import defaults, files
from firmware_py.config.displays import OLED_CONTROLLERS
from firmware_py.config.files import cached, merged
from firmware_py.system import i2c_bus
from firmware_py.system.errors import UsageError

from .oled_bytes import COMMANDS, DATA, NO_OPERATION, OFF, ON, addressing_of, turned

FRAME = Path(__file__).with_name("splash.bin")
"""The file that contains the image, page by page, for a glass like `firmware_py.config.displays.PICTURE`."""


def splash(config: Path | None, cache: Path | None, opened: Callable[[int], Any] | None = None) -> None:
    """Show the start-up image on each I2C display that responds.

    Args:
        config: the configuration file; None for the default profile.
        cache: the file with a cached copy of the configuration; None if there is no copy.
        opened: a function that opens the I2C bus with a given number; None for the real buses.
    """
    try:
        path = config or files.profile(defaults.PROFILE)
        tables = merged((cache and cached(path, cache)) or files.read(path))
        frame = FRAME.read_bytes()
    except (UsageError, OSError):
        return  # the next reader of the configuration reports the error
    for name in ("display", "second_display"):
        table = tables.get(name)
        if isinstance(table, dict):
            _show(table, frame, opened or i2c_bus.I2CBus)


def messages(controller: str, frame: bytes, *, upside_down: bool) -> list[bytes]:
    """Return the I2C messages that make an OLED controller start up and show an image.

    Args:
        controller: the name of a controller in `OLED_CONTROLLERS`.
        frame: the image, page by page.
    """
    if upside_down:
        frame = turned(frame)
    chip = OLED_CONTROLLERS[controller]
    addressing = addressing_of(chip)
    sent = [COMMANDS + bytes((NO_OPERATION, NO_OPERATION, OFF)) + chip.start_up]
    for rectangle in addressing.whole:
        _, _, top, bottom = rectangle
        sent += [
            COMMANDS + bytes(addressing.select(rectangle)),
            DATA + frame[chip.glass.width * top : chip.glass.width * (bottom + 1)],
        ]
    return [*sent, COMMANDS + bytes((ON,))]


def _show(table: dict[str, Any], frame: bytes, opened: Callable[[int], Any]) -> None:
    try:
        controller = table.get("controller", defaults.CONTROLLER)
        if table.get("interface", defaults.INTERFACE) != "i2c" or controller not in OLED_CONTROLLERS:
            return
        bus, address = table.get("bus", defaults.DISPLAY_BUS["i2c"]), table.get("address", defaults.ADDRESS)
        with closing(opened(bus)) as wire:
            wire.select(address)
            for message in messages(controller, frame, upside_down=table.get("rotate") == 180):
                wire.write(message)
    except (OSError, TypeError, ValueError, OverflowError):
        return  # the table has not been checked yet; the next reader of the configuration reports errors
