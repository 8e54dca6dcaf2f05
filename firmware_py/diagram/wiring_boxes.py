"""The boxes in the wiring picture: the displays, the LEDs and their power supply, a keypad, and the Pi."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from math import ceil, floor

from firmware_py.config.config import Config
from firmware_py.config.displays import DisplaySettings
from firmware_py.config.keypads import KeyboardSettings
from firmware_py.config.led_chips import TIMED
from firmware_py.config.lights import LightSettings
from firmware_py.diagram.pin_header import ROWS
from firmware_py.diagram.shapes import BLACK, GREY, WHITE, Circle, Line, Primitive, Rectangle, Text
from firmware_py.diagram.wiring_layout import BOX, CENTRE, COLOURS, PITCH, across, down
from firmware_py.diagram.wiring_notes import chain, hat, lengths, supply, usb
from firmware_py.diagram.wiring_plan import GROUND, POWER, Wire, WireGroup, WiringPlan

_EDGE = 3.2
"""The distance from the outermost wire of a box to the edge of the box, in millimetres."""
_TAIL = 41.0
"""The height of the LED chain and its power supply, not including the level shifter, in millimetres."""
_NAMES = {
    "display": "Display",
    "second_display": "Second display",
    "displays": "Two displays",
    "lights": "LEDs",
}
_WIDE = BOX[1] - BOX[0]


def boxes(config: Config, plan: WiringPlan) -> Iterator[Primitive]:
    """Draw a box for each group of wires, and the wires that lead to the box."""
    for group in plan.groups:
        lights = config.lights if group.part == "lights" and group.first else None
        for wire in group.wires:
            y = down(wire.pin.row)
            ends = ((across(wire.pin, 7), y), (across(wire.pin, BOX[0]), y))
            thickness = 0.8 if wire.kind in (POWER, GROUND) else 0.6
            yield Line(ends, _colour(wire), thickness, bool(hat(config)) and group.part != "lights")
        yield from _shifter(plan, group, lights) if lights else _box(config, group)


def _colour(wire: Wire) -> str:
    return COLOURS[wire.kind if wire.kind in (POWER, GROUND) else "bus"]


def _left(group: WireGroup) -> float:
    """Return the x position of the left edge of a group's box."""
    return CENTRE - BOX[1] if group.side < 0 else CENTRE + BOX[0]


def _terminals(group: WireGroup, labels: dict[str, str]) -> Iterator[Primitive]:
    for wire in group.wires:
        y = down(wire.pin.row)
        yield Circle(across(wire.pin, BOX[0]), y, 0.8, WHITE, BLACK, 0.3)
        anchor = "end" if group.side < 0 else "start"
        label = labels.get(wire.label, wire.label)
        yield Text(across(wire.pin, BOX[0] + 2), y, label, 2.7, anchor, bold=True)


def _box(config: Config, group: WireGroup) -> Iterator[Primitive]:
    left, top = _left(group), down(group.rows[0]) - _EDGE
    height = down(group.rows[1]) + _EDGE - top
    yield Rectangle(left, top, _WIDE, height, "#f7f7f7", BLACK, 0.4, 1.5)
    yield from _terminals(group, {})
    lines = [_NAMES[group.part]] if group.first else [_NAMES[group.part], "(the same)"]
    if group.first and group.part != "lights":
        lines += [_about(display) for display in _displays(config, group)]
        lines.append("128 x 64 pixels")
    if group.missing:
        lines.append(f"{' and '.join(group.missing)}: any such pin")
    if height < 10:
        lines = lines[:1]
    x = left + (3 if group.side < 0 else 24)
    yield from _lines(x, top + height / 2, lines)


def _lines(x: float, middle: float, lines: list[str]) -> Iterator[Text]:
    """Write lines of text, the first of them in bold.

    Args:
        x: the left edge of the text.
        middle: the y position on which all the lines together are centred.
        lines: the lines of text.
    """
    for index, line in enumerate(lines):
        y = middle + (index - (len(lines) - 1) / 2) * 4.2
        yield Text(x, y, line, 2.7 if index else 3.4, bold=not index)


def _displays(config: Config, group: WireGroup) -> tuple[DisplaySettings, ...]:
    if group.part == "displays":
        return config.displays
    return (config.displays[0 if group.part == "display" else 1],)


def _about(display: DisplaySettings) -> str:
    where = f"I2C {display.address:#04x}" if display.interface == "i2c" else f"SPI{display.bus}"
    return f"{display.controller.upper()}, {where}"


