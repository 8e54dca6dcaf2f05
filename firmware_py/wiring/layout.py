"""The page of the wiring diagram: the positions on it, the styles of the wires, and the 40-pin header.

All lengths are in millimetres. Parts on either side of the header are the same distance from the middle of
the page. Most colours are those of Okabe and Ito ("Color Universal Design", 2008), which colour-blind people
can tell apart. Red looks almost black with protanopia, so a 5 V wire has a white line along the middle. The
wires for I2C, SPI and sound also have white lines or dashes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from firmware_py.config.pi import PINS, ROWS, HeaderPin
from firmware_py.drawing.shapes import BLACK, GREY, WHITE, Circle, Line, Point, Primitive, Rectangle, Text

from .pins import FREE, WiringPlan

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


PLAIN, STRIPED, TICKED = "plain", "striped", "ticked"
FIVE_VOLTS, THREE_VOLTS, GND, I2C, SPI, KEYS, SIGNALS = "5V", "3V3", "GND", "I2C", "SPI", "keys", "signals"
SOUND = "sound"


class WireStyle(NamedTuple):
    """The style of all wires that carry a certain signal.

    Attributes:
        colour: the colour, such as `#d55e00`.
        pattern: `plain`; `striped` for a white line along the middle; `ticked` for white dashes.
    """

    colour: str
    thickness: float
    pattern: str = PLAIN


STYLES = {
    FIVE_VOLTS: WireStyle("#c8102e", 1.2, STRIPED),
    THREE_VOLTS: WireStyle("#e69f00", 1.0),
    GND: WireStyle(BLACK, 0.8),
    I2C: WireStyle("#0072b2", 1.0, STRIPED),
    SPI: WireStyle("#009e73", 1.0, TICKED),
    KEYS: WireStyle("#8e4585", 0.8),
    SIGNALS: WireStyle("#56b4e9", 0.8),
    SOUND: WireStyle("#7a4419", 1.0, TICKED),
}
"""The style of the wires for each signal."""

_HOP = ((-1.3, 0.0), (-1.0, -0.85), (-0.4, -1.25), (0.4, -1.25), (1.0, -0.85), (1.3, 0.0))
"""The small arch where a horizontal wire crosses a vertical one, from left to right, in millimetres."""


def wire(signal: str, points: Sequence[Point], hops: Sequence[Point] = ()) -> Iterator[Line]:
    """Draw a wire in the style of its signal.

    Args:
        signal: the signal, such as `GND` or `I2C`; one of the keys of `STYLES`.
        hops: the points at which the wire crosses another wire without a connection. A small arch is drawn
            at each point. The wire must be horizontal there.
    """
    style = STYLES[signal]
    path = _with_hops(points, hops)
    yield Line(path, style.colour, style.thickness)
    if style.pattern != PLAIN:
        yield Line(path, WHITE, style.thickness / 3, dashed=style.pattern == TICKED)


def joint(x: float, y: float, signal: str = GND) -> Circle:
    """Return the dot at (x, y) that marks a connection between two wires with the same signal."""
    return Circle(x, y, 1.0, STYLES[signal].colour, None)


def _with_hops(points: Sequence[Point], hops: Sequence[Point]) -> tuple[Point, ...]:
    path = [points[0]]
    for x, y in points[1:]:
        from_x, from_y = path[-1]
        passed = [hop for hop in hops if from_y == y == hop[1] and min(from_x, x) < hop[0] < max(from_x, x)]
        way = 1 if x > from_x else -1
        for hop in sorted(passed, key=lambda hop: way * hop[0]):
            path += [(hop[0] + way * right, y + down) for right, down in _HOP]
        path.append((x, y))
    return tuple(path)


_USED = "#bfe3f7"
COVERED = "#d5d5d5"
"""The colour of pins that an add-on board uses."""


def header(wiring: WiringPlan, covered: Collection[HeaderPin] = ()) -> Iterator[Primitive]:
    """Draw the 40-pin GPIO header, with each pin's number and name.

    Args:
        covered: the pins that an add-on board uses, which are drawn in grey.
    """
    top = row_y(0) - 5
    yield Rectangle(CENTRE - 9, top, 18, HEADER_END - top, "#e9e9e9", GREY, 0.3, 1.5)
    for pin in PINS:
        x, y = side_x(pin, 4.2), row_y(pin.row)
        used = bool(wiring.at(pin))
        fill, ink = _pad(pin, used, pin in covered)
        if pin.number == 1:
            yield Rectangle(x - 2.6, y - 2.6, 5.2, 5.2, fill, BLACK, 0.4)
        else:
            yield Circle(x, y, 2.6, fill, BLACK, 0.4)
        yield Text(x, y, str(pin.number), 2.5, "middle", ink, bold=True)
        wired = any(wire.kind != FREE for wire in wiring.at(pin))
        name = f"{pin.name} {pin.function}".strip()
        anchor = "end" if pin.side < 0 else "start"
        middle = y - 1.8 if used else y
        yield Text(side_x(pin, 10.3), middle, name, 2.4, anchor, BLACK if wired else GREY, bold=wired)


def _pad(pin: HeaderPin, used: bool, covered: bool) -> tuple[str, str]:
    if pin.bcm is None:
        return STYLES[pin.name].colour, BLACK if pin.name == "3V3" else WHITE
    return (_USED if used else COVERED if covered else WHITE), BLACK
