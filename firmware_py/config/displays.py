"""The settings of a display, such as its bus and how soon it goes dark, and the supported OLED controllers.

To add a controller, add an entry to `OLED_CONTROLLERS` and a chip in `firmware_py.emulator`. The driver and
the emulated panel take the size and the place of its glass from there. The commands for
contrast (81h), off (AEh), on (AFh) and no operation (E3h) are the same for all controllers (command tables in
the data sheets of the SSD1306, SSD1309 and SH1106).
"""

# Without `from __future__ import annotations`, which would make each of these classes slower to create.

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from . import defaults


class Glass(NamedTuple):
    """A panel: its size, and the part of its controller's memory that it shows.

    Attributes:
        width: its width in pixels.
        height: its height in pixels, a multiple of eight.
        first_column: the column of the controller's memory that is at its left edge.
        first_page: the page of the controller's memory, eight rows high, that is at its top.
    """

    width: int = 128
    height: int = 64
    first_column: int = 0
    first_page: int = 0

    @property
    def pages(self) -> int:
        """The number of pages that it shows."""
        return self.height // 8


class OledController(NamedTuple):
    """A type of OLED controller.

    Attributes:
        start_up: the commands that set up the controller, as sent by luma.oled, without those that switch
            the panel off and on.
        has_window: True if data can be written to a window of columns and pages; False if data can be
            written only to part of one page.
        glass: the panel of the common modules with this controller.
        statuses: the low four bits of the status bytes that real chips have sent. They tell chips apart, as
            in github.com/bitbank2/OneBitDisplay.
        reads_as: the name of the controller that the status byte suggests. For example, an SSD1309 cannot be
            told apart from an SSD1306, so this is `ssd1306` for both.
        if_garbled: the controller to try next if the image is cut off or full of dots.
        if_dark: the controller to try next if the panel stays dark.
        fastest_hz: the highest SPI clock frequency, in Hz, that the data sheet allows at 3.3 V.
        default_hz: the SPI clock frequency, in Hz, to use if the configuration does not set one.
        lit_area: the width and height, in millimetres, of the lit area of the controller's usual panel.
    """

    start_up: bytes
    has_window: bool
    glass: Glass
    statuses: tuple[int, ...]
    reads_as: str
    if_garbled: str
    if_dark: str
    fastest_hz: int
    default_hz: int
    lit_area: tuple[float, float]


OLED_ADDRESSES = (0x3C, 0x3D)
"""The I2C addresses that these displays can have (SSD1306 data sheet, 8.1.5)."""

_SSD13XX = bytes.fromhex("d580a83fd300408d142000a1c8da12d9f1db40a4a681cf")

OLED_CONTROLLERS = {
    "ssd1306": OledController(
        start_up=_SSD13XX,
        has_window=True,
        glass=Glass(),
        statuses=(3, 6),
        reads_as="ssd1306",
        if_garbled="sh1106",
        if_dark="ssd1309",
        fastest_hz=10_000_000,  # a cycle of 100 ns (data sheet, 4-wire serial interface timing)
        default_hz=8_000_000,
        lit_area=(21.744, 10.864),  # 0.96 inches (data sheet of Univision's UG-2864HSWEG01)
    ),
    "ssd1309": OledController(
        start_up=_SSD13XX,
        has_window=True,
        glass=Glass(),
        statuses=(),
        reads_as="ssd1306",
        if_garbled="sh1106",
        if_dark="sh1106",
        fastest_hz=10_000_000,  # a cycle of 100 ns (data sheet, 4-wire serial interface timing)
        default_hz=8_000_000,
        lit_area=(55.01, 27.49),  # 2.42 inches (data sheet of Univision's UG-2864ASGPG14)
    ),
    "sh1106": OledController(
        start_up=bytes.fromhex("2010b0c8001040a1a6a83fa4d300d5f0d922da12db208d14817f"),
        has_window=False,
        # The common modules connect the glass to the middle 128 of the controller's 132 columns.
        glass=Glass(first_column=2),
        statuses=(8,),
        reads_as="sh1106",
        if_garbled="ssd1306",
        if_dark="ssd1306",
        # A cycle of 250 ns if the supply is 2.4 V or more (data sheet V2.3, write characteristics for 4 wire
        # SPI; olikraus/u8g2 551 and robert-hh/SH1106 31 interpret it in the same way).
        fastest_hz=4_000_000,
        default_hz=4_000_000,
        lit_area=(29.42, 14.7),  # 1.3 inches (data sheet of Univision's UG-2864KSWLG01)
    ),
}
"""The controllers, keyed by their names in a configuration file."""
PICTURE = OLED_CONTROLLERS[defaults.CONTROLLER].glass
"""The glass for which the board draws its pictures. Every glass in the table has its width and height."""


def controller_by_status(status: int | None) -> str | None:
    """Return the name of the OLED controller that a status byte suggests, or None if it suggests none.

    Args:
        status: the status byte, or None if the display could not be read.
    """
    for name, controller in OLED_CONTROLLERS.items():
        if status is not None and status & 0x0F in controller.statuses:
            return name
    return None


Interface = Literal["i2c", "spi"]
Facing = Literal["fixed", "turn"]


class DisplaySettings(NamedTuple):
    """The settings of an OLED.

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
