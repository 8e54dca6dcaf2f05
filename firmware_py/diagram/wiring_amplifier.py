"""The amplifier in the wiring diagram, with its loudspeaker."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.config.config import Config
from firmware_py.diagram.part_symbols import loudspeaker
from firmware_py.diagram.shapes import BLACK, Circle, Line, Primitive, Rectangle, Text
from firmware_py.diagram.wire_colours import SOUND
from firmware_py.diagram.wiring_layout import BOX, CENTRE
from firmware_py.diagram.wiring_modules import AMPLIFIER, Module, flags, module_pins, module_wires, modules
from firmware_py.diagram.wiring_pin_assignment import WiringPlan

_BOARD = "#dccbe6"
_DEPTH = 22.0
"""The width of the amplifier, in millimetres. The loudspeaker takes up the other space beside the header."""
_LEADS = 4.6
"""The distance between the loudspeaker's leads, in millimetres."""


def amplifier(config: Config, wiring: WiringPlan) -> Iterator[Primitive]:
    """Draw the amplifier with its wires and its loudspeaker. If the board has no amplifier, draw nothing."""
    if not config.speech or not config.speech.amplifier:
        return
    for group in wiring.groups:
        if group.part == AMPLIFIER and not group.first:
            yield from flags(group, SOUND, AMPLIFIER)
    for module in modules(wiring):
        if module.group.part == AMPLIFIER:
            yield from module_wires(module, SOUND)
            yield from _draw(config.speech.amplifier, module)


def _draw(chip: str, module: Module) -> Iterator[Primitive]:
    side = module.group.side
    near, edge = CENTRE + side * BOX[0], CENTRE + side * (BOX[0] + _DEPTH)
    yield Rectangle(min(near, edge), module.top, _DEPTH, module.bottom - module.top, _BOARD, BLACK, 0.4, 1.2)
    yield from module_pins(module)
    middle = (module.top + module.bottom) / 2 + 3
    words = ("Amplifier", chip.upper(), "GAIN and SD", "stay free")
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
