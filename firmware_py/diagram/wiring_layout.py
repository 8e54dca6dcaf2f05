"""Positions and colours in the wiring picture.

Lengths are in millimetres. The left half of the picture mirrors the right half.
"""

from __future__ import annotations

from firmware_py.diagram.pin_header import HeaderPin

WIDTH, HEIGHT = 297.0, 210.0
"""The size of a landscape A4 page."""
CENTRE = WIDTH / 2
TOP = 28.0
"""The y position of the first row of pins."""
PITCH = 7.0
"""The distance between two rows of pins."""
BOX = (70.0, 138.0)
"""The inner and outer edge of a box, as distances from the middle of the page."""

COLOURS = {"3V3": "#e69f00", "5V": "#d55e00", "GND": "#000000", "bus": "#009e73", "wire": "#0072b2"}
"""The colours of wires and pins: the palette of Okabe and Ito, which colour-blind people can tell apart."""


def across(pin: HeaderPin, distance: float) -> float:
    """Return the x position that is `distance` mm from the middle of the page, on the pin's side."""
    return CENTRE + pin.side * distance


def down(row: int) -> float:
    """Return the y position of a row of pins."""
    return TOP + row * PITCH
