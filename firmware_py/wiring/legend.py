"""The legend of the wiring diagram, which explains the colours of the wires and the symbols."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.config.config import Config
from firmware_py.config.pi import plug_on_board
from firmware_py.drawing.shapes import BLACK, GREY, Circle, Primitive, Rectangle, Text

from .layout import (
    BOX,
    COVERED,
    FIVE_VOLTS,
    GND,
    I2C,
    KEYS,
    MARGIN,
    SIGNALS,
    SOUND,
    SPI,
    THREE_VOLTS,
    WIDTH,
    joint,
    wire,
)
from .pins import BUZZER, FIVE, KEY, LIGHT, MATRIX, POWER, WiringPlan
from .symbols import BUTTON, LEG, ground, push_button

_STEP = 4.6
_COLUMNS = 6
_JOINED, _CROSSING, _GROUND, _BUTTON = "joined", "not joined", "to GND as well", "push button"
_COVERED = "covered"


def entries(config: Config, wiring: WiringPlan) -> dict[str, str]:
    """Return the legend: an explanation of each signal and symbol in the picture, keyed by its name."""
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


def legend_height(config: Config, wiring: WiringPlan) -> float:
    """Return the height of the legend when it is drawn in one column, in millimetres."""
    return len(entries(config, wiring)) * _STEP + 4.4


def legend(config: Config, wiring: WiringPlan, x: float, y: float) -> Iterator[Primitive]:
    """Draw the legend in one column, with its upper left corner at (x, y)."""
    yield Rectangle(x, y, BOX[1] - BOX[0], legend_height(config, wiring), None, GREY, 0.3, 1.5)
    for index, (name, words) in enumerate(entries(config, wiring).items()):
        yield from _entry(name, words, x + 3, y + 4.2 + index * _STEP)


def legend_rows_height(config: Config, wiring: WiringPlan) -> float:
    """Return the height, in millimetres, of the legend when it is drawn in rows across the page."""
    return -(-len(entries(config, wiring)) // _COLUMNS) * _STEP + 4.4


def legend_rows(config: Config, wiring: WiringPlan, y: float) -> Iterator[Primitive]:
    """Draw the legend of the wiring diagram in rows across the page.

    Args:
        y: the y-coordinate of the legend's upper edge, in millimetres.
    """
    width = WIDTH - 2 * MARGIN
    yield Rectangle(MARGIN, y, width, legend_rows_height(config, wiring), None, GREY, 0.3, 1.5)
    for index, (name, words) in enumerate(entries(config, wiring).items()):
        row, column = divmod(index, _COLUMNS)
        yield from _entry(name, words, MARGIN + 2 + column * width / _COLUMNS, y + 4.2 + row * _STEP)


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
