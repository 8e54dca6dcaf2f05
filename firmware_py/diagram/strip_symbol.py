"""The track LEDs in the wiring diagram, drawn as a strip, a ring or a panel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, pi, sin, tau

from firmware_py.config.lights import LightSettings
from firmware_py.diagram.shapes import BLACK, GREY, WHITE, Circle, Line, Primitive, Rectangle, Text, paragraph
from firmware_py.diagram.wiring_layout import MARGIN, WIDTH
from firmware_py.diagram.wiring_notes import lengths

_TERMINAL = 2.2
_DARK = "#3a3a3a"
_LEDS = (55.0, 183.0)
"""The x-coordinates between which the LEDs are drawn."""
_UNLIT = "#efe9d2"
_ORANGE, _BLUE, _YELLOW = ("#ff8c1a", "#ffd9b3"), ("#4d94ff", "#cfe0ff"), ("#e6e600", "#f7f7b0")
_LIT = {2: _ORANGE[0], 3: _ORANGE[1], 9: _BLUE[0], 10: _BLUE[1]}
"""The colours of the LEDs on a strip that are drawn lit, keyed by their number from the left."""
_PEGS = ((_ORANGE, (42, 35)), (_BLUE, (22, 15)), (_YELLOW, (78, 70)))
"""The colours of each side's two pegs, and their holes, for a ring or a panel."""
_RADIUS = 8.6
"""The radius of the circle on which the LEDs of a ring are drawn, in millimetres."""


def ring(lights: LightSettings) -> bool:
    """Return True if the LEDs form a ring, i.e. a single track that all sides share."""
    return len(set(lights.shape.tracks)) == 1


def _arcs(lights: LightSettings) -> int:
    """Return the number of arcs that make up a ring. A ring of 60 LEDs is sold as four arcs of 15 LEDs."""
    return 4 if lights.shape.leds < 120 else 1


def strip_height(lights: LightSettings) -> float:
    """Return the height of a strip, ring or panel of LEDs, in millimetres, without the caption below it."""
    return 21.0 if ring(lights) else 19.0 if lights.shape.panel else 10.5


def strip(
    lights: LightSettings, top: float, first: Mapping[float, str], far: Mapping[float, str]
) -> Iterator[Primitive]:
    """Draw the strip, ring or panel of LEDs, with a caption that names it and says how many LEDs it has.

    Args:
        lights: the LED settings.
        top: the y-coordinate of the upper edge of the strip, ring or panel.
        first: the name of each terminal at the first LED, keyed by the terminal's x-coordinate.
        far: the name of each terminal at the last LED, keyed by the terminal's x-coordinate.
    """
    left, right, height = MARGIN + 6, WIDTH - MARGIN, strip_height(lights)
    yield Rectangle(left, top, right - left, height, "#f7f3e8", BLACK, 0.4, 0.8)
    for x, name in (*first.items(), *far.items()):
        yield Rectangle(x - _TERMINAL, top, 2 * _TERMINAL, 3, "#d99a5b", BLACK, 0.2, 0.4)
        yield Text(x, top + 5.6, name, 2.6, "middle", bold=True)
    if ring(lights):
        what, far_end = "ring of four arcs" if _arcs(lights) == 4 else "ring", "far end"
        yield from _ring(lights, top)
    elif lights.shape.panel:
        what, far_end = "panel", "far end or the power wires"
        yield from _panel(lights, top)
    else:
        what, far_end = "strip", "far end"
        yield from _leds(top)
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


def _ring(lights: LightSettings, top: float) -> Iterator[Primitive]:
    """Draw a ring with all its LEDs and, beside it, notes on the order of the LEDs."""
    x, y = _LEDS[0] + _RADIUS + 2, top + strip_height(lights) / 2
    arcs, steps = _arcs(lights), 60
    gap = 0.03 if arcs > 1 else 0.0
    # The first LED is at the top. The first arc begins half the distance of two LEDs before that.
    before = pi / 2 + pi / (lights.shape.leds - lights.shape.leds % 2)
    for arc in range(arcs):
        parts = [gap + (1 - 2 * gap) * step / steps for step in range(steps + 1)]
        angles = [tau * (arc + part) / arcs - before for part in parts]
        points = tuple((x + _RADIUS * cos(angle), y + _RADIUS * sin(angle)) for angle in angles)
        yield Line(points, _DARK, 2.0)
    if lights.shape.leds % 2:  # the game hole
        yield Rectangle(x - 1, y - 1, 2, 2, _DARK, None, 0.0, 0.3)
    lit = _pegs(lights)
    scale = 2 * _RADIUS / max(across for across, _ in lights.shape.positions)
    size = min(0.36, 0.4 * tau * _RADIUS / lights.shape.leds)
    for led, (across, down) in enumerate(lights.shape.positions):
        yield Circle(
            x - _RADIUS + across * scale,
            y - _RADIUS + down * scale,
            size * (1.7 if led in lit else 1),
            lit.get(led, _UNLIT),
            None,
        )
    words = ["The first LED is at the top. The LEDs run clockwise."]
    if arcs > 1:
        words.append("Join each arc to the next: outputs to inputs, 5V to 5V, GND to GND.")
    if lights.shape.leds % 2:
        words.append("The last LED is in the middle: the game hole.")
    yield from paragraph(words, x + _RADIUS + 5, y - (len(words) - 1) * 1.7, 2.4)


def _pegs(lights: LightSettings) -> dict[int, str]:
    return {
        track[hole - 1]: colour
        for track, (colours, holes) in zip(lights.shape.tracks, _PEGS, strict=False)
        for colour, hole in zip(colours, holes, strict=True)
    }


def _panel(lights: LightSettings, top: float) -> Iterator[Primitive]:
    """Draw an LED panel with all its rows, but with no more than 96 of its columns."""
    columns = sorted({x for x, _ in lights.shape.positions})[:96]
    rows = sorted({y for _, y in lights.shape.positions})
    height = strip_height(lights)
    step = min((_LEDS[1] - _LEDS[0]) / len(columns), (height - 2) / len(rows))
    left = (_LEDS[0] + _LEDS[1] - len(columns) * step) / 2
    upper = top + (height - len(rows) * step) / 2
    yield Rectangle(left, upper, len(columns) * step, len(rows) * step, _DARK, None)
    lit = _pegs(lights)
    places = {place: led for led, place in enumerate(lights.shape.positions)}
    for column, across in enumerate(columns):
        for row, down in enumerate(rows):
            colour = lit.get(places[across, down])
            x, y = left + (column + 0.5) * step, upper + (row + 0.5) * step
            yield Circle(x, y, step * (0.48 if colour else 0.32), colour or _UNLIT, None)
