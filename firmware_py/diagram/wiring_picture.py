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

_NOTES = (2.6, 2.45, 2.3, 2.15)
"""The possible font sizes of the notes below the picture, in millimetres."""
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
    said = [*notes(config, plan(config), model), *any_pin(wiring)]
    written, end = _notes(said, below + 4)
    page = next((each for each in _HEIGHTS if end <= each), float(ceil(end)))
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
    """Write the notes below the y position `top`, in the largest font that leaves room for them on the page.

    Returns:
        the shapes, and the y position at which they end.
    """
    for size in _NOTES:
        shapes, end = _columns(sentences, top, size)
        if end <= HEIGHT:
            break
    return shapes, end


def _columns(sentences: Sequence[str], top: float, size: float) -> tuple[list[Primitive], float]:
    """Write sentences in two columns; return the shapes and the y position at which they end."""
    column = (WIDTH - 2 * MARGIN - 6) / 2
    wide = int((column - 3) / (size * 0.57))
    wrapped = [textwrap.wrap(each, wide) for each in sentences]
    # The column breaks between two sentences, where the longer column is shortest.
    lines = [len(each) for each in wrapped]
    first = min(range(1, len(lines) + 1), key=lambda n: max(sum(lines[:n]), sum(lines[n:])))
    shapes: list[Primitive] = [Line(((MARGIN, top - 4), (WIDTH - MARGIN, top - 4)), GREY, 0.2)]
    step = size * 1.4
    for x, part in ((MARGIN, wrapped[:first]), (MARGIN + column + 6, wrapped[first:])):
        y = top
        for each in part:
            shapes += [Circle(x + 0.8, y, 0.5, BLACK, None), *paragraph(each, x + 3, y, size)]
            y += len(each) * step
    return shapes, top + max(sum(lines[:first]), sum(lines[first:])) * step + 4
