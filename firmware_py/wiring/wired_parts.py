"""The parts with wires beside the header in the wiring diagram.

`small_parts` draws keys, indicator LEDs, the buzzer and the labels of wires. `module_parts` draws the
modules, displays and amplifiers, beside the wires that lead to them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from firmware_py.config.config import Config
from firmware_py.config.displays import DisplaySettings
from firmware_py.config.pi import ROWS
from firmware_py.drawing.shapes import BLACK, GREY, WHITE, Circle, Line, Primitive, Rectangle, Text

from .layout import (
    BOX,
    CENTRE,
    FIVE_VOLTS,
    GND,
    HEADER_END,
    I2C,
    KEYS,
    PART,
    PIN,
    PITCH,
    RAIL,
    SIGNALS,
    SOUND,
    SPI,
    THREE_VOLTS,
    joint,
    row_y,
    side_x,
    wire,
)
from .notes import SIGNAL_OHMS
from .pins import (
    BUZZER,
    FIVE,
    FREE,
    GROUND,
    KEY,
    LIGHT,
    MATRIX,
    POWER,
    GroundRail,
    Wire,
    WireGroup,
    WiringPlan,
)
from .symbols import BUTTON, LEG, buzzer, led, loudspeaker, push_button, resistor, screen

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
            yield from _flag(each, KEYS, "keypad")


def _flag(each: Wire, signal: str, owner: str) -> Iterator[Primitive]:
    """Draw a short wire that ends at a label, because the part it leads to is drawn elsewhere."""
    y, side = row_y(each.pin.row), each.pin.side
    width = max(9.0, len(each.label) * 1.75 + 2)
    yield from wire(signal, ((side_x(each.pin, PIN), y), (side_x(each.pin, PART), y)))
    left = side_x(each.pin, PART) if side > 0 else side_x(each.pin, PART + width)
    yield Rectangle(left, y - 2.2, width, 4.4, "#f2f2f2", BLACK, 0.3, 0.8)
    yield Text(left + width / 2, y, each.label, 2.6, "middle", bold=True)
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
    return min(usual, room / (0.73 * max(1, len(label))))


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
        top: the upper edge.
        bottom: the lower edge.
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
    """Return the places for pins without wires: first those below the wired pins, then between them."""
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


_BOARD = "#cfe0f2"
_NAMES = {"display": "Display", "second_display": "2nd display", "displays": "2 displays"}
"""The title of each kind of display."""
_SCREEN = 14.6
"""The width of a module's glass, in millimetres."""


def module_parts(config: Config, wiring: WiringPlan) -> Iterator[Primitive]:
    """Draw the displays, and the amplifier with its loudspeaker, all with their wires."""
    for parts in (tuple(_NAMES), (AMPLIFIER,)):
        for group in wiring.groups:
            if group.part in parts and not group.first:
                for each in group.wires:
                    yield from _flag(each, _signal(config, group.part), group.part.replace("second_", "2nd "))
        for module in modules(wiring):
            if module.group.part in parts:
                yield from _module_wires(module, _signal(config, module.group.part))
                yield from (_amplifier if module.group.part == AMPLIFIER else _display)(config, module)


def _signal(config: Config, part: str) -> str:
    if part == AMPLIFIER:
        return SOUND
    return I2C if _settings(config, part)[0].interface == "i2c" else SPI


def _settings(config: Config, part: str) -> Sequence[DisplaySettings]:
    return config.displays if part == "displays" else (config.displays[part != "display"],)