def _shifter(plan: WiringPlan, group: WireGroup, lights: LightSettings) -> Iterator[Primitive]:
    """Draw the level shifter and, if there is room above or below, the LED chain with its power supply.

    Args:
        plan: the wiring of the board.
        group: the wires to the level shifter.
        lights: the settings of the LEDs.
    """
    first, last = group.rows
    direction = _direction(plan, group) or 1
    left = _left(group)
    top = down(first) - (_EDGE if direction > 0 else 9)
    bottom = down(last) + (9 if direction > 0 else _EDGE)
    yield Rectangle(left, top, _WIDE, bottom - top, "#f7f7f7", BLACK, 0.4, 1.5)
    yield from _terminals(group, {"data": "1A (pin 2)", "clock": "2A (pin 5)", "GND": "GND (pin 7)"})
    x = left + (3 if group.side < 0 else 26)
    for index, line in enumerate(("Level shifter", "74AHCT125", "3.3 V in, 5 V out")):
        yield Text(
            x,
            (top + bottom) / 2 - 6.5 - direction * 1.5 + index * 4.2,
            line,
            2.7 if index else 3.4,
            bold=not index,
        )
    if _direction(plan, group):
        yield from _chain(group, lights, bottom if direction > 0 else top, direction)


def _direction(plan: WiringPlan, group: WireGroup) -> int:
    """Return the direction in which there is room to draw the LED chain and its power supply.

    Args:
        plan: the wiring of the board.
        group: the wires to the level shifter.

    Returns:
        1 if there is room below the level shifter, -1 if there is room above it, 0 if there is none.
    """
    others = [other.rows for other in plan.groups if other is not group and other.side == group.side]
    first, last = group.rows
    reach = ceil((_TAIL + 9) / PITCH)
    if last + reach <= ROWS + 1 and all(not last < rows[0] <= last + reach for rows in others):
        return 1
    return -1 if first >= reach and all(not first - reach <= rows[1] < first for rows in others) else 0


def unplaced(config: Config, plan: WiringPlan) -> list[str]:
    """Return a list with a note on the LED chain, or an empty list if there is room to draw the chain."""
    lights = config.lights
    crowded = [
        group
        for group in plan.groups
        if group.part == "lights" and group.first and not _direction(plan, group)
    ]
    return [chain(lights)] if lights and crowded else []


def _chain(group: WireGroup, lights: LightSettings, edge: float, direction: int) -> Iterator[Primitive]:
    """Draw the LED chain and its power supply.

    Args:
        group: the wires to the level shifter.
        lights: the settings of the LEDs.
        edge: the y position of the level shifter's edge, where the drawing begins.
        direction: 1 to draw downwards, -1 to draw upwards.
    """
    left = _left(group)
    clocked = lights.chip not in TIMED
    cores = [("1Y (pin 3)", "DI", COLOURS["bus"])]
    cores += [("2Y (pin 6)", "CI", COLOURS["bus"])] if clocked else []
    cores += [("GND (7)", "GND", COLOURS["GND"]), ("VCC (14)", "5V", COLOURS["5V"])]
    step = _WIDE / 4
    strip, source = edge + direction * 7, edge + direction * 30
    yield _across(left, strip, direction * 16)
    yield _across(left, source, direction * 11)
    for index, (chip, name, colour) in enumerate(cores):
        power = name in ("GND", "5V")
        x = left + step * ((index + 0.5) if not power else (2.5 if name == "GND" else 3.5))
        yield Line(((x, edge), (x, strip)), colour, 0.8 if power else 0.6)
        yield Text(x, edge - direction * 2.4, chip, 2.3, "middle", bold=True)
        yield Text(x, strip + direction * 2.6, name, 2.5, "middle", bold=True)
        for y in (edge, strip):
            yield Circle(x, y, 0.8, WHITE, BLACK, 0.3)
        if power:
            end = strip + direction * 16
            yield Line(((x, end), (x, source)), colour, 0.8)
            yield Text(x, end - direction * 2.4, name, 2.5, "middle", bold=True)
            yield Text(x, source + direction * 2.6, "-" if name == "GND" else "+", 3.2, "middle", bold=True)
            for y in (end, source):
                yield Circle(x, y, 0.8, WHITE, BLACK, 0.3)
    middle = strip + direction * 8
    yield Text(left + 3, middle - 1.6, f"LED chain, {lights.chip.upper()}", 3, bold=True)
    yield Text(left + 3, middle + 2.4, lengths(lights), 2.5)
    middle = source + direction * 5.5
    yield Text(left + 3, middle - 1.8, "LED power supply", 3, bold=True)
    yield Text(left + 3, middle + 2.4, supply(lights), 2.5)


def _across(left: float, edge: float, height: float) -> Rectangle:
    return Rectangle(left, min(edge, edge + height), _WIDE, abs(height), "#f7f7f7", BLACK, 0.4, 1.5)


