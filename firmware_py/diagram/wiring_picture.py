"""The picture of a board's wiring: the 40-pin header with everything connected to it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from math import ceil

from firmware_py.config.config import Config
from firmware_py.diagram.pi_picture import SIZE, Place, pi, plugged_on, splitter
from firmware_py.diagram.pin_header import BY_BCM
from firmware_py.diagram.plug_on_boards import PlugOnBoard, left_to_wire, named_buttons, plug_on_board
from firmware_py.diagram.shapes import BLACK, GREY, Circle, Drawing, Line, Primitive, Text, paragraph
from firmware_py.diagram.wiring_displays import displays
from firmware_py.diagram.wiring_free import free_parts
from firmware_py.diagram.wiring_header import header
from firmware_py.diagram.wiring_keys import small_parts
from firmware_py.diagram.wiring_layout import CENTRE, HEIGHT, MARGIN, WIDTH
from firmware_py.diagram.wiring_legend import legend_rows, legend_rows_height
from firmware_py.diagram.wiring_lights import height as lights_height
from firmware_py.diagram.wiring_lights import lights_picture
from firmware_py.diagram.wiring_notes import any_pin, heading, notes
from firmware_py.diagram.wiring_plan import WiringPlan, plan

_NOTES = 2.5
"""The font size of the notes below the picture, in millimetres."""
_SUBTITLE = (
    "How to wire it to the 40-pin header of a Raspberry Pi. GPIO4 is the pin that a configuration calls 4."
)
_HEIGHTS = (148.0, 210.0, HEIGHT)
"""The possible heights of the page: half of A4, square, and A4."""
_PLUGGED = Place(CENTRE + 34, 38, 0.6)
"""Where a Pi with a plug-on board stands beside the header."""


def draw(config: Config, model: str | None = None) -> Drawing:
    """Draw a board's wiring on an upright A4 page, or on a part of one if it needs less.

    If the notes need more room than there is, the page is made taller.

    Args:
        config: the configuration of the board.
        model: the board's Raspberry Pi, as `pi_model` returns it; None if it is not known.
    """
    board = plug_on_board(config)
    to_wire = left_to_wire(config, board) if board else config
    wiring = plan(to_wire)
    shapes: list[Primitive] = [
        Text(MARGIN, 9, textwrap.shorten(heading(config), 60, placeholder=" ..."), 4.6, bold=True)
    ]
    if board and not wiring.wires:
        shapes += _only_plugged(config, board)
        below = 104.0
    else:
        drawn, below = _wired(to_wire, wiring, board)
        shapes += drawn
        if board:
            shapes += _beside(config, board)
    written, height = _notes([*notes(config, plan(config), model), *any_pin(wiring)], below + 4)
    page = next((each for each in _HEIGHTS if below + height <= each), float(ceil(below + height)))
    return Drawing(heading(config), WIDTH, page, (*shapes, *written))


def _wired(config: Config, wiring: WiringPlan, board: PlugOnBoard | None) -> tuple[list[Primitive], float]:
    """Draw the header with all its wires; return the shapes and the y position of the lower end."""
    subtitle = _SUBTITLE
    if board:
        subtitle = f"The {board.name} plugs onto a 1-to-2 GPIO splitter. This is the splitter's other header."
    shapes: list[Primitive] = [Text(MARGIN, 15, subtitle, 2.8, colour=GREY)]
    shapes += small_parts(wiring)
    covered = [BY_BCM[pin] for pin in board.pins] if board else []
    free, end, explained = free_parts(config, wiring, _PLUGGED.y + 46 if board else None)
    shapes += [*displays(config, wiring), *free]
    if config.lights:
        shapes += lights_picture(config.lights, wiring, end)
        end += lights_height(wiring)
    if not explained:
        shapes += legend_rows(config, wiring, end + 3)
        end += 3 + legend_rows_height(config, wiring)
    return [*shapes, *header(wiring, covered)], end


def _only_plugged(config: Config, board: PlugOnBoard) -> Iterator[Primitive]:
    """Draw a large Pi with the board on its header, and no wires."""
    yield Text(
        MARGIN, 15, f"The {board.name} plugs onto the header. There is nothing to wire.", 2.8, colour=GREY
    )
    place = Place(CENTRE - SIZE[0] * 0.62, 24, 1.24)
    yield from pi(place)
    yield from plugged_on(place, board.name, named_buttons(config, board))


def _beside(config: Config, board: PlugOnBoard) -> Iterator[Primitive]:
    """Draw a small Pi with a splitter and the board on it, to the right of the header."""
    yield from pi(_PLUGGED)
    yield from splitter(_PLUGGED)
    yield from plugged_on(_PLUGGED, board.name, named_buttons(config, board))


def _notes(sentences: Sequence[str], top: float) -> tuple[list[Primitive], float]:
    """Lay out the notes in two columns below the y position `top`; return their shapes and height."""
    column = (WIDTH - 2 * MARGIN - 6) / 2
    wide = int((column - 3) / (_NOTES * 0.57))
    wrapped = [textwrap.wrap(each, wide) for each in sentences]
    half = (sum(map(len, wrapped)) + 1) // 2
    shapes: list[Primitive] = [Line(((MARGIN, top - 4), (WIDTH - MARGIN, top - 4)), GREY, 0.2)]
    step = _NOTES * 1.4
    x, row, rows = MARGIN, 0, 0
    for lines in wrapped:
        if row and row + len(lines) / 2 > half and x == MARGIN:
            x, row = MARGIN + column + 6, 0
        shapes += [Circle(x + 0.8, top + row * step, 0.5, BLACK, None)]
        shapes += paragraph(lines, x + 3, top + row * step, _NOTES)
        row += len(lines)
        rows = max(rows, row)
    return shapes, rows * step + 8
