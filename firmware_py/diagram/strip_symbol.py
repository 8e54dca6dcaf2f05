"""The LEDs of the tracks in the wiring picture: a strip, or a panel, with its terminals at both ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from firmware_py.config.lights import LightSettings
from firmware_py.diagram.shapes import BLACK, GREY, WHITE, Circle, Line, Primitive, Rectangle, Text
from firmware_py.diagram.wiring_layout import MARGIN, WIDTH
from firmware_py.diagram.wiring_notes import lengths

HEIGHT = 10.5
_TERMINAL = 2.2
_LEDS = (55.0, 183.0)
"""The x positions between which the LEDs are drawn."""
_LIT = {2: "#ff8c1a", 3: "#ffd9b3", 9: "#4d94ff", 10: "#cfe0ff"}
"""The colours of the LEDs that are drawn lit, by their number from the left: two pegs for each side."""


def panel(lights: LightSettings) -> bool:
    """Return True if the LEDs form a panel: a full grid of four or more rows and columns."""
    columns = {x for x, _ in lights.shape.positions}
    rows = {y for _, y in lights.shape.positions}
    return min(len(columns), len(rows)) >= 4 and len(columns) * len(rows) == lights.shape.leds


def strip(
    lights: LightSettings, top: float, first: Mapping[float, str], far: Mapping[float, str]
) -> Iterator[Primitive]:
    """Draw the LEDs, with a line below that says what and how many they are.

    Args:
        lights: the settings of the LEDs.
        top: the y position of the upper edge, at which the wires end.
        first: the names of the terminals at the first LED, by their x positions.
        far: the names of the terminals at the last LED, by their x positions.
    """
    left, right = MARGIN + 6, WIDTH - MARGIN
    yield Rectangle(left, top, right - left, HEIGHT, "#f7f3e8", BLACK, 0.4, 0.8)
    for x, name in (*first.items(), *far.items()):
        yield Rectangle(x - _TERMINAL, top, 2 * _TERMINAL, 3, "#d99a5b", BLACK, 0.2, 0.4)
        yield Text(x, top + 5.6, name, 2.6, "middle", bold=True)
    yield from _panel(top) if panel(lights) else _leds(top)
    what = "panel" if panel(lights) else "strip"
    about = f"LED {what}, {lights.chip.upper()}: {lengths(lights)}"
    yield Text(left, top + HEIGHT + 3.2, about, 3, bold=True)
    yield Text(right, top + HEIGHT + 3.2, "5V and GND go to the far end as well", 2.4, "end")


def _leds(top: float) -> Iterator[Primitive]:
    start, end = _LEDS
    count = 14
    step = (end - start) / count
    for index in range(count):
        x = start + (index + 0.5) * step
        if index in (6, 7):  # the strip is longer than drawn
            yield Circle(x, top + HEIGHT / 2, 0.6, BLACK, None)
            continue
        yield Rectangle(x - 2.7, top + 2.5, 5.4, 5.4, WHITE, GREY, 0.3, 0.4)
        yield Circle(x, top + 5.2, 2.0, _LIT.get(index, "#f4efd8"), GREY, 0.25)
        yield Line(((x - 1.2, top + 9.2), (x + 1.2, top + 9.2)), GREY, 0.3)
        yield Line(((x + 0.5, top + 8.7), (x + 1.2, top + 9.2), (x + 0.5, top + 9.7)), GREY, 0.3)


def _panel(top: float) -> Iterator[Primitive]:
    start, end = _LEDS
    for column in range(64):
        for row in range(4):
            x = start + (column + 0.5) * (end - start) / 64
            colour = _LIT.get(column // 4, "#f4efd8") if row == 1 and column % 16 == 8 else "#f4efd8"
            yield Circle(x, top + 1.8 + row * 2.3, 0.75, colour, GREY, 0.2)
