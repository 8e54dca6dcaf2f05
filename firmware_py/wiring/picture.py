"""The picture of a board's wiring: the 40-pin header with everything connected to it.

An add-on board is drawn on the Pi's header or on a header splitter.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from math import ceil

from firmware_py.config.clashes import uses
from firmware_py.config.config import Config
from firmware_py.config.pi import BY_BCM, PI_SIZE, PlugOnBoard, plug_on_board
from firmware_py.drawing.shapes import BLACK, GREY, Circle, Drawing, Line, Primitive, Text, paragraph

from .free_parts import free_parts, legend, legend_height
from .layout import CENTRE, HEADER_END, HEIGHT, MARGIN, WIDTH, header, row_y
from .lights import lights_height, lights_picture
from .notes import any_pin, heading, left_to_wire, named_buttons, notes
from .pi_picture import Place, pi, plugged_on, splitter
from .pins import WiringPlan, plan
from .wired_parts import module_parts, small_parts

_ALONE_END = 104.0
"""The y-coordinate at which the drawing of a board without wires ends."""
_PLUGGED_HEIGHT = 46.0
"""The height of a Pi with an add-on board and labels, measured from the edge of the Pi, in millimetres."""
_SPLITTER = 18.0
"""The space above a Pi with an add-on board for the splitter and the LEDs' wires, in millimetres."""
_SCALE = 0.6
_LEFT = {1: CENTRE + 34, -1: MARGIN + 6}
"""The left edge of a Pi with an add-on board, on each side of the header."""
_TOP = 38.0


def _alone(config: Config, board: PlugOnBoard) -> Iterator[Primitive]:
    words = f"The {board.name} plugs onto the header. There is nothing to wire."
    yield Text(MARGIN, 15, words, 2.8, colour=GREY)
    place = Place(CENTRE - PI_SIZE[0] * 0.62, 24, 1.24)
    yield from pi(place)
    yield from plugged_on(place, board.name, named_buttons(config, board))
    yield Text(place.x + 65, place.y + 56, "Raspberry Pi", 3.4, "middle", bold=True)


def _place_for(wiring: WiringPlan) -> tuple[int, Place]:
    """Return also the side of the header on which a Pi with an add-on board is drawn, or 0 for below it."""
    for side, left in _LEFT.items():
        rows = [wire.pin.row for wire in wiring.wires if wire.pin.side == side]
        if all(row_y(row) > _TOP + _PLUGGED_HEIGHT for row in rows):
            return side, Place(left, _TOP, _SCALE)
    return 0, Place(_LEFT[-1], HEADER_END + _SPLITTER, _SCALE)


def _on_a_splitter(config: Config, board: PlugOnBoard, place: Place) -> Iterator[Primitive]:
    yield from pi(place)
    yield from splitter(place)
    yield from plugged_on(place, board.name, named_buttons(config, board))


_LEGEND_COLUMNS = 6
"""The number of columns of a legend across the page, for which there was no room beside the header."""
_NOTES = (2.6, 2.45, 2.3, 2.2, 2.1, 2.05)
"""The possible font sizes of the notes below the picture, in millimetres."""
_SUBTITLE = (
    "How to wire it to the 40-pin header of a Raspberry Pi. GPIO4 is the pin that a configuration calls 4."
)
_LEAST = 148.0
"""The height of half a sheet of A4, in millimetres."""
_EMPTY = 30.0
"""The maximum empty space at the bottom of a page before the page is made shorter, in millimetres."""


def draw(config: Config, model: str | None = None) -> Drawing:
    """Draw the wiring of a board on a page as wide as A4 paper in portrait orientation."""
    board = plug_on_board(config)
    wiring = plan(left_to_wire(config, board) if board else config)
    shapes: list[Primitive] = [_title(heading(config))]
    if board and not wiring.wires:
        shapes += _alone(config, board)
        below = _ALONE_END
    else:
        drawn, below = _wired(config, wiring)
        shapes += drawn
    said = [*notes(config, plan(config), model), *any_pin(wiring)]
    written, end = _notes(said, below + 4)
    return Drawing(heading(config), WIDTH, _height(end), (*shapes, *written))


def _height(end: float) -> float:
    """The page is as tall as A4 paper, unless the drawing does not fit or leaves a large part empty."""
    if end < HEIGHT - _EMPTY:
        return max(_LEAST, ceil(end / 10) * 10.0)
    return max(HEIGHT, float(ceil(end)))


def _title(words: str) -> Text:
    words = textwrap.shorten(words, 90, placeholder=" ...")
    return Text(MARGIN, 9, words, min(4.6, (WIDTH - 2 * MARGIN) / (0.6 * len(words))), bold=True)


def _wired(config: Config, wiring: WiringPlan) -> tuple[list[Primitive], float]:
    """Return the shapes, and the y-coordinate of their lower edge."""
    board = plug_on_board(config)
    to_wire = left_to_wire(config, board) if board else config
    subtitle = _SUBTITLE
    if board:
        subtitle = f"The {board.name} plugs onto a 1-to-2 GPIO splitter. This is the splitter's other header."
    shapes: list[Primitive] = [Text(MARGIN, 15, subtitle, 2.8, colour=GREY), *small_parts(wiring)]
    end, taken = HEADER_END + 2, []
    if board:
        side, place = _place_for(wiring)
        shapes += _on_a_splitter(config, board, place)
        if side:
            taken.append((side, 0.0, place.y + _PLUGGED_HEIGHT))
        else:
            end = place.y + _PLUGGED_HEIGHT
    free, end, explained = free_parts(to_wire, wiring, end, taken, with_pi=board is None)
    shapes += [*module_parts(to_wire, wiring), *free]
    if config.lights:
        shapes += lights_picture(config.lights, wiring, end)
        end += lights_height(config.lights, wiring)
    if not explained:
        shapes += legend(to_wire, wiring, MARGIN, end + 3, WIDTH - 2 * MARGIN, _LEGEND_COLUMNS)
        end += 3 + legend_height(to_wire, wiring, _LEGEND_COLUMNS)
    covered = {use.pin for use in uses(config)} - {use.pin for use in uses(to_wire)}
    return [*shapes, *header(wiring, {BY_BCM[pin] for pin in covered if pin in BY_BCM})], end


def _notes(sentences: Sequence[str], top: float) -> tuple[list[Primitive], float]:
    for size in _NOTES:
        shapes, end = _columns(sentences, top, size)
        if end <= HEIGHT:
            break
    return shapes, end


def _columns(sentences: Sequence[str], top: float, size: float) -> tuple[list[Primitive], float]:
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