def _display(config: Config, module: Module) -> Iterator[Primitive]:
    side = module.group.side
    left = CENTRE + side * BOX[0] if side > 0 else CENTRE - BOX[1]
    width, height = BOX[1] - BOX[0], module.bottom - module.top
    if module.group.part == "displays":  # the second module shows behind the first
        yield Rectangle(left + side * 2, module.top + 2, width, height, "#b4cbe4", BLACK, 0.3, 1.2)
    yield Rectangle(left, module.top, width, height, _BOARD, BLACK, 0.4, 1.2)
    far = CENTRE + side * (BOX[1] - 2.2)
    for y in (module.top + 2.2, module.bottom - 2.2)[: 2 if height >= LEAST else 1]:
        yield Circle(far, y, 1.0, WHITE, "#b8912b", 0.4)
    yield from _module_pins(module)
    start = CENTRE + side * (BOX[1] - 2.2) - (0 if side < 0 else _SCREEN)
    yield from screen(start, module.top + 4, _SCREEN, 7.6)
    lines = [_NAMES[module.group.part], *(_about(each) for each in _settings(config, module.group.part))]
    for index, line in enumerate(lines):
        y = module.top + 14.6 + index * 3.1
        yield Text(start + _SCREEN / 2, y, line, 2.15 if index else 2.6, "middle", bold=not index)


def _about(display: DisplaySettings) -> str:
    where = f"{display.address:#04x}" if display.interface == "i2c" else f"SPI{display.bus}"
    return f"{display.controller.upper()} {where}"


_AMPLIFIER_BOARD = "#dccbe6"
_DEPTH = 22.0
"""The width of the amplifier, in millimetres. The loudspeaker takes up the other space beside the header."""
_LEADS = 4.6
"""The distance between the loudspeaker's leads, in millimetres."""


def _amplifier(config: Config, module: Module) -> Iterator[Primitive]:
    assert config.speech and config.speech.amplifier, "only an amplifier has its wires"
    side = module.group.side
    near, edge = CENTRE + side * BOX[0], CENTRE + side * (BOX[0] + _DEPTH)
    yield Rectangle(
        min(near, edge),
        module.top,
        _DEPTH,
        module.bottom - module.top,
        _AMPLIFIER_BOARD,
        BLACK,
        0.4,
        1.2,
    )
    yield from _module_pins(module)
    middle = (module.top + module.bottom) / 2 + 3
    words = ("Amplifier", config.speech.amplifier.upper(), "GAIN and SD", "stay free")
    for index, (word, gap) in enumerate(zip(words, (0, 3.2, 7.2, 10), strict=True)):
        size = 2.0 if index else 2.5
        yield Text((near + edge) / 2 + side, module.top + 10 + gap, word, size, "middle", bold=not index)
    for offset, sign in ((-_LEADS / 2, "+"), (_LEADS / 2, "-")):
        y = middle + offset
        yield Line(((edge, y), (edge + side * 5, y)), BLACK, 0.6)
        yield Circle(edge - side * 1.6, y, 1.1, "#d9d9d9", BLACK, 0.25)
        yield Text(edge - side * 4.4, y, sign, 3, "middle", bold=True)
    yield from loudspeaker(edge + side * 5, middle, side)
    yield Text(edge + side * 7.5, middle + 9, "4 to 8 ohms", 2.1, "middle")


def _module_wires(module: Module, signal: str) -> Iterator[Primitive]:
    """The signal determines the style of all wires except power and ground."""
    for each in module.group.wires:
        y = row_y(each.pin.row)
        ends = ((side_x(each.pin, PIN), y), (side_x(each.pin, BOX[0]), y))
        yield from wire(_SUPPLIES.get(each.kind, signal), ends)


def _module_pins(module: Module) -> Iterator[Primitive]:
    """The pins are in a row at the edge that faces the GPIO header."""
    side = module.group.side
    x = CENTRE + side * BOX[0]
    placed = [(each.label, row_y(each.pin.row), 2.6) for each in module.group.wires]
    placed += [(label, y, 2.2) for label, y in module.others]
    ys = [y for _, y, _ in placed]
    yield Rectangle(x - 1.4, min(ys) - 1.8, 2.8, max(ys) - min(ys) + 3.6, "#2b2b2b", BLACK, 0.2, 0.4)
    for label, y, size in placed:
        yield Circle(x, y, 0.9, "#e8c860", BLACK, 0.2)
        yield Text(x + side * 2.4, y, label, size, "end" if side < 0 else "start", bold=size > 2.5)
