"""The parts of the wiring diagram that have no wires, placed wherever there is room.

These are the legend, the Pi (to show the orientation of its header), and a USB or matrix keypad.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from math import floor
from typing import NamedTuple

from firmware_py.config.config import Config
from firmware_py.config.keypads import KeyboardSettings
from firmware_py.config.pi import PI_SIZE, PLUG_ON_BOARDS, plug_on_board
from firmware_py.drawing.shapes import BLACK, GREY, WHITE, Circle, Line, Primitive, Rectangle, Text, paragraph

from .layout import (
    BOX,
    CENTRE,
    COVERED,
    FIVE_VOLTS,
    GND,
    HEADER_END,
    I2C,
    KEYS,
    SIGNALS,
    SOUND,
    SPI,
    THREE_VOLTS,
    joint,
    row_y,
    wire,
)
from .notes import bonnet_instead, usb
from .pi_picture import Place, pi, plugged_on
from .pins import BUZZER, FIVE, KEY, LIGHT, MATRIX, POWER, WiringPlan
from .symbols import BUTTON, LEG, ground, push_button
from .wired_parts import modules

_WIDE = BOX[1] - BOX[0]
_GAP = 3.0
_PI = 0.5
"""The size of the Pi, as a fraction of its true size."""
_KEYPAD = (
    ("Num", "/", "*", "-"),
    ("7", "8", "9", "+"),
    ("4", "5", "6", ""),
    ("1", "2", "3", "Ent"),
    ("0", "", ".", ""),
)


_Space = tuple[int, float, float]
"""A space beside the header: its side, -1 or 1, and the y-coordinates of its top and bottom edges."""
_STEP = 4.6
_JOINED, _CROSSING, _GROUND, _BUTTON = "joined", "not joined", "to GND as well", "push button"
_COVERED = "covered"


class _Item(NamedTuple):
    height: float
    draw: Callable[[float, float], Iterator[Primitive]]


def free_parts(
    config: Config, wiring: WiringPlan, end: float, taken: Sequence[_Space], *, with_pi: bool
) -> tuple[list[Primitive], float, bool]:
    """Draw the parts that have no wires, and the legend if there is room for it.

    Args:
        end: the y-coordinate of the bottom of the drawing so far, in millimetres.
        taken: the spaces beside the GPIO header that are occupied by anything except wires.

    Returns:
        The shapes, the y-coordinate of the bottom of the drawing, and True if the legend was drawn.
    """
    used = [*_taken(wiring), *taken]
    shapes: list[Primitive] = []
    left_over: list[_Item] = []
    for item in _items(config, wiring, with_pi=with_pi):
        place = _room(item.height, used)
        if place is None:
            left_over.append(item)
            continue
        side, y = place
        used.append((side, y - _GAP, y + item.height + _GAP))
        shapes += item.draw(CENTRE + BOX[0] if side > 0 else CENTRE - BOX[1], y)
    if left_over:  # the page grows by a row of parts below the header
        for index, item in enumerate(left_over):
            shapes += item.draw(CENTRE - BOX[1] + index * (_WIDE + 10), end + 4)
        end += max(item.height for item in left_over) + 6
    place = _room(legend_height(config, wiring), used)
    if place:
        side, y = place
        shapes += legend(config, wiring, CENTRE + BOX[0] if side > 0 else CENTRE - BOX[1], y)
    return shapes, end, place is not None


def _room(height: float, taken: Sequence[_Space]) -> tuple[int, float] | None:
    for side, y in product((1, -1), range(23, floor(HEADER_END - height) + 1)):
        if all(side != other or y >= end or start >= y + height for other, start, end in taken):
            return side, float(y)
    return None


def _taken(wiring: WiringPlan) -> list[_Space]:
    """Return the spaces beside the header that are taken up by modules and by the wires to the LEDs."""
    placed = {module.group.part: module for module in modules(wiring)}
    found = []
    for group in wiring.groups:
        top, bottom = row_y(group.rows[0]) - _GAP, row_y(group.rows[1]) + _GAP
        if group.part == "lights":
            # The wires of the right column run down from there; those of the left column run further out.
            found.append((group.side, top, bottom - 1 if group.side < 0 else HEADER_END + 20))
        elif group.first:
            module = placed[group.part]
            found.append((group.side, module.top - _GAP, module.bottom + _GAP + 2))
    return found


def _items(config: Config, wiring: WiringPlan, *, with_pi: bool) -> Iterator[_Item]:
    if with_pi:
        yield _Item(PI_SIZE[0] * _PI + 15, _which_way_round)
    for keys in config.inputs:
        if isinstance(keys, KeyboardSettings) and keys.matrix:
            yield _Item(len(keys.matrix) * 7.0 + 20, partial(_matrix, keys))
    if bonnet_instead(config):
        yield _Item(42, _bonnet)
    if usb(config):
        yield _Item(41.5, _usb)


def _which_way_round(x: float, y: float) -> Iterator[Primitive]:
    width = PI_SIZE[1] * _PI
    left = x + (_WIDE - width) / 2 - 1
    yield from pi(Place(left, y + 1.5, _PI, turned=True))
    yield Text(left + width / 2, y + 4.4, "SD", 2.4, "middle", bold=True)
    lines = ("Pin 1 is in the inner row, near", "the SD card. The even pins are", "at the edge of the Pi.")
    yield from paragraph(lines, x + 1, y + PI_SIZE[0] * _PI + 6.5, 2.3)


def _bonnet(x: float, y: float) -> Iterator[Primitive]:
    scale = 0.38
    yield Text(x + 1, y + 2, "Or plug on Adafruit's Bonnet:", 2.4, bold=True)
    yield Text(x + 1, y + 6, "nothing to wire", 2.4)
    place = Place(x + 1, y + 10, scale)
    yield from pi(place)
    yield from plugged_on(place, "OLED Bonnet", dict.fromkeys(PLUG_ON_BOARDS["oled-bonnet"].buttons, ""))


def _usb(x: float, y: float) -> Iterator[Primitive]:
    yield Rectangle(x + 2, y, 24, 31, "#4a4a4a", BLACK, 0.4, 2)
    for row, words in enumerate(_KEYPAD):
        for column, word in enumerate(words):
            if not word:
                continue
            tall = 11.0 if word in ("+", "Ent") else 5.0
            wide = 10.7 if word == "0" else 5.0
            left, top = x + 3 + column * 5.6, y + 1.6 + row * 5.8
            yield Rectangle(left, top, wide, tall, "#e9e9e9", BLACK, 0.2, 0.6)
            yield Text(left + wide / 2, top + tall / 2, word, 1.9 if len(word) > 1 else 2.4, "middle")
    yield Line(((x + 26, y + 4), (x + 31, y + 4), (x + 31, y + 15)), "#4a4a4a", 1.0)
    yield Rectangle(x + 28, y + 15, 6, 9, "#4a4a4a", BLACK, 0.3, 0.8)
    yield Rectangle(x + 28.8, y + 24, 4.4, 5, "#d9d9d9", BLACK, 0.3)
    yield Text(x + 1, y + 34.5, "USB keypad", 3, bold=True)
    yield Text(x + 1, y + 39, "any USB socket; no pins", 2.4)


def _matrix(keys: KeyboardSettings, x: float, y: float) -> Iterator[Primitive]:
    across = len(keys.columns)
    step = min(8.5, (_WIDE - 11.2) / max(1, across))
    yield Rectangle(x, y, _WIDE, len(keys.rows) * 7.0 + 18, "#f4eef4", BLACK, 0.4, 1.5)
    yield Text(x + 3, y + 4.6, "Keypad", 3, bold=True)
    yield Text(x + 10.5 + step * across / 2, y + 9.4, "column", 2.3, "middle")
    for column in range(across):
        yield Text(x + 10.5 + step * (column + 0.5), y + 12.8, str(column + 1), 2.3, "middle")
    for row, words in enumerate(keys.matrix):
        top = y + 15 + row * 7.0
        yield Text(x + 9.5, top + 3, f"row {row + 1}", 2.1, "end", GREY)
        for column, word in enumerate(words):
            left = x + 10.5 + step * column
            yield Rectangle(left + 0.4, top, step - 0.8, 6, WHITE, BLACK, 0.3, 0.8)
            size = min(2.7, (step - 1.4) / (0.7 * max(1, len(word))))
            yield Text(left + step / 2, top + 3, word, size, "middle", bold=True)


def legend_height(config: Config, wiring: WiringPlan, columns: int = 1) -> float:
    """Return the height of the legend when it is drawn in `columns` columns, in millimetres."""
    return -(-len(_entries(config, wiring)) // columns) * _STEP + 4.4


def legend(
    config: Config, wiring: WiringPlan, x: float, y: float, width: float = _WIDE, columns: int = 1
) -> Iterator[Primitive]:
    """Draw the legend, which explains the colours of the wires and the symbols, at (x, y)."""
    yield Rectangle(x, y, width, legend_height(config, wiring, columns), None, GREY, 0.3, 1.5)
    inset = 3 if columns == 1 else 2
    for index, (name, words) in enumerate(_entries(config, wiring).items()):
        row, column = divmod(index, columns)
        yield from _entry(name, words, x + inset + column * width / columns, y + 4.2 + row * _STEP)


def _entries(config: Config, wiring: WiringPlan) -> dict[str, str]:
    kinds = {each.kind for each in wiring.wires}
    buses = {display.interface for display in config.displays}
    reset = any(each.interface == "i2c" and each.reset is not None for each in config.displays)
    lights = config.lights
    grounded = [rail.ground is not None for rail in wiring.rails]
    shared = any(len(rail.wires) > 1 for rail in wiring.rails)
    spi = ["display"] if "spi" in buses else []
    spi += [] if lights is None else ["data"] if lights.timed else ["data, clock"]
    board = plug_on_board(config)
    said = {
        FIVE_VOLTS: "5 V" if lights or FIVE in kinds else "",
        THREE_VOLTS: "3.3 V (3V3)" if POWER in kinds else "",
        GND: "ground (GND)",
        I2C: ("SDA, SCL, RST" if reset else "I2C: SDA, SCL") if "i2c" in buses else "",
        SPI: f"SPI: {spi[0]}" if len(spi) == 1 else "SPI" if spi else "",
        SOUND: "sound (I2S)" if config.speech and config.speech.amplifier else "",
        KEYS: "keys" if KEY in kinds else "keypad" if MATRIX in kinds else "",
        SIGNALS: "LEDs, buzzer" if kinds & {LIGHT, BUZZER} else "",
        _JOINED: _JOINED if lights or any(grounded) or shared else "",
        _CROSSING: _CROSSING if lights else "",
        _GROUND: _GROUND if lights or not all(grounded) else "",
        _COVERED: f"for the {board.short}" if board else "",
        _BUTTON: _BUTTON if KEY in kinds else "",
    }
    return {name: words for name, words in said.items() if words}


def _entry(name: str, words: str, x: float, y: float) -> Iterator[Primitive]:
    if name == _JOINED:
        yield from wire(GND, ((x, y), (x + 9, y)))
        yield from wire(GND, ((x + 4.5, y), (x + 4.5, y + 1.8)))
        yield joint(x + 4.5, y)
    elif name == _CROSSING:
        yield from wire(GND, ((x + 4.5, y - 1.8), (x + 4.5, y + 1.8)))
        yield from wire(SPI, ((x, y), (x + 9, y)), [(x + 4.5, y)])
    elif name == _GROUND:
        yield from wire(GND, ((x + 9, y), (x + 6.4, y)))
        yield from ground(x + 6.4, y)
    elif name == _BUTTON:
        y += 0.4  # a button is taller than a line of the legend
        yield from push_button(x + 4.5 - BUTTON / 2, y - LEG / 2, 1)
    elif name == _COVERED:
        yield Circle(x + 4.5, y, 1.9, COVERED, BLACK, 0.4)
    else:
        yield from wire(name, ((x, y), (x + 9, y)))
    yield Text(x + 10.6, y, words, 2.3)
