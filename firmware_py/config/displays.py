"""The settings of a screen: its controller, its bus and pins, and when it is dimmed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from firmware_py.config import defaults


class DisplaySettings(NamedTuple):
    """An OLED of 128 by 64 pixels.

    Attributes:
        controller: the name of a controller in `OLED_CONTROLLERS`.
        interface: `i2c` or `spi`.
        bus: the number of the bus: 1 for /dev/i2c-1, 0 for /dev/spidev0.0.
        address: the address on I2C.
        device: the chip select on SPI.
        dc: the BCM pin of the data/command line on SPI.
        reset: the BCM pin of the reset line on SPI.
        hz: the clock of SPI.
        rotate: 0, or 180 for a panel mounted upside down.
        facing: `fixed`, or `turn`: the picture turns to the player whose turn it is; side 0 sits in front.
        contrast: the brightness, 0 to 255.
        dim_contrast: the brightness while the screen is dimmed.
        dim_after: seconds without a press until the screen is dimmed; 0 for never.
        blank_after: seconds without a press until the screen is dark; 0 for never.
    """

    controller: str = defaults.CONTROLLER
    interface: str = defaults.INTERFACE
    bus: int = defaults.DISPLAY_BUS[defaults.INTERFACE]
    address: int = defaults.ADDRESS
    device: int = defaults.DISPLAY_SELECT
    dc: int = defaults.DC_PIN
    reset: int = defaults.RESET_PIN
    hz: int = defaults.DISPLAY_HZ
    rotate: int = defaults.ROTATE
    facing: str = defaults.FACING
    contrast: int = defaults.CONTRAST
    dim_contrast: int = defaults.DIM_CONTRAST
    dim_after: int = defaults.DIM_AFTER
    blank_after: int = defaults.BLANK_AFTER


def displays(tables: Mapping[str, Any]) -> tuple[DisplaySettings, ...]:
    """Return the settings of each screen in a configuration: none, one or two."""
    return tuple(_display(tables[name]) for name in ("display", "second_display") if name in tables)


def _display(table: Mapping[str, Any]) -> DisplaySettings:
    bus = defaults.DISPLAY_BUS[table.get("interface", defaults.INTERFACE)]
    return DisplaySettings(**{"bus": bus, **table})
