"""The LEDs of the tracks in the wiring picture: a strip, or a panel, with its terminals at both ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from firmware_py.config.lights import LightSettings
from firmware_py.diagram.shapes import BLACK, GREY, WHITE, Circle, Line, Primitive, Rectangle, Text
from firmware_py.diagram.wiring_layout import MARGIN, WIDTH
from firmware_py.diagram.wiring_notes import lengths

_TERMINAL = 2.2
_DARK = "#3a3a3a"
_LEDS = (55.0, 183.0)
"""The x positions between which the LEDs are drawn."""
_LIT = {2: "#ff8c1a", 3: "#ffd9b3", 9: "#4d94ff", 10: "#cfe0ff"}
"""The colours of the LEDs that are drawn lit, by their number from the left: two pegs for each side."""


def panel(lights: LightSettings) -> bool:
    """Return True if the LEDs form a panel: a full grid of four or more rows and columns."""
    columns = {x for x, _ in lights.shape.positions}
    rows = {y for _, y in lights.shape.positions}
    return min(len(columns), len(rows)) >= 4 and len(columns) * len(rows) == lights.shape.leds


def strip_height(lights: LightSettings) -> float:
    """Return the height of a strip or panel without the text below, in millimetres."""
    return 19.0 if panel(lights) else 10.5


def strip(
    lights: LightSettings, top: float, first: Mapping[float, str], far: Mapping[float, str]
) -> Iterator[Primitive]:
    """Draw the LEDs, with a line of text below that says what they are and how many.

    Args:
        lights: the settings of the LEDs.
        top: the y position of the upper edge, where the wires end.
        first: maps the x position of each terminal at the first LED to its name.
        far: maps the x position of each terminal at the last LED to its name.
    """
    left, right, height = MARGIN + 6, WIDTH - MARGIN, strip_height(lights)
    yield Rectangle(left, top, right - left, height, "#f7f3e8", BLACK, 0.4, 0.8)
    for x, name in (*first.items(), *far.items()):
        yield Rectangle(x - _TERMINAL, top, 2 * _TERMINAL, 3, "#d99a5b", BLACK, 0.2, 0.4)
        yield Text(x, top + 5.6, name, 2.6, "middle", bold=True)
    yield from _panel(lights, top) if panel(lights) else _leds(top)
    what, far_end = ("panel", "far end or the power wires") if panel(lights) else ("strip", "far end")
    about = f"LED {what}, {lights.chip.upper()}: {lengths(lights)}"
    yield Text(left, top + height + 3.2, about, 3, bold=True)
    yield Text(right, top + height + 3.2, f"5V and GND go to the {far_end} as well", 2.4, "end")


def _leds(top: float) -> Iterator[Primitive]:
    start, end = _LEDS
    count = 14
    step = (end - start) / count
    for index in range(count):
        x = start + (index + 0.5) * step
        if index in (6, 7):  # the strip is longer than drawn
            yield Circle(x, top + 5.2, 0.6, BLACK, None)
            continue
        yield Rectangle(x - 2.7, top + 2.5, 5.4, 5.4, WHITE, GREY, 0.3, 0.4)
        yield Circle(x, top + 5.2, 2.0, _LIT.get(index, "#f4efd8"), GREY, 0.25)
        yield Line(((x - 1.2, top + 9.2), (x + 1.2, top + 9.2)), GREY, 0.3)
        yield Line(((x + 0.5, top + 8.7), (x + 1.2, top + 9.2), (x + 0.5, top + 9.7)), GREY, 0.3)


def _panel(lights: LightSettings, top: float) -> Iterator[Primitive]:
    """Draw a panel with its true number of rows, and with at most 96 of its columns."""
    columns = min(len({x for x, _ in lights.shape.positions}), 96)
    rows = len({y for _, y in lights.shape.positions})
    height = strip_height(lights)
    step = min((_LEDS[1] - _LEDS[0]) / columns, (height - 2) / rows)
    left = (_LEDS[0] + _LEDS[1] - columns * step) / 2
    upper = top + (height - rows * step) / 2
    yield Rectangle(left, upper, columns * step, rows * step, _DARK, None)
    for column in range(columns):
        for row in range(rows):
            lit = _LIT.get(column // 3) if column % 3 == 0 and row % 4 == 1 else None
            x, y = left + (column + 0.5) * step, upper + (row + 0.5) * step
            yield Circle(x, y, step * (0.48 if lit else 0.32), lit or "#efe9d2", None)
