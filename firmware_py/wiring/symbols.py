"""Pictures of the parts in the wiring diagram, such as push buttons, resistors, and the track LEDs.

All positions are in millimetres. `side` is 1 for a part to the right of the GPIO header, and -1 for one
to the left: these parts are drawn as mirror images.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, pi, sin, tau

from firmware_py.config.lights import LightSettings
from firmware_py.drawing.shapes import (
    BLACK,
    GREY,
    WHITE,
    Circle,
    Line,
    Point,
    Primitive,
    Rectangle,
    Text,
    paragraph,
)

from .layout import MARGIN, WIDTH
from .notes import lengths

LEG = 2.6
"""The distance between the two legs on one side of a push button, in millimetres."""
BUTTON = 7.2
"""The width of a push button with its legs, in millimetres."""
_METAL = "#9a9a9a"
_BODY = "#3c3c3c"
_CERAMIC = "#d9a05b"
_BANDS = (
    "#000000",  # black
    "#7a4a1e",  # brown
    "#d02020",  # red
    "#f08000",  # orange
    "#f7e017",  # yellow
    "#2e8b3d",  # green
    "#2456b8",  # blue
    "#7d3fb0",  # violet
    "#808080",  # grey
    "#ffffff",  # white
)
"""The colours of a resistor's bands for the digits 0 to 9 (IEC 60062)."""
_GOLD = "#b8912b"
"""The colour of the band for a tolerance of 5 %."""


def push_button(x: float, y: float, side: int) -> Iterator[Primitive]:
    """Draw a push button, seen from above: a square body with a round cap, and two legs on each side.

    The edge that faces the GPIO header is at `x`, and the upper legs are at `y`.
    """
    middle = x + side * BUTTON / 2
    for leg in (y, y + LEG):
        yield Line(((x, leg), (x + side * BUTTON, leg)), _METAL, 0.9)
    yield Rectangle(middle - 2.6, y + LEG / 2 - 2.6, 5.2, 5.2, _BODY, BLACK, 0.2, 0.5)
    yield Circle(middle, y + LEG / 2, 1.7, "#e9e9e9", WHITE, 0.3)


def resistor(start: Point, end: Point, ohms: int) -> Iterator[Primitive]:
    """Draw a resistor with its coloured bands between two points, one directly above or beside the other.

    The resistance in ohms must consist of two digits followed by zeros.
    """
    (x, y), (to_x, to_y) = min(start, end), max(start, end)
    upright = x == to_x
    width, height = (2.2, to_y - y) if upright else (to_x - x, 2.2)
    left, top = (x - 1.1, y) if upright else (x, y - 1.1)
    yield Rectangle(left, top, width, height, "#ecd9b0", BLACK, 0.25, 0.8)
    digits = str(ohms)
    bands = (_BANDS[int(digits[0])], _BANDS[int(digits[1])], _BANDS[len(digits) - 2], _GOLD)
    for part, colour in zip((0.25, 0.42, 0.59, 0.82), bands, strict=True):
        if upright:
            yield Line(((left + 0.15, top + part * height), (left + 2.05, top + part * height)), colour, 0.5)
        else:
            yield Line(((left + part * width, top + 0.15), (left + part * width, top + 2.05)), colour, 0.5)


def led(x: float, y: float, side: int) -> Iterator[Primitive]:
    """Draw a round LED with its centre at (x, y). Its flat edge points away from the GPIO header."""
    yield Circle(x, y, 2.1, "#ffd9a0", BLACK, 0.3)
    yield Circle(x, y, 1.3, "#fff3dd", None)
    yield Line(((x + side * 1.9, y - 1.3), (x + side * 1.9, y + 1.3)), BLACK, 0.7)


def buzzer(x: float, y: float, side: int) -> Iterator[Primitive]:
    """Draw a round buzzer with its centre at (x, y). Its positive leg is nearer to the GPIO header."""
    yield Circle(x, y, 3.0, _BODY, BLACK, 0.2)
    yield Circle(x, y, 0.7, WHITE, None)
    yield Text(x - side * 1.9, y, "+", 2.6, "middle", WHITE, bold=True)


def loudspeaker(x: float, y: float, side: int) -> Iterator[Primitive]:
    """Draw a loudspeaker from the side, with the middle of its back at (x, y)."""
    yield Rectangle(min(x, x + side * 3), y - 3.2, 3, 6.4, _BODY, BLACK, 0.25, 0.4)
    cone = ((x + side * 3, y - 2.6), (x + side * 7, y - 6), (x + side * 7, y + 6), (x + side * 3, y + 2.6))
    yield Line(cone, BLACK, 0.5)


def ceramic_capacitor(x: float, top: float, bottom: float) -> Iterator[Primitive]:
    """Draw a small ceramic capacitor at `x`, with its legs extending from `top` to `bottom`."""
    middle = (top + bottom) / 2
    yield Line(((x, top), (x, bottom)), _METAL, 0.7)
    yield Rectangle(x - 1.8, middle - 1.6, 3.6, 3.2, _CERAMIC, BLACK, 0.25, 1.4)


def electrolytic_capacitor(x: float, top: float, bottom: float) -> Iterator[Primitive]:
    """Draw an electrolytic capacitor at `x`, with its leads extending from `top` (negative) to `bottom`."""
    yield Line(((x, top), (x, bottom)), _METAL, 0.7)
    yield Rectangle(x - 3, top + 1.6, 6, bottom - top - 3.2, "#2d4a73", BLACK, 0.25, 0.8)
    yield Rectangle(x - 2.8, top + 1.8, 5.6, 1.5, "#dfe6ef", None, 0.0, 0.4)
    yield Line(((x - 0.8, top + 2.55), (x + 0.8, top + 2.55)), BLACK, 0.35)


