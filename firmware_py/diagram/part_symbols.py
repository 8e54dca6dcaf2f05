"""Pictures of small electronic parts: push buttons, LEDs, resistors and others."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.diagram.shapes import BLACK, GREY, WHITE, Circle, Line, Point, Primitive, Rectangle, Text

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

    Args:
        x: the x-coordinate of the button's edge that faces the GPIO header, in millimetres.
        y: the y-coordinate of the upper legs, in millimetres.
        side: 1 if the button is to the right of the header, -1 if it is to the left.
    """
    middle = x + side * BUTTON / 2
    for leg in (y, y + LEG):
        yield Line(((x, leg), (x + side * BUTTON, leg)), _METAL, 0.9)
    yield Rectangle(middle - 2.6, y + LEG / 2 - 2.6, 5.2, 5.2, _BODY, BLACK, 0.2, 0.5)
    yield Circle(middle, y + LEG / 2, 1.7, "#e9e9e9", WHITE, 0.3)


def resistor(start: Point, end: Point, ohms: int) -> Iterator[Primitive]:
    """Draw a resistor with its coloured bands between two points.

    Args:
        start: one end of the resistor.
        end: the other end, directly above, below or beside the first.
        ohms: the resistance in ohms, which must consist of two digits followed by zeros.
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
    """Draw a round LED, seen from above. Its flat edge points away from the GPIO header.

    Args:
        x: the x-coordinate of the centre, in millimetres.
        y: the y-coordinate of the centre, in millimetres.
        side: 1 if the LED is to the right of the header, -1 if it is to the left.
    """
    yield Circle(x, y, 2.1, "#ffd9a0", BLACK, 0.3)
    yield Circle(x, y, 1.3, "#fff3dd", None)
    yield Line(((x + side * 1.9, y - 1.3), (x + side * 1.9, y + 1.3)), BLACK, 0.7)


def buzzer(x: float, y: float, side: int) -> Iterator[Primitive]:
    """Draw a round buzzer, seen from above. Its positive leg is nearer to the GPIO header.

    Args:
        x: the x-coordinate of the centre, in millimetres.
        y: the y-coordinate of the centre, in millimetres.
        side: 1 if the buzzer is to the right of the header, -1 if it is to the left.
    """
    yield Circle(x, y, 3.0, _BODY, BLACK, 0.2)
    yield Circle(x, y, 0.7, WHITE, None)
    yield Text(x - side * 1.9, y, "+", 2.6, "middle", WHITE, bold=True)


def loudspeaker(x: float, y: float, side: int) -> Iterator[Primitive]:
    """Draw a loudspeaker from the side.

    Args:
        x: the x-coordinate of its back, in millimetres.
        y: the y-coordinate of its middle, in millimetres.
        side: 1 if the cone opens to the right, -1 if it opens to the left.
    """
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
