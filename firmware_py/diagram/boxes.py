"""The boxes of the picture: displays, the LEDs with what they need, a keypad, the Pi itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from math import ceil, floor

from firmware_py.config.config import Config
from firmware_py.config.displays import DisplaySettings
from firmware_py.config.keypads import KeyboardSettings
from firmware_py.config.lights import LightSettings
from firmware_py.diagram.header import ROWS
from firmware_py.diagram.layout import BOX, CENTRE, COLOURS, PITCH, across, down
from firmware_py.diagram.notes import chain, hat, lengths, supply, usb
from firmware_py.diagram.plan import GROUND, POWER, Contact, Plan, Run
from firmware_py.diagram.shapes import BLACK, GREY, WHITE, Circle, Line, Primitive, Rectangle, Text

_EDGE = 3.2
"""From the outermost wire to the edge of a box."""
_TAIL = 41.0
"""Height of the boxes for the LED chain and its supply, below the level shifter."""
_NAMES = {
    "display": "Display",
    "second_display": "Second display",
    "displays": "Two displays",
    "lights": "LEDs",
}
_WIDE = BOX[1] - BOX[0]
_CLOCKED = ("apa102", "sk9822")


def boxes(config: Config, plan: Plan) -> Iterator[Primitive]:
    """A box for each run of wires, the wires with it."""
    for run in plan.runs:
        lights = config.lights if run.part == "lights" and run.first else None
        for contact in run.contacts:
            y = down(contact.pin.row)
            ends = ((across(contact.pin, 7), y), (across(contact.pin, BOX[0]), y))
            thickness = 0.8 if contact.kind in (POWER, GROUND) else 0.6
            yield Line(ends, _colour(contact), thickness, bool(hat(config)) and run.part != "lights")
        yield from _shifter(plan, run, lights) if lights else _box(config, run)


def _colour(contact: Contact) -> str:
    return COLOURS[contact.kind if contact.kind in (POWER, GROUND) else "bus"]


def _left(run: Run) -> float:
    """The x of the left edge of a box."""
    return CENTRE - BOX[1] if run.side < 0 else CENTRE + BOX[0]


def _terminals(run: Run, labels: dict[str, str]) -> Iterator[Primitive]:
    for contact in run.contacts:
        y = down(contact.pin.row)
        yield Circle(across(contact.pin, BOX[0]), y, 0.8, WHITE, BLACK, 0.3)
        anchor = "end" if run.side < 0 else "start"
        label = labels.get(contact.label, contact.label)
        yield Text(across(contact.pin, BOX[0] + 2), y, label, 2.7, anchor, bold=True)


def _box(config: Config, run: Run) -> Iterator[Primitive]:
    left, top = _left(run), down(run.rows[0]) - _EDGE
    height = down(run.rows[1]) + _EDGE - top
    yield Rectangle(left, top, _WIDE, height, "#f7f7f7", BLACK, 0.4, 1.5)
    yield from _terminals(run, {})
    said = [_NAMES[run.part]] if run.first else [_NAMES[run.part], "(the same)"]
    if run.first and run.part != "lights":
        said += [_about(display) for display in _displays(config, run)]
        said.append("128 x 64 pixels")
    if run.missing:
        said.append(f"{' and '.join(run.missing)}: any such pin")
    if height < 10:
        said = said[:1]
    x = left + (3 if run.side < 0 else 24)
    yield from _lines(x, top + height / 2, said)


def _lines(x: float, middle: float, said: list[str]) -> Iterator[Text]:
    """A name and what is to be said of it, one below the other about a middle."""
    for place, line in enumerate(said):
        y = middle + (place - (len(said) - 1) / 2) * 4.2
        yield Text(x, y, line, 2.7 if place else 3.4, bold=not place)


def _displays(config: Config, run: Run) -> tuple[DisplaySettings, ...]:
    if run.part == "displays":
        return config.displays
    return (config.displays[0 if run.part == "display" else 1],)


def _about(display: DisplaySettings) -> str:
    where = f"I2C {display.address:#04x}" if display.interface == "i2c" else f"SPI{display.bus}"
    return f"{display.controller.upper()}, {where}"


def _shifter(plan: Plan, run: Run, lights: LightSettings) -> Iterator[Primitive]:
    """The level shifter, and beyond it the chain and its supply: below, or above where that is taken."""
    first, last = run.rows
    way = _way(plan, run) or 1
    left = _left(run)
    top = down(first) - (_EDGE if way > 0 else 9)
    bottom = down(last) + (9 if way > 0 else _EDGE)
    yield Rectangle(left, top, _WIDE, bottom - top, "#f7f7f7", BLACK, 0.4, 1.5)
    yield from _terminals(run, {"data": "1A (pin 2)", "clock": "2A (pin 5)", "GND": "GND (pin 7)"})
    x = left + (3 if run.side < 0 else 26)
    for place, line in enumerate(("Level shifter", "74AHCT125", "3.3 V in, 5 V out")):
        yield Text(
            x, (top + bottom) / 2 - 6.5 - way * 1.5 + place * 4.2, line, 2.7 if place else 3.4, bold=not place
        )
    if _way(plan, run):
        yield from _chain(run, lights, bottom if way > 0 else top, way)


def _way(plan: Plan, run: Run) -> int:
    """Where there is room for the chain and its supply: 1 below the level shifter, -1 above it, 0 nowhere."""
    others = [other.rows for other in plan.runs if other is not run and other.side == run.side]
    first, last = run.rows
    reach = ceil((_TAIL + 9) / PITCH)
    if last + reach <= ROWS + 1 and all(not last < rows[0] <= last + reach for rows in others):
        return 1
    return -1 if first >= reach and all(not first - reach <= rows[1] < first for rows in others) else 0


def unplaced(config: Config, plan: Plan) -> list[str]:
    """Sentences about wires that do not fit into the picture."""
    lights = config.lights
    crowded = [run for run in plan.runs if run.part == "lights" and run.first and not _way(plan, run)]
    return [chain(lights)] if lights and crowded else []


def _chain(run: Run, lights: LightSettings, edge: float, way: int) -> Iterator[Primitive]:
    """The chain of LEDs and its supply, from the edge of the level shifter on, downwards or upwards."""
    left = _left(run)
    clocked = lights.chip in _CLOCKED
    wires = [("1Y (pin 3)", "DI", COLOURS["bus"])]
    wires += [("2Y (pin 6)", "CI", COLOURS["bus"])] if clocked else []
    wires += [("GND (7)", "GND", COLOURS["GND"]), ("VCC (14)", "5V", COLOURS["5V"])]
    step = _WIDE / 4
    strip, source = edge + way * 7, edge + way * 30
    yield _across(left, strip, way * 16)
    yield _across(left, source, way * 11)
    for place, (chip, name, colour) in enumerate(wires):
        power = name in ("GND", "5V")
        x = left + step * ((place + 0.5) if not power else (2.5 if name == "GND" else 3.5))
        yield Line(((x, edge), (x, strip)), colour, 0.8 if power else 0.6)
        yield Text(x, edge - way * 2.4, chip, 2.3, "middle", bold=True)
        yield Text(x, strip + way * 2.6, name, 2.5, "middle", bold=True)
        for y in (edge, strip):
            yield Circle(x, y, 0.8, WHITE, BLACK, 0.3)
        if power:
            end = strip + way * 16
            yield Line(((x, end), (x, source)), colour, 0.8)
            yield Text(x, end - way * 2.4, name, 2.5, "middle", bold=True)
            yield Text(x, source + way * 2.6, "-" if name == "GND" else "+", 3.2, "middle", bold=True)
            for y in (end, source):
                yield Circle(x, y, 0.8, WHITE, BLACK, 0.3)
    middle = strip + way * 8
    yield Text(left + 3, middle - 1.6, f"LED chain, {lights.chip.upper()}", 3, bold=True)
    yield Text(left + 3, middle + 2.4, lengths(lights), 2.5)
    middle = source + way * 5.5
    yield Text(left + 3, middle - 1.8, "LED power supply", 3, bold=True)
    yield Text(left + 3, middle + 2.4, supply(lights), 2.5)


def _across(left: float, edge: float, height: float) -> Rectangle:
    return Rectangle(left, min(edge, edge + height), _WIDE, abs(height), "#f7f7f7", BLACK, 0.4, 1.5)


def free_boxes(config: Config, plan: Plan) -> Iterator[Primitive]:
    """Boxes without wires, where there is room: the Pi, a USB keypad, the keys of a matrix."""
    taken = [_taken(plan, run) for run in plan.runs]
    for height, shapes in _free(config):
        for side, y in product((1, -1), range(25, floor(down(ROWS - 1) + 6 - height), 2)):
            if all(side != other or y >= end or start >= y + height for other, start, end in taken):
                taken.append((side, y - 4, y + height + 4))
                yield from shapes(CENTRE + BOX[0] if side > 0 else CENTRE - BOX[1], y)
                break


def _taken(plan: Plan, run: Run) -> tuple[int, float, float]:
    """The side that a box is on, and from where to where it is taken."""
    start, end = down(run.rows[0]) - 8, down(run.rows[1]) + 8
    way = _way(plan, run) if run.part == "lights" and run.first else 0
    return run.side, start - _TAIL * (way < 0) - 2, end + _TAIL * (way > 0) + 2


Box = tuple[float, Callable[[float, float], Iterator[Primitive]]]


def _free(config: Config) -> Iterator[Box]:
    """The height of each box, and what draws it."""
    yield 40, _pi
    for keys in config.inputs:
        if isinstance(keys, KeyboardSettings) and keys.matrix:
            yield len(keys.matrix) * 7.0 + 20, partial(_keypad, keys)
    if usb(config):
        yield 17, _usb


def _pi(x: float, y: float) -> Iterator[Primitive]:
    """Which way round the Pi lies."""
    yield Rectangle(x, y, 27, 40, "#eef5ea", BLACK, 0.4, 2)
    yield Rectangle(x + 22, y + 4, 4, 24, "#e9e9e9", BLACK, 0.3)
    yield Rectangle(x + 22.3, y + 4.3, 1.6, 1.6, BLACK, None)
    yield Rectangle(x + 9, y - 1, 9, 6, WHITE, BLACK, 0.3)
    yield Text(x + 13.5, y + 2, "SD", 2.4, "middle")
    for place, word in enumerate(("LAN", "USB", "USB")):
        yield Rectangle(x + 2 + place * 8, y + 33, 7, 8, WHITE, BLACK, 0.3)
        yield Text(x + 5.5 + place * 8, y + 37, word, 2.2, "middle")
    said = (
        "Which way round:",
        "pin 1 is square and",
        "next to the SD card,",
        "the even pins are at",
        "the edge of the Pi.",
    )
    for place, line in enumerate(said):
        yield Text(x + 30.5, y + 8 + place * 4.4, line, 2.7, bold=not place)


def _usb(x: float, y: float) -> Iterator[Primitive]:
    yield Rectangle(x, y, _WIDE, 17, "#f7f7f7", BLACK, 0.4, 1.5)
    yield Rectangle(x + 4, y + 5.5, 6, 6, WHITE, BLACK, 0.4)
    yield Rectangle(x + 10, y + 4, 9, 9, GREY, BLACK, 0.4, 1)
    yield Text(x + 23, y + 6, "USB keypad", 3.4, bold=True)
    yield Text(x + 23, y + 11, "any USB socket; no pins", 2.7)


def _keypad(keys: KeyboardSettings, x: float, y: float) -> Iterator[Primitive]:
    """The keys of a matrix, as they lie."""
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
