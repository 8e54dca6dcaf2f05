"""The 40-pin header of a Raspberry Pi.

Every model since the B+ has this one (Raspberry Pi documentation, "GPIO and the 40-pin header").
"""

from __future__ import annotations

from typing import NamedTuple

#: What each pin is, row by row from the end with pin 1: the left, odd one and the right, even one.
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


class Pin(NamedTuple):
    """A pin of the header.

    Attributes:
        number: its place on the header, from 1.
        bcm: its BCM number; None for power and ground.
        name: `3V3`, `5V`, `GND`, or `GPIO` and the BCM number.
        function: what else it usually is, such as `SDA`; empty for nothing.
    """

    number: int
    bcm: int | None
    name: str
    function: str = ""

    @property
    def row(self) -> int:
        """Its row, from 0 at the end with pin 1."""
        return (self.number - 1) // 2

    @property
    def side(self) -> int:
        """-1 in the column of the odd pins, which is drawn on the left, and 1 in that of the even ones."""
        return 1 if self.number % 2 == 0 else -1


def _pin(number: int, word: str) -> Pin:
    if not word.isdigit():
        return Pin(number, None, word)
    return Pin(number, int(word), f"GPIO{word}", _FUNCTIONS.get(int(word), ""))


PINS = tuple(_pin(number, word) for number, word in enumerate(_ROWS.split(), 1))
"""All pins, by their place."""
ROWS = len(PINS) // 2
BY_BCM = {pin.bcm: pin for pin in PINS if pin.bcm is not None}
"""The pins that are not power or ground, by their BCM numbers."""
