"""The level shifter in the wiring diagram, drawn like the real chip, with 14 pins and a notch at the top."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.diagram.shapes import BLACK, GREY, WHITE, Circle, Point, Primitive, Rectangle, Text

NAMES = ("1OE", "1A", "1Y", "2OE", "2A", "2Y", "GND", "3Y", "3A", "3OE", "4Y", "4A", "4OE", "VCC")
"""The names of pins 1 to 14 of a 74AHCT125 (TI, SN74AHCT125 data sheet, section "Pin Configuration")."""
PITCH = 4.2
"""The distance between two pins, in millimetres."""
WIDTH = 20.0
"""The width of the chip without its pins, in millimetres."""
HEIGHT = 6 * PITCH + 6
_LEG = 2.6


def pin_end(left: float, top: float, number: int) -> Point:
    """Return the outer end of a pin of the level shifter.

    Args:
        left: the x-coordinate of the left edge of the chip's body, in millimetres.
        top: the y-coordinate of the upper edge of the chip's body, in millimetres.
        number: the number of the pin, from 1 to 14.
    """
    y = top + 3 + PITCH * (number - 1 if number <= 7 else 14 - number)
    return (left - _LEG, y) if number <= 7 else (left + WIDTH + _LEG, y)


def chip(left: float, top: float) -> Iterator[Primitive]:
    """Draw the level shifter, a chip with 14 pins, seen from above.

    Args:
        left: the x-coordinate of the left edge of the chip's body, in millimetres.
        top: the y-coordinate of the upper edge of the chip's body, in millimetres.
    """
    for number in range(1, 15):
        x, y = pin_end(left, top, number)
        start = x if number <= 7 else x - _LEG
        yield Rectangle(start, y - 0.7, _LEG, 1.4, "#b9b9b9", GREY, 0.2)
    yield Rectangle(left, top, WIDTH, HEIGHT, "#2b2b2b", BLACK, 0.3, 0.8)
    yield Circle(left + WIDTH / 2, top, 2, WHITE, None)
    yield Rectangle(left + WIDTH / 2 - 2.5, top - 2.4, 5, 2.3, WHITE, None)
    for number, name in enumerate(NAMES, 1):
        _, y = pin_end(left, top, number)
        first = number <= 7
        yield Text(left + (2 if first else WIDTH - 2), y, str(number), 2.2, "middle", WHITE, bold=True)
        yield Text(left + (4 if first else WIDTH - 4), y, name, 2.1, "start" if first else "end", "#ffe9b0")
