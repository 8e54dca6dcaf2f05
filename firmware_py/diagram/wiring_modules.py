"""The modules in the wiring diagram: displays and amplifiers, placed beside the wires that lead to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from firmware_py.diagram.pin_header import ROWS
from firmware_py.diagram.shapes import BLACK, Circle, Primitive, Rectangle, Text
from firmware_py.diagram.wire_colours import FIVE_VOLTS, GND, THREE_VOLTS, wire
from firmware_py.diagram.wiring_keys import flag
from firmware_py.diagram.wiring_layout import BOX, CENTRE, HEADER_END, PIN, PITCH, row_y, side_x
from firmware_py.diagram.wiring_pin_assignment import FIVE, GROUND, POWER, WireGroup, WiringPlan

LIGHTS, AMPLIFIER = "lights", "amplifier"
"""The names of the parts in a wiring plan that are not displays."""
_STEP = 4.0
"""The distance between two pins of a module without a drawn wire, in millimetres."""
LEAST = 25.0
"""The minimum height of a module, in millimetres."""
_SUPPLIES = {POWER: THREE_VOLTS, FIVE: FIVE_VOLTS, GROUND: GND}
"""The signal of each supply, which determines the style of its wires."""


class Module(NamedTuple):
    """A module in the wiring diagram, i.e. a display or an amplifier, and its position on the page.

    Attributes:
        group: the wires that are drawn between the GPIO header and the module.
        others: the label and the y-coordinate of each module pin whose wire is not drawn. The label says
            where to connect the pin, e.g. `SDA (pin 3)` or `GND (any)`.
        top: the y-coordinate of the upper edge, in millimetres.
        bottom: the y-coordinate of the lower edge, in millimetres.
    """

    group: WireGroup
    others: tuple[tuple[str, float], ...]
    top: float
    bottom: float


def modules(wiring: WiringPlan) -> list[Module]:
    """Return all displays and amplifiers, each placed beside the wires that lead to it."""
    return [_module(wiring, group) for group in wiring.groups if group.part != LIGHTS and group.first]


def _module(wiring: WiringPlan, group: WireGroup) -> Module:
    far = [each for each in wiring.groups if each.part == group.part and not each.first]
    others = [f"{each.label} (pin {each.pin.number})" for some in far for each in some.wires]
    others += [f"{name} (any)" for name in group.missing]
    above, below = _limits(wiring, group)
    wired = [row_y(each.pin.row) for each in group.wires]
    top = min(wired[0] - 3.2, max(above, wired[0] - 6))
    slots = _slots(wired, below)[: len(others)]
    bottom = max(*wired, *slots) + 3.2
    if bottom - top < LEAST:
        bottom = min(below, top + LEAST)
        top = min(top, max(above, bottom - LEAST))
    return Module(group, tuple(zip(others, slots, strict=False)), top, bottom)


def _slots(wired: Sequence[float], below: float) -> list[float]:
    """Return the y-coordinates that are free for pins whose wires are not drawn.

    The places below the wired pins come first, followed by the places between the wired pins.

    Args:
        wired: the y-coordinates of the wired pins, from top to bottom.
        below: the y-coordinate of the bottom of the space for the module.
    """
    after = [wired[-1] + _STEP * n for n in range(1, ROWS)]
    beneath = [y for y in after if y < below - 2]
    between = [
        one + _STEP * n
        for one, other in pairwise(wired)
        for n in range(1, ROWS)
        if one + _STEP * n <= other - _STEP + 0.6
    ]
    return beneath + between[::-1]


def _limits(wiring: WiringPlan, group: WireGroup) -> tuple[float, float]:
    """Return the y-coordinates of the top and bottom of the space in which a group's module can be drawn."""
    first, last = group.rows
    top, bottom = row_y(-0.9), HEADER_END
    for other in wiring.groups:
        if other is group or other.side != group.side:
            continue
        share = 1 / 2 if other.first and other.part != LIGHTS else 1
        if other.rows[1] < first:
            top = max(top, row_y(first) - share * (row_y(first - other.rows[1]) - row_y(0)) + PITCH / 3)
        else:
            bottom = min(bottom, row_y(last) + share * (row_y(other.rows[0] - last) - row_y(0)) - PITCH / 3)
    return top, bottom


def flags(group: WireGroup, signal: str, owner: str) -> Iterator[Primitive]:
    """Draw short wires that end at labels, for a part that is drawn elsewhere.

    Args:
        group: the wires.
        signal: the signal that the wires carry. It determines their colour.
        owner: the part's name, such as `display`.
    """
    for each in group.wires:
        yield from flag(each, signal, each.label, owner)


def module_wires(module: Module, signal: str) -> Iterator[Primitive]:
    """Draw the wires from the GPIO header to a display or amplifier.

    Args:
        module: the display or amplifier.
        signal: the signal, such as `I2C`. It determines the style of all wires except power and ground.
    """
    for each in module.group.wires:
        y = row_y(each.pin.row)
        ends = ((side_x(each.pin, PIN), y), (side_x(each.pin, BOX[0]), y))
        yield from wire(_SUPPLIES.get(each.kind, signal), ends)


def module_pins(module: Module) -> Iterator[Primitive]:
    """Draw the named pins of a display or amplifier, in a row at the edge that faces the GPIO header."""
    side = module.group.side
    x = CENTRE + side * BOX[0]
    placed = [(each.label, row_y(each.pin.row), 2.6) for each in module.group.wires]
    placed += [(label, y, 2.2) for label, y in module.others]
    ys = [y for _, y, _ in placed]
    yield Rectangle(x - 1.4, min(ys) - 1.8, 2.8, max(ys) - min(ys) + 3.6, "#2b2b2b", BLACK, 0.2, 0.4)
    for label, y, size in placed:
        yield Circle(x, y, 0.9, "#e8c860", BLACK, 0.2)
        yield Text(x + side * 2.4, y, label, size, "end" if side < 0 else "start", bold=size > 2.5)
