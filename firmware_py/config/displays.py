"""A display's settings, such as its controller, its bus, and how soon it goes dark when the board is idle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from firmware_py.config import defaults
from firmware_py.config.oled_controllers import OLED_CONTROLLERS

Interface = Literal["i2c", "spi"]
Facing = Literal["fixed", "turn"]


class DisplaySettings(NamedTuple):
    """The settings of a 128 x 64 OLED.

    Attributes:
        controller: the name of a controller in `OLED_CONTROLLERS`.
        interface: `i2c` or `spi`.
        bus: the number of the bus, such as 1 for /dev/i2c-1 or 0 for /dev/spidev0.0.
        address: the I2C address.
        device: the SPI chip select.
        dc: the BCM pin of the data/command line, which only an SPI display has.
        reset: the BCM pin of the reset line; None if the display has no reset line.
        hz: the SPI clock frequency, in Hz.
        rotate: 0, or 180 for a panel that is mounted upside down.
        facing: `fixed`, or `turn` to rotate the image towards the current player. Side 0 sits in front
            of the board.
        contrast: the brightness, from 0 to 255.
        dim_contrast: the brightness of the dimmed display, from 0 to 255.
        dim_after: the idle time, in seconds, before the display is dimmed; 0 to never dim it.
        blank_after: the idle time, in seconds, before the display goes dark; 0 to leave it on.
    """

    controller: str = defaults.CONTROLLER
    interface: Interface = defaults.INTERFACE
    bus: int = defaults.DISPLAY_BUS[defaults.INTERFACE]
    address: int = defaults.ADDRESS
    device: int = defaults.DISPLAY_SELECT
    dc: int = defaults.DC_PIN
    reset: int | None = defaults.RESET_PIN[defaults.INTERFACE]
    hz: int = OLED_CONTROLLERS[defaults.CONTROLLER].default_hz
    rotate: int = defaults.ROTATE
    facing: Facing = defaults.FACING
    contrast: int = defaults.CONTRAST
    dim_contrast: int = defaults.DIM_CONTRAST
    dim_after: int = defaults.DIM_AFTER
    blank_after: int = defaults.BLANK_AFTER


def displays(tables: Mapping[str, Any]) -> tuple[DisplaySettings, ...]:
    """Return the settings of each display. A configuration can contain up to two displays.

    Args:
        tables: all tables of the configuration.
    """
    return tuple(_display(tables[name]) for name in ("display", "second_display") if name in tables)


def _display(table: Mapping[str, Any]) -> DisplaySettings:
    interface = table.get("interface", defaults.INTERFACE)
    usual = {
        "bus": defaults.DISPLAY_BUS[interface],
        "reset": defaults.RESET_PIN[interface],
    }
    if interface == "spi":
        usual["hz"] = OLED_CONTROLLERS[table.get("controller", defaults.CONTROLLER)].default_hz
    return DisplaySettings(**{**usual, **table})