def free_boxes(config: Config, plan: WiringPlan) -> Iterator[Primitive]:
    """Draw the boxes to which no wires lead, such as the Pi and a USB keypad, wherever there is room."""
    taken = [_taken(plan, group) for group in plan.groups]
    for height, shapes in _free(config):
        for side, y in product((1, -1), range(25, floor(down(ROWS - 1) + 6 - height), 2)):
            if all(side != other or y >= end or start >= y + height for other, start, end in taken):
                taken.append((side, y - 4, y + height + 4))
                yield from shapes(CENTRE + BOX[0] if side > 0 else CENTRE - BOX[1], y)
                break


def _taken(plan: WiringPlan, group: WireGroup) -> tuple[int, float, float]:
    """Return the space that a box takes up, as the side of the page and the y positions of top and bottom."""
    start, end = down(group.rows[0]) - 8, down(group.rows[1]) + 8
    direction = _direction(plan, group) if group.part == "lights" and group.first else 0
    return group.side, start - _TAIL * (direction < 0) - 2, end + _TAIL * (direction > 0) + 2


FreeBox = tuple[float, Callable[[float, float], Iterator[Primitive]]]


def _free(config: Config) -> Iterator[FreeBox]:
    """Yield the height of each box without wires, and the function that draws the box."""
    yield 40, _pi
    for keys in config.inputs:
        if isinstance(keys, KeyboardSettings) and keys.matrix:
            yield len(keys.matrix) * 7.0 + 20, partial(_keypad, keys)
    if usb(config):
        yield 17, _usb


def _pi(x: float, y: float) -> Iterator[Primitive]:
    """Draw the Pi with its upper left corner at (x, y), to show which way round its header is."""
    yield Rectangle(x, y, 27, 40, "#eef5ea", BLACK, 0.4, 2)
    yield Rectangle(x + 22, y + 4, 4, 24, "#e9e9e9", BLACK, 0.3)
    yield Rectangle(x + 22.3, y + 4.3, 1.6, 1.6, BLACK, None)
    yield Rectangle(x + 9, y - 1, 9, 6, WHITE, BLACK, 0.3)
    yield Text(x + 13.5, y + 2, "SD", 2.4, "middle")
    for index, word in enumerate(("LAN", "USB", "USB")):
        yield Rectangle(x + 2 + index * 8, y + 33, 7, 8, WHITE, BLACK, 0.3)
        yield Text(x + 5.5 + index * 8, y + 37, word, 2.2, "middle")
    lines = (
        "Which way round:",
        "pin 1 is square and",
        "next to the SD card,",
        "the even pins are at",
        "the edge of the Pi.",
    )
    for index, line in enumerate(lines):
        yield Text(x + 30.5, y + 8 + index * 4.4, line, 2.7, bold=not index)


def _usb(x: float, y: float) -> Iterator[Primitive]:
    yield Rectangle(x, y, _WIDE, 17, "#f7f7f7", BLACK, 0.4, 1.5)
    yield Rectangle(x + 4, y + 5.5, 6, 6, WHITE, BLACK, 0.4)
    yield Rectangle(x + 10, y + 4, 9, 9, GREY, BLACK, 0.4, 1)
    yield Text(x + 23, y + 6, "USB keypad", 3.4, bold=True)
    yield Text(x + 23, y + 11, "any USB socket; no pins", 2.7)


def _keypad(keys: KeyboardSettings, x: float, y: float) -> Iterator[Primitive]:
    """Draw the keys of a matrix in rows and columns, with their upper left corner at (x, y)."""
    across = len(keys.columns)
    step = min(12.0, (_WIDE - 18) / max(1, across))
    yield Rectangle(x, y, _WIDE, len(keys.rows) * 7.0 + 20, "#f7f7f7", BLACK, 0.4, 1.5)
    yield Text(x + 3, y + 5, "Keypad", 3.4, bold=True)
    yield Text(x + 16 + step * across / 2, y + 10, "column", 2.4, "middle")
    for column in range(across):
        yield Text(x + 16 + step * (column + 0.5), y + 13.5, str(column + 1), 2.4, "middle")
    for row, words in enumerate(keys.matrix):
        top = y + 16 + row * 7.0
        yield Text(x + 14, top + 3, f"row {row + 1}", 2.4, "end")
        for column, word in enumerate(words):
            left = x + 16 + step * column
            yield Rectangle(left + 0.5, top, step - 1, 6, "#e8dff0", BLACK, 0.3, 0.8)
            size = min(2.8, (step - 1.5) / (0.66 * max(1, len(word))))
            yield Text(left + step / 2, top + 3, word, size, "middle", bold=True)
