"""The picture of a board's wiring: the 40-pin header with everything connected to it."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from math import ceil

from firmware_py.config.clashes import uses
from firmware_py.config.config import Config
from firmware_py.config.plug_on_boards import plug_on_board
from firmware_py.diagram.left_to_wire import left_to_wire
from firmware_py.diagram.pin_header import BY_BCM
from firmware_py.diagram.shapes import BLACK, GREY, Circle, Drawing, Line, Primitive, Text, paragraph
from firmware_py.diagram.wiring_amplifier import amplifier
from firmware_py.diagram.wiring_displays import displays
from firmware_py.diagram.wiring_free import free_parts
from firmware_py.diagram.wiring_header import header
from firmware_py.diagram.wiring_keys import small_parts
from firmware_py.diagram.wiring_layout import HEADER_END, HEIGHT, MARGIN, WIDTH
from firmware_py.diagram.wiring_legend import legend_rows, legend_rows_height
from firmware_py.diagram.wiring_lights import lights_height, lights_picture
from firmware_py.diagram.wiring_notes import any_pin, heading, notes
from firmware_py.diagram.wiring_pin_assignment import WiringPlan, plan
from firmware_py.diagram.wiring_plugged import ALONE_END, alone, on_a_splitter, place_for
from firmware_py.diagram.wiring_plugged import HEIGHT as PLUGGED_HEIGHT

_NOTES = (2.6, 2.45, 2.3, 2.2, 2.1)
"""The possible font sizes of the notes below the picture, in millimetres."""
_SUBTITLE = (
    "How to wire it to the 40-pin header of a Raspberry Pi. GPIO4 is the pin that a configuration calls 4."
)
_LEAST = 148.0
"""The height of half a sheet of A4, in millimetres."""
_EMPTY = 30.0
"""The maximum empty space at the bottom of a page before the page is made shorter, in millimetres."""


def draw(config: Config, model: str | None = None) -> Drawing:
    """Draw the wiring of a board on a page as wide as A4 paper in portrait orientation.

    Args:
        config: the board's configuration.
        model: the model of Raspberry Pi, such as `Raspberry Pi 4 Model B Rev 1.4`; None if it is not known.
    """
    board = plug_on_board(config)
    wiring = plan(left_to_wire(config, board) if board else config)
    shapes: list[Primitive] = [_title(heading(config))]
    if board and not wiring.wires:
        shapes += alone(config, board)
        below = ALONE_END
    else:
        drawn, below = _wired(config, wiring)
        shapes += drawn
    said = [*notes(config, plan(config), model), *any_pin(wiring)]
    written, end = _notes(said, below + 4)
    return Drawing(heading(config), WIDTH, _height(end), (*shapes, *written))


def _height(end: float) -> float:
    """Return the height of the page for a drawing, in millimetres.

    The page is normally as tall as A4 paper, but taller if the drawing does not fit, and shorter if a large
    part of the page would be empty.

    Args:
        end: the y-coordinate of the lower edge of the drawing, in millimetres.
    """
    if end < HEIGHT - _EMPTY:
        return max(_LEAST, ceil(end / 10) * 10.0)
    return max(HEIGHT, float(ceil(end)))


def _title(words: str) -> Text:
    """Return a title in the largest font that fits on a line. A very long title is shortened."""
    words = textwrap.shorten(words, 90, placeholder=" ...")
    return Text(MARGIN, 9, words, min(4.6, (WIDTH - 2 * MARGIN) / (0.6 * len(words))), bold=True)


def _wired(config: Config, wiring: WiringPlan) -> tuple[list[Primitive], float]:
    """Draw the header and everything that is wired to it.

    Return the shapes, and the y-coordinate of the drawing's lower edge, in millimetres.
    """
    board = plug_on_board(config)
    to_wire = left_to_wire(config, board) if board else config
    subtitle = _SUBTITLE
    if board:
        subtitle = f"The {board.name} plugs onto a 1-to-2 GPIO splitter. This is the splitter's other header."
    shapes: list[Primitive] = [Text(MARGIN, 15, subtitle, 2.8, colour=GREY), *small_parts(wiring)]
    end, taken = HEADER_END + 2, []
    if board:
        side, place = place_for(wiring)
        shapes += on_a_splitter(config, board, place)
        if side:
            taken.append((side, 0.0, place.y + PLUGGED_HEIGHT))
        else:
            end = place.y + PLUGGED_HEIGHT
    free, end, explained = free_parts(to_wire, wiring, end, taken, with_pi=board is None)
    shapes += [*displays(to_wire, wiring), *amplifier(to_wire, wiring), *free]
    if config.lights:
        shapes += lights_picture(config.lights, wiring, end)
        end += lights_height(config.lights, wiring)
    if not explained:
        shapes += legend_rows(to_wire, wiring, end + 3)
        end += 3 + legend_rows_height(to_wire, wiring)
    covered = {use.pin for use in uses(config)} - {use.pin for use in uses(to_wire)}
    return [*shapes, *header(wiring, {BY_BCM[pin] for pin in covered if pin in BY_BCM})], end


def _notes(sentences: Sequence[str], top: float) -> tuple[list[Primitive], float]:
    """Draw notes in the largest font size at which they fit on the page.

    Args:
        sentences: the notes.
        top: the y-coordinate of the upper edge of the notes, in millimetres.

    Returns:
        The shapes, and the y-coordinate of their lower edge.
    """
    for size in _NOTES:
        shapes, end = _columns(sentences, top, size)
        if end <= HEIGHT:
            break
    return shapes, end


def _columns(sentences: Sequence[str], top: float, size: float) -> tuple[list[Primitive], float]:
    """Draw sentences in two columns.

    Args:
        sentences: the sentences.
        top: the y-coordinate of the upper edge of the columns, in millimetres.
        size: the font size, in millimetres.

    Returns:
        The shapes, and the y-coordinate of the lower edge of the longer column.
    """
    column = (WIDTH - 2 * MARGIN - 6) / 2
    wide = int((column - 3) / (size * 0.585))
    # A line of config.txt is not broken inside a word.
    wrapped = [textwrap.wrap(each, wide, break_on_hyphens=False) for each in sentences]
    # The first column ends after the sentence that makes the longer column as short as possible.
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
