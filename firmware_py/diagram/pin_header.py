"""The 40-pin GPIO header of a Raspberry Pi.

All models since the B+ have the same header (Raspberry Pi documentation, "GPIO and the 40-pin header").
"""

from __future__ import annotations

from typing import NamedTuple

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
