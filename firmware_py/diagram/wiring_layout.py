"""Positions in the wiring diagram.

All lengths are in millimetres. Parts on either side of the header are the same distance from the middle of
the page.
"""

from __future__ import annotations

from firmware_py.diagram.pin_header import ROWS, HeaderPin

WIDTH, HEIGHT = 210.0, 297.0
"""The size of an A4 page in portrait orientation."""
MARGIN = 8.0
"""The distance between the text and the left or right edge of the page."""
CENTRE = WIDTH / 2
TOP = 28.0
"""The y-coordinate of the first row of pins."""
PITCH = 6.3
"""The distance between two rows of pins."""
PIN = 7.0
"""The distance from the middle of the page at which a wire leaves its pin."""
PART = 31.0
"""The distance from the middle of the page at which a wire reaches a key, an LED or a label."""
RAIL = 53.0
"""The distance from the middle of the page to the common ground line."""
BOX = (57.0, 93.0)
"""The inner and outer edge of a display or another large part, as distances from the middle of the page."""
TRUNK = (94.5, 97.0, 99.5)
"""The distances from the middle of the page at which the LEDs' wires run down the page."""


def side_x(pin: HeaderPin, distance: float) -> float:
    """Return the x-coordinate of a point `distance` mm from the middle of the page, on the pin's side."""
    return CENTRE + pin.side * distance


def row_y(row: float) -> float:
    """Return the y-coordinate, in millimetres, of a row of header pins. Row 0 is at the top."""
    return TOP + row * PITCH


HEADER_END = row_y(ROWS - 1) + 5
"""The y-coordinate of the lower edge of the header."""
