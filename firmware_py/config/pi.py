"""The Raspberry Pi: its SPI buses, its 40-pin GPIO header, and the boards that plug onto the header.

All models since the B+ have the same header (Raspberry Pi documentation, "GPIO and the 40-pin header").
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .config import Config


PI_SIZE = (85.0, 56.0)
"""The width and height of the board, in millimetres (Raspberry Pi documentation, "Mechanical drawings")."""
PI_HOLES = ((3.5, 3.5), (61.5, 3.5), (3.5, 52.5), (61.5, 52.5))
"""The centres of its mounting holes, from the corner beside its header."""


def has_plain_spi1(model: str | None) -> bool | None:
    """Return True if SPI1 works like SPI0, as on a Pi 5, or False if it does not, as on a Pi 4.

    Return None if the machine is not a Raspberry Pi, or if its model is not known. Up to the Pi 4, SPI1 has
    a short FIFO and no DMA (BCM2835 ARM Peripherals, 2.1; issue jgarff/rpi_ws281x 400). On a Pi 5, all SPI
    buses have DMA (raspberrypi/linux, rp1.dtsi).

    Args:
        model: the machine's name, such as `Raspberry Pi 4 Model B Rev 1.4`; None if it is not known.
    """
    name = re.match(r"Raspberry Pi (?:Compute Module )?(\d*)", model or "")
    return name and name[1].startswith("5")


#: The pins row by row, starting at pin 1: a supply voltage, ground, or a BCM number.
_ROWS = """
3V3 5V
2   5V
3   GND
4   14
GND 15
17  18
27  GND
22  23
3V3 24
10  GND
9   25
11  8
GND 7
0   1
5   GND
6   12
13  GND
19  16
26  20
GND 21
"""
_FUNCTIONS = {
    0: "ID_SD",
    1: "ID_SC",
    2: "SDA",
    3: "SCL",
    7: "CE1",
    8: "CE0",
    9: "MISO",
    10: "MOSI",
    11: "SCLK",
    14: "TXD",
    15: "RXD",
}


class HeaderPin(NamedTuple):
    """A pin on the GPIO header.

    Attributes:
        number: the number of the pin on the header, starting at 1.
        bcm: the BCM number; None for power and ground.
        name: `3V3`, `5V`, `GND`, or `GPIO` followed by the BCM number.
        function: the pin's default function on a bus, such as `SDA`; empty if there is none.
    """

    number: int
    bcm: int | None
    name: str
    function: str = ""

    @property
    def row(self) -> int:
        """The row of the header that contains the pin, counted from 0."""
        return (self.number - 1) // 2

    @property
    def side(self) -> int:
        """The side on which the pin is drawn: -1 (left) for odd pins, 1 (right) for even pins."""
        return 1 if self.number % 2 == 0 else -1


def _pin(number: int, word: str) -> HeaderPin:
    if not word.isdigit():
        return HeaderPin(number, None, word)
    return HeaderPin(number, int(word), f"GPIO{word}", _FUNCTIONS.get(int(word), ""))


PINS = tuple(_pin(number, word) for number, word in enumerate(_ROWS.split(), 1))
"""All pins, in numerical order."""
ROWS = len(PINS) // 2
BY_BCM = {pin.bcm: pin for pin in PINS if pin.bcm is not None}
"""The GPIO pins, keyed by their BCM numbers."""


class PlugOnBoard(NamedTuple):
    """An add-on board (a Bonnet or HAT) with a display, a joystick and buttons.

    Attributes:
        name: the full name, as shown in the wiring diagram.
        short: the short name, as used in sentences.
        brings: a description of its parts, such as `the display, the joystick and both buttons`.
        display: the BCM pins of its display.
        joystick: the BCM pins of its joystick.
        buttons: the BCM pin of each button, keyed by the button's label, from top to bottom.
    """

    name: str
    short: str
    brings: str
    display: frozenset[int]
    joystick: frozenset[int]
    buttons: Mapping[str, int]

    @property
    def keys(self) -> frozenset[int]:
        """The BCM pins of the board's joystick and buttons."""
        return self.joystick | frozenset(self.buttons.values())

    @property
    def pins(self) -> frozenset[int]:
        """All BCM pins that the add-on board uses."""
        return self.display | self.keys


PLUG_ON_BOARDS = {
    # Adafruit, "128x64 OLED Bonnet for Raspberry Pi" (product 3531), pinouts
    "oled-bonnet": PlugOnBoard(
        "OLED Bonnet",
        "Bonnet",
        "the display, the joystick and both buttons",
        frozenset((2, 3)),
        frozenset((4, 17, 22, 23, 27)),
        {"#6": 6, "#5": 5},
    ),
    # Waveshare, "1.3inch OLED HAT", interface definition
    "oled-hat": PlugOnBoard(
        "1.3 inch OLED HAT",
        "HAT",
        "the display, the joystick and the three keys",
        frozenset((8, 10, 11, 24, 25)),
        frozenset((5, 6, 13, 19, 26)),
        {"KEY1": 21, "KEY2": 20, "KEY3": 16},
    ),
}
"""The boards, keyed by the name of their profile."""


def plug_on_board(config: Config) -> PlugOnBoard | None:
    """Return the add-on board that a configuration uses, or None if it does not use one."""
    return PLUG_ON_BOARDS.get(config.profile or "")
