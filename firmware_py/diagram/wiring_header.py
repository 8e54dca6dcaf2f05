"""The 40-pin header in the wiring diagram, with a number in each pin and a name beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from firmware_py.diagram.pin_header import PINS, HeaderPin
from firmware_py.diagram.shapes import BLACK, GREY, WHITE, Circle, Primitive, Rectangle, Text
from firmware_py.diagram.wire_colours import STYLES
from firmware_py.diagram.wiring_layout import CENTRE, HEADER_END, row_y, side_x
from firmware_py.diagram.wiring_pin_assignment import FREE, WiringPlan

_USED = "#bfe3f7"
COVERED = "#d5d5d5"
"""The colour of pins that an add-on board uses."""


def header(wiring: WiringPlan, covered: Collection[HeaderPin] = ()) -> Iterator[Primitive]:
    """Draw the 40-pin GPIO header, with each pin's number and name.

    Args:
        wiring: the wires that will be drawn.
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
    """Return the colour of a drawn header pin, and the colour of its number.

    `used` is True if a wire is connected to the pin, and `covered` if an add-on board uses it.
    """
    if pin.bcm is None:
        return STYLES[pin.name].colour, BLACK if pin.name == "3V3" else WHITE
    return (_USED if used else COVERED if covered else WHITE), BLACK
