"""The LEDs' power supply in the wiring diagram: screw terminals, a barrel jack and its plug."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.diagram.shapes import BLACK, GREY, WHITE, Circle, Line, Primitive, Rectangle, Text

TERMINALS = (129.0, 129.0)
"""The x-coordinates of the positive and negative terminals. The negative one is 8 mm below the other."""


def supply_symbol(y: float, rating: str) -> Iterator[Primitive]:
    """Draw the LEDs' power supply.

    Args:
        y: the y-coordinate of the positive terminal, in millimetres.
        rating: the voltage and current, such as `5 V, 2 A or more`.
    """
    left = TERMINALS[0]
    yield Rectangle(left, y - 4, 9, 16, "#3f8f5f", BLACK, 0.3, 0.6)
    for level, sign in ((y, "+"), (y + 8, "-")):
        yield Circle(left + 3, level, 1.8, "#d9d9d9", BLACK, 0.25)
        yield Line(((left + 2, level + 0.9), (left + 4, level - 0.9)), GREY, 0.4)
        yield Text(left + 7, level, sign, 4, "middle", WHITE, bold=True)
    yield Rectangle(left + 9, y - 2, 9, 12, "#2b2b2b", BLACK, 0.3, 0.6)
    yield Rectangle(left + 18, y + 2.4, 4, 3.2, "#c9c9c9", BLACK, 0.25)
    yield Rectangle(left + 22, y + 1.4, 7, 5.2, "#2b2b2b", BLACK, 0.25, 1)
    yield Line(((left + 29, y + 4), (left + 34, y + 4)), "#2b2b2b", 1.2)
    yield Rectangle(left + 34, y - 5, 38, 18, "#ececec", BLACK, 0.4, 2)
    yield Text(left + 53, y - 0.5, "LED power supply", 3, "middle", bold=True)
    yield Text(left + 53, y + 4, rating, 2.8, "middle")
    yield Text(left + 53, y + 8.2, "not the Pi's own", 2.4, "middle")
    yield Text(left + 13.5, y + 13.5, "barrel jack", 2.2, "middle")
