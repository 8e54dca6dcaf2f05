"""Keys, indicator LEDs, the buzzer and wire labels in the wiring diagram."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.drawing.shapes import BLACK, GREY, Line, Primitive, Rectangle, Text

from .layout import CENTRE, GND, KEYS, PART, PIN, RAIL, SIGNALS, joint, row_y, side_x, wire
from .notes import SIGNAL_OHMS
from .pins import BUZZER, FREE, GROUND, KEY, LIGHT, MATRIX, GroundRail, Wire, WiringPlan
from .symbols import BUTTON, LEG, buzzer, led, push_button, resistor

_RESISTOR = 5.2
"""The length of a resistor, in millimetres."""
_LED = PART + 8.2
"""The distance from the middle of the page to the middle of an indicator LED, in millimetres."""


def small_parts(wiring: WiringPlan) -> Iterator[Primitive]:
    """Draw the keys, indicator LEDs and buzzer, and the labelled wires of a matrix keypad.

    Also draw a mark at each pin that must stay free.
    """
    for rail in wiring.rails:
        yield from _rail(wiring, rail)
    for each in wiring.wires:
        if each.kind == FREE:
            yield from _free(each)
        elif each.kind == MATRIX:
            yield from flag(each, KEYS, each.label, "keypad")


def flag(each: Wire, signal: str, name: str, owner: str) -> Iterator[Primitive]:
    """Draw a short wire that ends at a label, because the part it leads to is drawn elsewhere.

    Args:
        signal: the signal that the wire carries. It determines the wire's colour.
        name: the text of the label, such as `DC`.
        owner: the part's name, such as `display`, to print beside the label.
    """
    y, side = row_y(each.pin.row), each.pin.side
    width = max(9.0, len(name) * 1.75 + 2)
    yield from wire(signal, ((side_x(each.pin, PIN), y), (side_x(each.pin, PART), y)))
    left = side_x(each.pin, PART) if side > 0 else side_x(each.pin, PART + width)
    yield Rectangle(left, y - 2.2, width, 4.4, "#f2f2f2", BLACK, 0.3, 0.8)
    yield Text(left + width / 2, y, name, 2.6, "middle", bold=True)
    yield Text(side_x(each.pin, PART + width + 1.2), y, owner, 2.1, "end" if side < 0 else "start", GREY)


def _free(each: Wire) -> Iterator[Primitive]:
    y, end = row_y(each.pin.row), side_x(each.pin, PART)
    yield Line(((side_x(each.pin, PIN), y), (end, y)), GREY, 0.3, dashed=True)
    for slope in (-1, 1):
        yield Line(((end - 1, y - slope), (end + 1, y + slope)), BLACK, 0.4)
    yield Text(side_x(each.pin, PART + 3), y, each.label, 2.3, "end" if each.pin.side < 0 else "start", GREY)


def _rail(wiring: WiringPlan, rail: GroundRail) -> Iterator[Primitive]:
    side = rail.wires[0].pin.side
    x = CENTRE + side * RAIL
    levels = []
    for each in rail.wires:
        y = row_y(each.pin.row)
        levels.append(y + LEG if each.kind == KEY else y)
        yield from _part(each, y)
    if rail.ground is None:
        yield from wire(GND, ((x, min(levels)), (x, max(levels) + 1)))
        for level in sorted(levels)[1:]:
            yield joint(x, level)
        for index, half in enumerate((1.6, 1.0, 0.4)):
            bar = max(levels) + 1 + index * 0.7
            yield Line(((x - half, bar), (x + half, bar)), BLACK, 0.4)
        yield Text(x - side * 2.4, max(levels) + 2, "GND", 2.0, "end" if side > 0 else "start", bold=True)
        return
    # The ground wire of another part may cross this line; if so, a dot joins the two.
    passing = [each.pin for group in wiring.groups for each in group.wires if each.kind == GROUND]
    levels.append(row_y(rail.ground.row))
    joined = {pin for pin in passing if pin.side == side and min(levels) <= row_y(pin.row) <= max(levels)}
    yield from wire(GND, ((x, min(levels)), (x, max(levels))))
    if rail.ground not in passing:
        yield from wire(
            GND, ((side_x(rail.ground, PIN), row_y(rail.ground.row)), (x, row_y(rail.ground.row)))
        )
    # At its two ends the line only turns; between them, each wire that comes to the line joins it.
    between = {level for level in levels if min(levels) < level < max(levels)}
    for level in sorted(between | {row_y(pin.row) for pin in (*joined, rail.ground)}):
        yield joint(x, level)


def _part(each: Wire, y: float) -> Iterator[Primitive]:
    side, start, rail = each.pin.side, side_x(each.pin, PART), side_x(each.pin, RAIL)
    signal = KEYS if each.kind == KEY else SIGNALS
    yield from wire(signal, ((side_x(each.pin, PIN), y), (start, y)))
    anchor = "end" if side < 0 else "start"
    if each.kind == KEY:
        yield from wire(GND, ((side_x(each.pin, PART + BUTTON), y + LEG), (rail, y + LEG)))
        yield from push_button(start, y, side)
        yield Text(
            side_x(each.pin, PART + BUTTON + 1.2), y, each.label, _size(each.label, 3.1), anchor, bold=True
        )
    elif each.kind == LIGHT:
        yield from wire(GND, ((side_x(each.pin, PART + _RESISTOR), y), (rail, y)))
        yield from resistor((start, y), (side_x(each.pin, PART + _RESISTOR), y), SIGNAL_OHMS)
        yield from led(side_x(each.pin, _LED), y, side)
        yield Text(
            side_x(each.pin, _LED + 2.6), y - 2, each.label, _size(each.label, 2.3, 10.4), anchor, bold=True
        )
    elif each.kind == BUZZER:
        yield from wire(GND, ((side_x(each.pin, PART + 6), y), (rail, y)))
        yield from buzzer(side_x(each.pin, PART + 3), y, side)
        yield Text(side_x(each.pin, PART + 7.2), y - 2, each.label, 2.5, anchor, bold=True)


def _size(label: str, usual: float, room: float = 12.8) -> float:
    """Return `usual`, or a smaller size if the label would be wider than `room` mm."""
    return min(usual, room / (0.73 * max(1, len(label))))
