"""The displays in the wiring diagram, drawn as modules with a row of pins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from firmware_py.config.config import Config
from firmware_py.config.displays import DisplaySettings
from firmware_py.diagram.part_symbols import screen
from firmware_py.diagram.shapes import BLACK, WHITE, Circle, Primitive, Rectangle, Text
from firmware_py.diagram.wire_colours import I2C, SPI
from firmware_py.diagram.wiring_layout import BOX, CENTRE
from firmware_py.diagram.wiring_modules import LEAST, Module, flags, module_pins, module_wires, modules
from firmware_py.diagram.wiring_pin_assignment import WireGroup, WiringPlan

_BOARD = "#cfe0f2"
_NAMES = {"display": "Display", "second_display": "2nd display", "displays": "2 displays"}
_OWNERS = {"display": "display", "second_display": "2nd display", "displays": "displays"}
_SCREEN = 14.6
"""The width of a module's glass, in millimetres."""


def displays(config: Config, wiring: WiringPlan) -> Iterator[Primitive]:
    """Draw all displays with their wires."""
    for group in wiring.groups:
        if group.part in _NAMES and not group.first:
            yield from flags(group, _signal(config, group), _OWNERS[group.part])
    for module in modules(wiring):
        if module.group.part in _NAMES:
            yield from module_wires(module, _signal(config, module.group))
            yield from _draw(config, module)


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
    for y in (module.top + 2.2, module.bottom - 2.2)[: 2 if height >= LEAST else 1]:
        yield Circle(far, y, 1.0, WHITE, "#b8912b", 0.4)
    yield from module_pins(module)
    start = CENTRE + side * (BOX[1] - 2.2) - (0 if side < 0 else _SCREEN)
    yield from screen(start, module.top + 4, _SCREEN, 7.6)
    lines = [_NAMES[module.group.part], *(_about(each) for each in _settings(config, module.group.part))]
    for index, line in enumerate(lines):
        y = module.top + 14.6 + index * 3.1
        yield Text(start + _SCREEN / 2, y, line, 2.15 if index else 2.6, "middle", bold=not index)


def _about(display: DisplaySettings) -> str:
    where = f"{display.address:#04x}" if display.interface == "i2c" else f"SPI{display.bus}"
    return f"{display.controller.upper()} {where}"
