"""Where things are in the picture of the wiring, in millimetres; both sides are each other's mirror image."""

from __future__ import annotations

from firmware_py.diagram.header import Pin

WIDTH, HEIGHT = 297.0, 210.0
"""A4 across."""
CENTRE = WIDTH / 2
TOP = 28.0
"""The first row of pins."""
PITCH = 7.0
"""From row to row."""
BOX = (70.0, 138.0)
"""How far from the middle a box begins and ends."""

COLOURS = {"3V3": "#e69f00", "5V": "#d55e00", "GND": "#000000", "bus": "#009e73", "wire": "#0072b2"}
"""Of wires and pins; Okabe and Ito's, which colour-blind people tell apart."""


def across(pin: Pin, distance: float) -> float:
    """The x at a distance from the middle, on a pin's side."""
    return CENTRE + pin.side * distance


def down(row: int) -> float:
    """The y of a row."""
    return TOP + row * PITCH
