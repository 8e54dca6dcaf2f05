"""The picture of a board's wiring: the 40-pin header with everything connected to it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
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
from firmware_py.diagram.wiring_layout import CENTRE, HEIGHT, MARGIN, WIDTH, down
from firmware_py.diagram.wiring_legend import legend_rows, legend_rows_height
from firmware_py.diagram.wiring_lights import height as lights_height
from firmware_py.diagram.wiring_lights import lights_picture
from firmware_py.diagram.wiring_notes import any_pin, heading, notes
from firmware_py.diagram.wiring_plan import WiringPlan, plan

_NOTES = (2.6, 2.45, 2.3, 2.2, 2.1)
"""The possible font sizes of the notes below the picture, in millimetres."""
_SUBTITLE = (
    "How to wire it to the 40-pin header of a Raspberry Pi. GPIO4 is the pin that a configuration calls 4."
)
_LEAST, _SQUARE = 148.0, 210.0
"""The heights of half a sheet of A4 and of a square page, in millimetres."""
_BESIDE = ((1, Place(CENTRE + 34, 38, 0.6)), (-1, Place(MARGIN + 6, 38, 0.6)))
"""The places for a Pi with a plug-on board beside the header, each with its side."""
_PLUGGED_HEIGHT = 46.0
"""The height of such a Pi with its labels, in millimetres."""


def draw(config: Config, model: str | None = None) -> Drawing:
    """Draw a board's wiring on an upright page as wide as A4.

    The page is as high as A4, unless the drawing needs much less room, or more.

    Args:
        config: the configuration of the board.
        model: the board's Raspberry Pi, as `pi_model` returns it; None if it is not known.
    """
    board = plug_on_board(config)
    to_wire = left_to_wire(config, board) if board else config
    wiring = plan(to_wire)
    shapes: list[Primitive] = [_title(heading(config))]
    if board and not wiring.wires:
        shapes += _only_plugged(config, board)
        below = 104.0
    else:
        drawn, below = _wired(to_wire, wiring, board, named_buttons(config, board) if board else {})
        shapes += drawn
    said = [*notes(config, plan(config), model), *any_pin(wiring)]
    written, end = _notes(said, below + 4)
    return Drawing(heading(config), WIDTH, _height(end), (*shapes, *written))


def _height(end: float) -> float:
    """Return the height of a page for a drawing that ends at `end`: A4, or less if A4 would be half empty."""
    if end <= _SQUARE:
        return max(_LEAST, ceil(end / 10) * 10.0)
    return max(HEIGHT, float(ceil(end)))


def _title(words: str) -> Text:
    """Return a title in the largest letters that fit on a line. A very long title is shortened."""
    words = textwrap.shorten(words, 90, placeholder=" ...")
    return Text(MARGIN, 9, words, min(4.6, (WIDTH - 2 * MARGIN) / (0.6 * len(words))), bold=True)


def _wired(
    config: Config, wiring: WiringPlan, board: PlugOnBoard | None, buttons: Mapping[str, str]
) -> tuple[list[Primitive], float]:
    """Draw the header with all its wires. Return the shapes and the y position of their lower end."""
    subtitle = _SUBTITLE
    if board:
        subtitle = f"The {board.name} plugs onto a 1-to-2 GPIO splitter. This is the splitter's other header."
    shapes: list[Primitive] = [Text(MARGIN, 15, subtitle, 2.8, colour=GREY)]
    shapes += small_parts(wiring)
    covered = [BY_BCM[pin] for pin in board.pins] if board else []
    side, place = _room(wiring) if board else (0, None)
    taken = [(side, 0.0, place.y + _PLUGGED_HEIGHT)] if place and side else []
    free, end, explained = free_parts(config, wiring, taken, with_pi=board is None)
    if board and place:
        place = place if side else place._replace(y=end + 18)
        shapes += [*pi(place), *splitter(place), *plugged_on(place, board.name, buttons)]
        end = end if side else end + 18 + _PLUGGED_HEIGHT
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


def _room(wiring: WiringPlan) -> tuple[int, Place]:
    """Return a place for a Pi with a plug-on board, and its side of the header; 0 for below the header.

    The place is below the header only if wires are in the way on both sides.
    """
    for side, place in _BESIDE:
        rows = [wire.pin.row for wire in wiring.wires if wire.pin.side == side]
        if all(down(row) > place.y + _PLUGGED_HEIGHT for row in rows):
            return side, place
    return 0, _BESIDE[1][1]


def _notes(sentences: Sequence[str], top: float) -> tuple[list[Primitive], float]:
    """Draw the notes below `top`, in the largest font in which they fit on the page.

    Return the shapes and the y position of their lower end.
    """
    for size in _NOTES:
        shapes, end = _columns(sentences, top, size)
        if end <= HEIGHT:
            break
    return shapes, end


def _columns(sentences: Sequence[str], top: float, size: float) -> tuple[list[Primitive], float]:
    """Draw sentences in two columns. Return the shapes and the y position of their lower end."""
    column = (WIDTH - 2 * MARGIN - 6) / 2
    wide = int((column - 3) / (size * 0.585))
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
