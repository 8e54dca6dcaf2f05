"""The displays in the wiring picture, drawn as modules with a row of pins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from firmware_py.config.config import Config
from firmware_py.config.displays import DisplaySettings
from firmware_py.diagram.part_symbols import screen
from firmware_py.diagram.pin_header import ROWS
from firmware_py.diagram.shapes import BLACK, WHITE, Circle, Primitive, Rectangle, Text
from firmware_py.diagram.wire_colours import GND, I2C, SPI, THREE_VOLTS, wire
from firmware_py.diagram.wiring_keys import flag
from firmware_py.diagram.wiring_layout import BOX, CENTRE, HEADER_END, PIN, PITCH, across, down
from firmware_py.diagram.wiring_plan import GROUND, POWER, Wire, WireGroup, WiringPlan

LIGHTS = "lights"
_BOARD = "#cfe0f2"
_NAMES = {"display": "Display", "second_display": "2nd display", "displays": "2 displays"}
_OWNERS = {"display": "display", "second_display": "2nd display", "displays": "displays"}
_STEP = 4.0
"""The distance between two pins of a module that are wired elsewhere, in millimetres."""
_LEAST = 25.0
"""The least height of a module, in millimetres."""


_SCREEN = 14.6
"""The width of the glass of a module, in millimetres."""


class Module(NamedTuple):
    """A display module and its place on the page.

    Attributes:
        group: the wires that lead to the module from the nearer column of the header.
        others: the labels and y positions of the module's pins that have no wire in `group`. Pins for which
            there is no room are left out.
        top: the y position of the upper edge.
        bottom: the y position of the lower edge.
    """

    group: WireGroup
    others: tuple[tuple[str, float], ...]
    top: float
    bottom: float


def modules(wiring: WiringPlan) -> list[Module]:
    """Return all display modules, each placed beside the wires that lead to it."""
    return [_module(wiring, group) for group in wiring.groups if group.part != LIGHTS and group.first]


def _module(wiring: WiringPlan, group: WireGroup) -> Module:
    far = [each for each in wiring.groups if each.part == group.part and not each.first]
    others = [f"{each.label} (pin {each.pin.number})" for some in far for each in some.wires]
    others += [f"{name} (any)" for name in group.missing]
    above, below = _limits(wiring, group)
    wired = [down(each.pin.row) for each in group.wires]
    top = min(wired[0] - 3.2, max(above, wired[0] - 6))
    slots = _slots(wired, below)[: len(others)]
    bottom = max(*wired, *slots) + 3.2
    if bottom - top < _LEAST:
        bottom = min(below, top + _LEAST)
        top = min(top, max(above, bottom - _LEAST))
    return Module(group, tuple(zip(others, slots, strict=False)), top, bottom)


def _slots(wired: Sequence[float], below: float) -> list[float]:
    """Return y positions for pins without a drawn wire: first below the wired pins, then between them."""
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
    """Return the upper and lower limit of the space for a group's module.

    The space leaves room for other parts' wires. Two modules share the space between them equally.
    """
    first, last = group.rows
    top, bottom = down(-0.9), HEADER_END
    for other in wiring.groups:
        if other is group or other.side != group.side:
            continue
        share = 1 / 2 if other.first and other.part != LIGHTS else 1
        if other.rows[1] < first:
            top = max(top, down(first) - share * (down(first - other.rows[1]) - down(0)) + PITCH / 3)
        else:
            bottom = min(bottom, down(last) + share * (down(other.rows[0] - last) - down(0)) - PITCH / 3)
    return top, bottom


def displays(config: Config, wiring: WiringPlan) -> Iterator[Primitive]:
    """Draw all displays with their wires."""
    for group in wiring.groups:
        if group.part != LIGHTS and not group.first:
            for each in group.wires:
                yield from flag(each, _signal(config, group), each.label, _OWNERS[group.part])
    for module in modules(wiring):
        for each in module.group.wires:
            y = down(each.pin.row)
            ends = ((across(each.pin, PIN), y), (across(each.pin, BOX[0]), y))
            yield from wire(_signal_of(config, module.group, each), ends)
        yield from _draw(config, module)


def _signal_of(config: Config, group: WireGroup, each: Wire) -> str:
    if each.kind in (POWER, GROUND):
        return THREE_VOLTS if each.kind == POWER else GND
    return _signal(config, group)


def _signal(config: Config, group: WireGroup) -> str:
    return I2C if _settings(config, group.part)[0].interface == "i2c" else SPI


def _settings(config: Config, part: str) -> Sequence[DisplaySettings]:
    return config.displays if part == "displays" else (config.displays[part != "display"],)


def _draw(config: Config, module: Module) -> Iterator[Primitive]:
    side = module.group.side
    left = CENTRE + side * BOX[0] if side > 0 else CENTRE - BOX[1]
    width, height = BOX[1] - BOX[0], module.bottom - module.top
    if module.group.part == "displays":  # the second module shows behind the first
        yield Rectangle(left + side * 2, module.top + 2, width, height, "#b4cbe4", BLACK, 0.3, 1.2)
    yield Rectangle(left, module.top, width, height, _BOARD, BLACK, 0.4, 1.2)
    far = CENTRE + side * (BOX[1] - 2.2)
    for y in (module.top + 2.2, module.bottom - 2.2)[: 2 if height >= _LEAST else 1]:
        yield Circle(far, y, 1.0, WHITE, "#b8912b", 0.4)
    yield from _pins(module)
    start = CENTRE + side * (BOX[1] - 2.2) - (0 if side < 0 else _SCREEN)
    yield from screen(start, module.top + 4, _SCREEN, 7.6)
    lines = [_NAMES[module.group.part], *(_about(each) for each in _settings(config, module.group.part))]
    for index, line in enumerate(lines):
        y = module.top + 14.6 + index * 3.1
        yield Text(start + _SCREEN / 2, y, line, 2.15 if index else 2.6, "middle", bold=not index)


def _pins(module: Module) -> Iterator[Primitive]:
    """Draw the named pins of a module, in a row at the edge that faces the header."""
    side = module.group.side
    x = CENTRE + side * BOX[0]
    placed = [(each.label, down(each.pin.row), 2.6) for each in module.group.wires]
    placed += [(label, y, 2.2) for label, y in module.others]
    ys = [y for _, y, _ in placed]
    yield Rectangle(x - 1.4, min(ys) - 1.8, 2.8, max(ys) - min(ys) + 3.6, "#2b2b2b", BLACK, 0.2, 0.4)
    for label, y, size in placed:
        yield Circle(x, y, 0.9, "#e8c860", BLACK, 0.2)
        yield Text(x + side * 2.4, y, label, size, "end" if side < 0 else "start", bold=size > 2.5)


def _about(display: DisplaySettings) -> str:
    where = f"{display.address:#04x}" if display.interface == "i2c" else f"SPI{display.bus}"
    return f"{display.controller.upper()} {where}"