def ground(x: float, y: float) -> Iterator[Primitive]:
    """Draw the ground symbol: three bars to the left of (x, y), with the word GND beside them."""
    for index, half in enumerate((1.6, 1.0, 0.4)):
        yield Line(((x - index * 0.8, y - half), (x - index * 0.8, y + half)), BLACK, 0.4)
    yield Text(x - 2.6, y, "GND", 2.1, "end", bold=True)


def screen(x: float, y: float, width: float, height: float) -> Iterator[Primitive]:
    """Draw the dark glass of an OLED that shows a score, with its upper left corner at (x, y)."""
    yield Rectangle(x, y, width, height, "#15181c", GREY, 0.25, 0.6)
    size = min(height * 0.5, width * 0.28)
    for part, score in ((0.28, "87"), (0.72, "61")):
        yield Text(x + part * width, y + height * 0.4, score, size, "middle", WHITE, bold=True)
    for part in (0.74, 0.86):
        ends = (
            (x + width * 0.1, y + height * part),
            (x + width * (part if part < 0.8 else 0.6), y + height * part),
        )
        yield Line(ends, WHITE, 0.3, dashed=True)


NAMES = ("1OE", "1A", "1Y", "2OE", "2A", "2Y", "GND", "3Y", "3A", "3OE", "4Y", "4A", "4OE", "VCC")
"""The names of pins 1 to 14 of a 74AHCT125 (TI, SN74AHCT125 data sheet, section "Pin Configuration")."""
PITCH = 4.2
"""The distance between two pins, in millimetres."""
CHIP_WIDTH = 20.0
"""The width of the chip without its pins, in millimetres."""
CHIP_HEIGHT = 6 * PITCH + 6
_LEG = 2.6


def pin_end(left: float, top: float, number: int) -> Point:
    """Return the outer end of pin `number` of a level shifter drawn with `chip(left, top)`."""
    y = top + 3 + PITCH * (number - 1 if number <= 7 else 14 - number)
    return (left - _LEG, y) if number <= 7 else (left + CHIP_WIDTH + _LEG, y)


def chip(left: float, top: float) -> Iterator[Primitive]:
    """Draw the level shifter, a chip with 14 pins, from above. The corner of its body is at (left, top)."""
    for number in range(1, 15):
        x, y = pin_end(left, top, number)
        start = x if number <= 7 else x - _LEG
        yield Rectangle(start, y - 0.7, _LEG, 1.4, "#b9b9b9", GREY, 0.2)
    yield Rectangle(left, top, CHIP_WIDTH, CHIP_HEIGHT, "#2b2b2b", BLACK, 0.3, 0.8)
    yield Circle(left + CHIP_WIDTH / 2, top, 2, WHITE, None)
    yield Rectangle(left + CHIP_WIDTH / 2 - 2.5, top - 2.4, 5, 2.3, WHITE, None)
    for number, name in enumerate(NAMES, 1):
        _, y = pin_end(left, top, number)
        first = number <= 7
        yield Text(left + (2 if first else CHIP_WIDTH - 2), y, str(number), 2.2, "middle", WHITE, bold=True)
        yield Text(
            left + (4 if first else CHIP_WIDTH - 4), y, name, 2.1, "start" if first else "end", "#ffe9b0"
        )


TERMINALS = (129.0, 129.0)
"""The x-coordinates of the positive and negative terminals. The negative one is 8 mm below the other."""


def fuse_symbol(ends: tuple[float, float], y: float, amperes: int) -> Iterator[Primitive]:
    """Draw a fuse in a horizontal wire, between two x-coordinates (IEC 60617: a box around the wire)."""
    middle = sum(ends) / 2
    yield Rectangle(middle - 3.6, y - 1.3, 7.2, 2.6, WHITE, BLACK, 0.3)
    yield Line(((middle - 3.6, y), (middle + 3.6, y)), "#c0392b", 0.5)
    yield Text(middle, y - 2.7, f"fuse {amperes} A", 2.2, "middle")


def supply_symbol(y: float, rating: str) -> Iterator[Primitive]:
    """Draw the LEDs' power supply, with its positive terminal at `y`. A rating is e.g. `5 V, 2 to 5 A`."""
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


def _is_ring(lights: LightSettings) -> bool:
    return len(set(lights.shape.tracks)) == 1


def _arcs(lights: LightSettings) -> int:
    """Return the number of arcs that make up a ring. A ring of 60 LEDs is sold as four arcs of 15 LEDs."""
    return 4 if lights.shape.leds < 120 else 1


def strip_height(lights: LightSettings) -> float:
    """Return the height of a strip, ring or panel of LEDs, in millimetres, without the caption below it."""
    return 21.0 if _is_ring(lights) else 19.0 if lights.shape.panel else 10.5


def strip(
    lights: LightSettings, top: float, first: Mapping[float, str], far: Mapping[float, str]
) -> Iterator[Primitive]:
    """Draw the strip, ring or panel of LEDs, with a caption that names it and says how many LEDs it has.

    Args:
        first: the name of each terminal at the first LED, keyed by the terminal's x-coordinate.
        far: the name of each terminal at the last LED, keyed by the terminal's x-coordinate.
    """
    left, right, height = MARGIN + 6, WIDTH - MARGIN, strip_height(lights)
    yield Rectangle(left, top, right - left, height, "#f7f3e8", BLACK, 0.4, 0.8)
    for x, name in (*first.items(), *far.items()):
        yield Rectangle(x - _TERMINAL, top, 2 * _TERMINAL, 3, "#d99a5b", BLACK, 0.2, 0.4)
        yield Text(x, top + 5.6, name, 2.6, "middle", bold=True)
    if _is_ring(lights):
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
    """Draw all rows of a panel, but no more than 96 of its columns."""
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
