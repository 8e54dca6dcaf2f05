"""The picture of a board's wiring: the 40-pin header with everything connected to it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from math import ceil

from firmware_py.config.config import Config
from firmware_py.diagram.pin_header import PINS, HeaderPin
from firmware_py.diagram.shapes import (
    BLACK,
    GREY,
    WHITE,
    Circle,
    Drawing,
    Line,
    Primitive,
    Rectangle,
    Text,
    paragraph,
)
from firmware_py.diagram.wiring_boxes import boxes, free_boxes, unplaced
from firmware_py.diagram.wiring_layout import CENTRE, COLOURS, HEIGHT, WIDTH, across, down
from firmware_py.diagram.wiring_notes import any_pin, hat, heading, notes
from firmware_py.diagram.wiring_plan import (
    BUZZER,
    FREE,
    GROUND,
    KEY,
    LIGHT,
    MATRIX,
    GroundRail,
    Wire,
    WiringPlan,
    plan,
)

_NOTES = 2.7
"""The font size of the notes below the picture, in millimetres."""
_SUBTITLE = (
    "How to wire it to the 40-pin header of a Raspberry Pi. GPIO4 is the pin that a configuration calls 4."
)
_KEYCAP = (34.0, 51.0)
"""The inner and outer edge of a key, as distances from the middle of the page."""
_RAIL = 55.0
"""The distance from the middle of the page to the common ground line, in millimetres."""


def draw(config: Config, model: str | None = None) -> Drawing:
    """Draw a board's wiring on a landscape A4 page. If the notes need more room, the page is made taller.

    Args:
        config: the configuration of the board.
        model: the board's Raspberry Pi, as `pi_model` returns it; None if it is not known.
    """
    wiring = plan(config)
    shapes: list[Primitive] = [
        Text(10, 9, textwrap.shorten(heading(config), 78, placeholder=" ..."), 5, bold=True)
    ]
    plugged = hat(config)
    subtitle = f"{plugged} The dashed pins are on it: nothing to wire." if plugged else _SUBTITLE
    shapes.append(Text(10, 15.5, subtitle, 3, colour=GREY))
    shapes += _wires(wiring, dashed=bool(plugged))
    shapes += _header(wiring)
    shapes += boxes(config, wiring)
    shapes += free_boxes(config, wiring)
    below = down(19) + 9
    said = [*notes(config, wiring, model), *any_pin(wiring), *unplaced(config, wiring)]
    written, height = _notes(said, below)
    return Drawing(heading(config), WIDTH, max(HEIGHT, ceil(below + height)), (*shapes, *written))


def _notes(sentences: Sequence[str], top: float) -> tuple[list[Primitive], float]:
    """Lay out the notes in two columns below the y position `top`; return their shapes and height."""
    wide = int(133 / (_NOTES * 0.6))
    wrapped = [textwrap.wrap(each, wide) for each in sentences]
    half = (sum(map(len, wrapped)) + 1) // 2
    shapes: list[Primitive] = [Line(((10, top - 4), (WIDTH - 10, top - 4)), GREY, 0.2)]
    step = _NOTES * 1.4
    x, row, rows = 10.0, 0, 0
    for lines in wrapped:
        if row and row + len(lines) > half and x == 10.0:
            x, row = 152.0, 0
        shapes += [Circle(x + 0.8, top + row * step, 0.5, BLACK, None)]
        shapes += paragraph(lines, x + 3, top + row * step, _NOTES)
        row += len(lines)
        rows = max(rows, row)
    return shapes, rows * step + 4


def _header(wiring: WiringPlan) -> Iterator[Primitive]:
    """Draw the header, with a number inside each pin and a name above each wire."""
    top, bottom = down(0) - 5, down(19) + 5
    yield Rectangle(CENTRE - 9, top, 18, bottom - top, "#e9e9e9", GREY, 0.3, 1.5)
    for pin in PINS:
        x, y = across(pin, 4.3), down(pin.row)
        fill, ink = _pad(pin, bool(wiring.at(pin)))
        if pin.number == 1:
            yield Rectangle(x - 2.7, y - 2.7, 5.4, 5.4, fill, BLACK, 0.4)
        else:
            yield Circle(x, y, 2.7, fill, BLACK, 0.4)
        yield Text(x, y, str(pin.number), 2.6, "middle", ink, bold=True)
        wired = any(wire.kind != FREE for wire in wiring.at(pin))
        name = f"{pin.name} {pin.function}".strip()
        anchor = "end" if pin.side < 0 else "start"
        used = bool(wiring.at(pin))
        middle = y - 1.9 if used else y
        yield Text(across(pin, 10.5), middle, name, 2.5, anchor, BLACK if wired else GREY, bold=wired)


def _pad(pin: HeaderPin, used: bool) -> tuple[str, str]:
    """Return the fill colour of a pin and the colour of its number.

    Args:
        pin: the pin.
        used: True if the board uses the pin; an unused GPIO pin is white.
    """
    if pin.bcm is None:
        return COLOURS[pin.name], BLACK if pin.name == "3V3" else WHITE
    return ("#bfe3f7" if used else WHITE), BLACK


def _wires(wiring: WiringPlan, dashed: bool) -> Iterator[Primitive]:
    for rail in wiring.rails:
        yield from _rail(wiring, rail, dashed)
    for wire in wiring.wires:
        y = down(wire.pin.row)
        if wire.kind == FREE:
            yield from _free(wire, y)
        elif wire.kind == MATRIX:
            yield _wire(wire, dashed)
            yield from _cap(wire, y, "#e8dff0")


def _wire(wire: Wire, dashed: bool) -> Line:
    y = down(wire.pin.row)
    ends = ((across(wire.pin, 7), y), (across(wire.pin, _KEYCAP[0]), y))
    return Line(ends, COLOURS["wire"], 0.6, dashed)


def _free(wire: Wire, y: float) -> Iterator[Primitive]:
    side = wire.pin.side
    end = across(wire.pin, 30)
    yield Line(((across(wire.pin, 7), y), (end, y)), GREY, 0.3, dashed=True)
    for slope in (-1, 1):
        yield Line(((end - 1, y - slope), (end + 1, y + slope)), BLACK, 0.4)
    anchor = "end" if side < 0 else "start"
    yield Text(across(wire.pin, 33), y, wire.label, 2.4, anchor, GREY)


def _rail(wiring: WiringPlan, rail: GroundRail, dashed: bool) -> Iterator[Primitive]:
    """Draw a ground rail: its keys, single LEDs and buzzer, and the ground line that they share.

    Args:
        wiring: the wiring of the board.
        rail: the ground rail.
        dashed: True to draw the wires dashed, because they are on a HAT and need no wiring.
    """
    side = rail.wires[0].pin.side
    x = CENTRE + side * _RAIL
    for wire in rail.wires:
        y = down(wire.pin.row)
        yield _wire(wire, dashed)
        yield Line(((across(wire.pin, _KEYCAP[1]), y), (x, y)), BLACK, 0.6, dashed)
        yield from _light(wire, y) if wire.kind == LIGHT else _cap(wire, y, _fill(wire))
    rows = [wire.pin.row for wire in rail.wires]
    if rail.ground is None:
        yield Line(((x, down(min(rows))), (x, down(max(rows)) + 2)), BLACK, 0.6, dashed)
        yield Text(x, down(max(rows)) + 3.5, "GND", 2.4, "middle", bold=True)
        return
    # The ground wire of another part may cross this line; if so, a dot joins the two.
    passing = [each.pin for group in wiring.groups for each in group.wires if each.kind == GROUND]
    ground = rail.ground
    span = [*rows, ground.row]
    joined = [pin for pin in passing if pin.side == side and min(span) <= pin.row <= max(span)]
    yield Line(((x, down(min(span))), (x, down(max(span)))), BLACK, 0.6, dashed)
    yield Line(((across(ground, 7), down(ground.row)), (x, down(ground.row))), BLACK, 0.6, dashed)
    for pin in sorted({*joined, ground}):
        yield Circle(x, down(pin.row), 0.9, BLACK, None)


def _fill(wire: Wire) -> str:
    return "#fbe3c0" if wire.kind == BUZZER else "#e3f1fa"


def _cap(wire: Wire, y: float, fill: str) -> Iterator[Primitive]:
    near, far = sorted((across(wire.pin, _KEYCAP[0]), across(wire.pin, _KEYCAP[1])))
    yield Rectangle(near, y - 2.5, far - near, 5, fill, BLACK, 0.4, 1)
    size = 3.2 if wire.kind == KEY else 2.8
    longest = (far - near - 1) / (0.85 * max(1, len(wire.label)))
    yield Text((near + far) / 2, y, wire.label, min(size, longest), "middle", bold=True)


def _light(wire: Wire, y: float) -> Iterator[Primitive]:
    """Draw a resistor and an LED on a wire at height `y`, with the bar of the LED symbol towards ground."""
    resistor = sorted((across(wire.pin, _KEYCAP[0]), across(wire.pin, 41)))
    yield Rectangle(resistor[0], y - 1, resistor[1] - resistor[0], 2, WHITE, BLACK, 0.4)
    yield Line(((across(wire.pin, 41), y), (across(wire.pin, _KEYCAP[1]), y)), BLACK, 0.6)
    tip, back = across(wire.pin, 48), across(wire.pin, 45)
    yield Line(((back, y - 1.6), (tip, y), (back, y + 1.6), (back, y - 1.6)), BLACK, 0.4)
    yield Line(((tip, y - 1.6), (tip, y + 1.6)), BLACK, 0.6)
    yield Text(across(wire.pin, 42), y - 3, wire.label, 2.2, "middle", bold=True)
