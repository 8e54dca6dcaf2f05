"""A Raspberry Pi seen from above, and the boards that plug onto its header."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import NamedTuple

from firmware_py.config.pi import PI_HOLES, PI_SIZE
from firmware_py.drawing.shapes import BLACK, GREY, WHITE, Circle, Line, Primitive, Rectangle, Text

from .symbols import screen

PLUGGED_SIZE = (65.0, 30.0)
"""The width and height of a board as large as a Pi Zero, in millimetres."""
_GREEN, _METAL, _PLASTIC, _POINTER = "#dcebd3", "#dedede", "#2b2b2b", "#a05a2c"

_PARTS = (
    (7.1, 1.0, 50.8, 5.0, _PLASTIC),
    (-2.0, 21.0, 14.0, 14.0, "#f2f2f2"),
    (66.0, 2.0, 21.0, 15.0, _METAL),
    (66.0, 20.0, 21.0, 15.0, _METAL),
    (66.0, 38.0, 21.0, 16.0, _METAL),
    (25.0, 36.0, 15.0, 15.0, "#8f9a8b"),
    (7.0, 49.0, 9.0, 8.0, _METAL),
)
"""The header, the SD card, three sockets, the processor and the power socket, as seen with the header at the
top: x, y, width, height, colour."""


class Place(NamedTuple):
    """The position and size of a Raspberry Pi in the drawing.

    Attributes:
        x: the x-coordinate of the left edge, in millimetres.
        y: the y-coordinate of the upper edge, in millimetres.
        scale: the size of the drawn Pi, as a fraction of its true size.
        turned: True if the header is at the right edge, False if it is at the top.
    """

    x: float
    y: float
    scale: float
    turned: bool = False

    def rectangle(self, x: float, y: float, width: float, height: float) -> tuple[float, float, float, float]:
        """Convert a rectangle on a Pi, measured in millimetres, to coordinates in the drawing.

        The result is the x- and y-coordinates of the upper left corner, the width and the height.

        Args:
            x: the distance from the Pi's left edge, with the header at the top.
            y: the distance from the Pi's upper edge, with the header at the top.
        """
        if self.turned:
            x, y, width, height = PI_SIZE[1] - y - height, x, height, width
        return self.x + x * self.scale, self.y + y * self.scale, width * self.scale, height * self.scale


def pi(place: Place) -> Iterator[Primitive]:
    """Draw a Raspberry Pi from above, with its header, a mark at pin 1, its SD card and its sockets."""
    yield Rectangle(*place.rectangle(0, 0, *PI_SIZE), _GREEN, BLACK, 0.4, 3 * place.scale)
    for x, y in PI_HOLES:
        left, top, width, _ = place.rectangle(x - 1.5, y - 1.5, 3, 3)
        yield Circle(left + width / 2, top + width / 2, width / 2, WHITE, "#b8912b", 0.3)
    for *box, colour in _PARTS:
        yield Rectangle(*place.rectangle(*box), colour, BLACK, 0.25, 0.5)
    for column in range(20):
        for row in range(2):
            left, top, width, _ = place.rectangle(
                8.37 + column * 2.54 - 0.6, 1.63 + (1 - row) * 2.54 - 0.6, 1.2, 1.2
            )
            yield Rectangle(left, top, width, width, "#e8c860", None)

    yield Rectangle(*place.rectangle(7.4, 3.4, 2.0, 2.0), WHITE, "#c8102e", 0.4)


def plugged_on(place: Place, name: str, keys: Mapping[str, str]) -> Iterator[Primitive]:
    """Draw a Bonnet or HAT on a Pi's header, with a joystick, a display and buttons.

    Args:
        place: the position of the Pi in the drawing, with its header at the top.
        name: the name of the Bonnet or HAT, such as `OLED Bonnet`.
        keys: each button's purpose, keyed by its label, from top to bottom. Without one, its label shows.
    """
    scale = place.scale
    x, y = place.x, place.y
    width, height = PLUGGED_SIZE[0] * scale, PLUGGED_SIZE[1] * scale
    yield Rectangle(x, y, width, height, "#26466d", BLACK, 0.5, 3 * scale)
    for across, down in ((3.5, 3.5), (61.5, 3.5), (3.5, 26.5), (61.5, 26.5)):
        yield Circle(x + across * scale, y + down * scale, 1.4 * scale, WHITE, "#b8912b", 0.3)
    yield from _header_pins(x, y, scale, 2.2, 0.7)
    yield from screen(x + 17 * scale, y + 9.5 * scale, 31 * scale, 16.5 * scale)
    stick = (x + 9 * scale, y + 17.5 * scale)
    yield Circle(*stick, 4.6 * scale, _PLASTIC, GREY, 0.3)
    yield Circle(*stick, 2.2 * scale, "#8a8a8a", WHITE, 0.3)
    step = 15 / max(1, len(keys) - 1)
    for index, (label, key) in enumerate(keys.items()):
        level = y + (10 + index * step) * scale
        yield Rectangle(
            x + 54 * scale, level - 2.2 * scale, 4.4 * scale, 4.4 * scale, _PLASTIC, GREY, 0.3, 0.4
        )
        yield Circle(x + 56.2 * scale, level, 1.4 * scale, "#e9e9e9", WHITE, 0.2)
        if key:
            end = (place.x + (PI_SIZE[0] + 4) * scale, level)
            yield from _pointer((x + 58.4 * scale, level), end, f"{label}: {key}")
        else:
            yield Text(x + 51 * scale, level, label, 4.2 * scale, "middle", WHITE, bold=True)
    yield Text(x + 32.5 * scale, y + 28 * scale, name, 2.2 * scale, "middle", WHITE, bold=True)
    if not any(keys.values()):
        return
    below = y + (PI_SIZE[1] + 3) * scale
    yield Line(((stick[0], stick[1] + 4.6 * scale), (stick[0], below)), _POINTER, 0.3)
    yield Circle(stick[0], stick[1] + 4.6 * scale, 0.6, _POINTER, None)
    yield Text(stick[0], below + 2, "joystick", 2.8, "middle", bold=True)


def _header_pins(x: float, y: float, scale: float, down: float, radius: float) -> Iterator[Circle]:
    for column, row in product(range(20), range(2)):
        across, level = (8.37 + column * 2.54) * scale, (down + row * 2.54) * scale
        yield Circle(x + across, y + level, radius * scale, "#e8c860", None)


def _pointer(start: tuple[float, float], end: tuple[float, float], words: str) -> Iterator[Primitive]:
    yield Line((start, end), _POINTER, 0.3)
    yield Circle(*start, 0.6, _POINTER, None)
    yield Text(end[0] + 1, end[1], words, 2.7, bold=True)


def splitter(place: Place) -> Iterator[Primitive]:
    """Draw a 1-to-2 GPIO splitter on the header of a Raspberry Pi at the given place."""
    scale = place.scale
    x, y = place.x, place.y - 20 * scale
    yield Rectangle(x, y, PLUGGED_SIZE[0] * scale, 26 * scale, "#e6e0c8", BLACK, 0.4, 2 * scale)
    yield Rectangle(x + 7.1 * scale, y + 2.5 * scale, 50.8 * scale, 5 * scale, _PLASTIC, BLACK, 0.25, 0.5)
    yield from _header_pins(x, y, scale, 3.7, 0.6)
    yield Text(
        x + PLUGGED_SIZE[0] / 2 * scale, y + 13.5 * scale, "1-to-2 GPIO splitter", 2.5, "middle", bold=True
    )
    yield from _pointer((x + 57.9 * scale, y + 5 * scale), (x + 71 * scale, y + 5 * scale), "free header")
