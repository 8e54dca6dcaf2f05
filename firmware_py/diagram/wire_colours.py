"""The colours and patterns of the wires in the wiring diagram.

Most colours are those of Okabe and Ito ("Color Universal Design", 2008), which colour-blind people can tell
apart. Red looks almost black with protanopia, so a 5 V wire has a white line along the middle. The wires for
I2C, SPI and sound also have white lines or dashes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from firmware_py.diagram.shapes import BLACK, WHITE, Circle, Line, Point

PLAIN, STRIPED, TICKED = "plain", "striped", "ticked"
FIVE_VOLTS, THREE_VOLTS, GND, I2C, SPI, KEYS, SIGNALS = "5V", "3V3", "GND", "I2C", "SPI", "keys", "signals"
SOUND = "sound"


class WireStyle(NamedTuple):
    """The style of all wires that carry a certain signal.

    Attributes:
        colour: the colour, such as `#d55e00`.
        thickness: the thickness, in millimetres.
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
        points: the corners of the wire.
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
