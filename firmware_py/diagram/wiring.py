"""How a board is wired, as a picture and as text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from math import ceil

from firmware_py.config.config import Config
from firmware_py.config.keypads import KeyboardSettings
from firmware_py.diagram.boxes import boxes, free_boxes, unplaced
from firmware_py.diagram.header import PINS, Pin
from firmware_py.diagram.layout import CENTRE, COLOURS, HEIGHT, WIDTH, across, down
from firmware_py.diagram.notes import chain, hat, notes, usb
from firmware_py.diagram.plan import BUZZER, FREE, GROUND, KEY, LIGHT, MATRIX, Contact, Plan, Rail, plan
from firmware_py.diagram.shapes import (
    BLACK,
    GREY,
    WHITE,
    Circle,
    Line,
    Primitive,
    Rectangle,
    Sketch,
    Text,
    paragraph,
)

_NOTES = 2.7
"""The size of the notes below the picture."""
_SUBTITLE = (
    "How to wire it to the 40-pin header of a Raspberry Pi. GPIO4 is the pin that a configuration calls 4."
)
_KEYCAP = (34.0, 51.0)
_RAIL = 55.0


def text(config: Config) -> str:
    """How a board is wired, for a terminal: the header, pin by pin, then notes.

    It is at most 80 columns wide, and ASCII but for what the configuration itself says.
    """
    wiring = plan(config)
    lines = [*textwrap.wrap(_heading(config), 79), ""]
    lines += ["The header with pin 1, the square one, at the upper left.", ""]
    for left, right in zip(PINS[::2], PINS[1::2], strict=True):
        mark = "[" if left.number == 1 else "("
        close = "]" if left.number == 1 else ")"
        row = (
            f"{_used(wiring, left):>26} {left.name:>7} {mark}{left.number:>2}{close}"
            f" ({right.number:>2}) {right.name:<7} {_used(wiring, right)}"
        )
        lines.append(row.rstrip())
    for keys in config.inputs:
        if isinstance(keys, KeyboardSettings) and keys.matrix:
            lines += ["", "The keypad:"]
            lines += [f"  row {place}: {'  '.join(row)}" for place, row in enumerate(keys.matrix, 1)]
    if usb(config):
        lines += ["", "The USB keypad goes into any USB socket; it uses no pin."]
    lines.append("")
    ends = [chain(config.lights)] if config.lights else []
    for note in [*notes(config, wiring), *_missing(wiring), *ends]:
        lines += textwrap.wrap(note, 79, initial_indent="- ", subsequent_indent="  ")
    return "\n".join([*lines, ""])


def _used(wiring: Plan, pin: Pin) -> str:
    said = list(dict.fromkeys(contact.said for contact in wiring.at(pin)))
    return ", ".join(said)


def _heading(config: Config) -> str:
    name = config.source or config.profile
    return f"{config.title} ({name})" if config.title else str(name or "A board")


def _missing(wiring: Plan) -> Iterator[str]:
    for run in wiring.runs:
        for name in run.missing:
            yield f"The {run.part.replace('_', ' ')} takes {name} from any pin of that name."
    if any(rail.ground is None for rail in wiring.rails):
        yield "Keys marked GND may use any pin of that name."


def drawing(config: Config) -> Sketch:
    """How a board is wired: the header with all that is on it, true to A4 across."""
    wiring = plan(config)
    shapes: list[Primitive] = [
        Text(10, 9, textwrap.shorten(_heading(config), 78, placeholder=" ..."), 5, bold=True)
    ]
    plugged = hat(config)
    subtitle = f"{plugged} The dashed pins are on it: nothing to wire." if plugged else _SUBTITLE
    shapes.append(Text(10, 15.5, subtitle, 3, colour=GREY))
    shapes += _wires(wiring, dashed=bool(plugged))
    shapes += _header(wiring)
    shapes += boxes(config, wiring)
    shapes += free_boxes(config, wiring)
    below = down(19) + 9
    written, height = _notes([*notes(config, wiring), *_missing(wiring), *unplaced(config, wiring)], below)
    return Sketch(_heading(config), WIDTH, max(HEIGHT, ceil(below + height)), (*shapes, *written))


def _notes(sentences: Sequence[str], top: float) -> tuple[list[Primitive], float]:
    """The notes in two columns from `top` on, and their height."""
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


def _header(wiring: Plan) -> Iterator[Primitive]:
    """The pins, with their numbers in them and their names above their wires."""
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
        wired = any(contact.kind != FREE for contact in wiring.at(pin))
        name = f"{pin.name} {pin.function}".strip()
        anchor = "end" if pin.side < 0 else "start"
        used = bool(wiring.at(pin))
        place = y - 1.9 if used else y
        yield Text(across(pin, 10.5), place, name, 2.5, anchor, BLACK if wired else GREY, bold=wired)


def _pad(pin: Pin, used: bool) -> tuple[str, str]:
    """The colours of a pin and of the number in it."""
    if pin.bcm is None:
        return COLOURS[pin.name], BLACK if pin.name == "3V3" else WHITE
    return ("#bfe3f7" if used else WHITE), BLACK


def _wires(wiring: Plan, dashed: bool) -> Iterator[Primitive]:
    for rail in wiring.rails:
        yield from _rail(wiring, rail, dashed)
    for contact in wiring.contacts:
        y = down(contact.pin.row)
        if contact.kind == FREE:
            yield from _free(contact, y)
        elif contact.kind == MATRIX:
            yield _wire(contact, dashed)
            yield from _cap(contact, y, "#e8dff0")


def _wire(contact: Contact, dashed: bool) -> Line:
    y = down(contact.pin.row)
    ends = ((across(contact.pin, 7), y), (across(contact.pin, _KEYCAP[0]), y))
    return Line(ends, COLOURS["wire"], 0.6, dashed)


def _free(contact: Contact, y: float) -> Iterator[Primitive]:
    side = contact.pin.side
    end = across(contact.pin, 30)
    yield Line(((across(contact.pin, 7), y), (end, y)), GREY, 0.3, dashed=True)
    for slope in (-1, 1):
        yield Line(((end - 1, y - slope), (end + 1, y + slope)), BLACK, 0.4)
    anchor = "end" if side < 0 else "start"
    yield Text(across(contact.pin, 33), y, contact.label, 2.4, anchor, GREY)


def _rail(wiring: Plan, rail: Rail, dashed: bool) -> Iterator[Primitive]:
    """Keys and their like, with their ground."""
    side = rail.contacts[0].pin.side
    x = CENTRE + side * _RAIL
    for contact in rail.contacts:
        y = down(contact.pin.row)
        yield _wire(contact, dashed)
        yield Line(((across(contact.pin, _KEYCAP[1]), y), (x, y)), BLACK, 0.6, dashed)
        yield from _light(contact, y) if contact.kind == LIGHT else _cap(contact, y, _fill(contact))
    rows = [contact.pin.row for contact in rail.contacts]
    if rail.ground is None:
        yield Line(((x, down(min(rows))), (x, down(max(rows)) + 2)), BLACK, 0.6, dashed)
        yield Text(x, down(max(rows)) + 3.5, "GND", 2.4, "middle", bold=True)
        return
    # Another part's ground may pass through the same rows: then the two are joined.
    passing = [each.pin for run in wiring.runs for each in run.contacts if each.kind == GROUND]
    ground = rail.ground
    span = [*rows, ground.row]
    joined = [pin for pin in passing if pin.side == side and min(span) <= pin.row <= max(span)]
    yield Line(((x, down(min(span))), (x, down(max(span)))), BLACK, 0.6, dashed)
    yield Line(((across(ground, 7), down(ground.row)), (x, down(ground.row))), BLACK, 0.6, dashed)
    for pin in sorted({*joined, ground}):
        yield Circle(x, down(pin.row), 0.9, BLACK, None)


def _fill(contact: Contact) -> str:
    return "#fbe3c0" if contact.kind == BUZZER else "#e3f1fa"


def _cap(contact: Contact, y: float, fill: str) -> Iterator[Primitive]:
    near, far = sorted((across(contact.pin, _KEYCAP[0]), across(contact.pin, _KEYCAP[1])))
    yield Rectangle(near, y - 2.5, far - near, 5, fill, BLACK, 0.4, 1)
    size = 3.2 if contact.kind == KEY else 2.8
    longest = (far - near - 1) / (0.85 * max(1, len(contact.label)))
    yield Text((near + far) / 2, y, contact.label, min(size, longest), "middle", bold=True)


def _light(contact: Contact, y: float) -> Iterator[Primitive]:
    """A resistor and an LED, its bar on the side of ground."""
    resistor = sorted((across(contact.pin, _KEYCAP[0]), across(contact.pin, 41)))
    yield Rectangle(resistor[0], y - 1, resistor[1] - resistor[0], 2, WHITE, BLACK, 0.4)
    yield Line(((across(contact.pin, 41), y), (across(contact.pin, _KEYCAP[1]), y)), BLACK, 0.6)
    tip, back = across(contact.pin, 48), across(contact.pin, 45)
    yield Line(((back, y - 1.6), (tip, y), (back, y + 1.6), (back, y - 1.6)), BLACK, 0.4)
    yield Line(((tip, y - 1.6), (tip, y + 1.6)), BLACK, 0.6)
    yield Text(across(contact.pin, 42), y - 3, contact.label, 2.2, "middle", bold=True)
