"""From a hole to its LED: which LED of a chain lights which hole, and the position of each LED on the board.

Three functions make a shape of LEDs from a few plain values:

    strips   a strip for each side, one after the other in the chain
    ring     one strip that all sides share, once or twice round
    panel    a matrix of LEDs, or several chained; each side has its part of the rows
"""

from __future__ import annotations

import math
from typing import NamedTuple

from firmware_py.render.score_to_hole import HOLES, LAP, STREET, STREETS
from firmware_py.render.shape_checks import check_distance, check_flag, check_one_of, check_whole

Position = tuple[float, float]
"""Millimetres from the left and from the top of the board, seen from the front."""

RING_LENGTHS = (60, 61, 120, 121)
"""Lengths of a ring: a lap in two rounds or in one, without or with an LED for the game hole alone."""
STRIP_PITCH = 6.944
"""Millimetres between the LEDs of a strip with 144 LEDs a metre."""
RING_PITCH = 16.667
"""Millimetres between the LEDs of a strip with 60 LEDs a metre."""


class Shape(NamedTuple):
    """The LEDs of a board.

    Attributes:
        leds: the number of LEDs in the chain.
        tracks: for each track, the LEDs of its holes 1 to 121 as indices into the chain, from 0. An LED can
            be several holes, of one track or of several.
        positions: for each LED, its centre on the board; the leftmost has x = 0, the topmost y = 0.
    """

    leds: int
    tracks: tuple[tuple[int, ...], ...]
    positions: tuple[Position, ...]


def strips(
    tracks: int = 2,
    holes: int = 121,
    game_hole: str = "own",
    serpentine: bool = False,
    rows: int = 1,
    pitch_mm: float = STRIP_PITCH,
    row_mm: float = 12.0,
) -> Shape:
    """Return the shape in which each side has a strip of its own, one after the other in the chain.

    Args:
        tracks: 2 or 3.
        holes: the LEDs of a strip: 121 with a game hole of its own, 120 without.
        game_hole: `own`, or `shared` if one LED at the end of the chain is the game hole of all sides.
        serpentine: True if every second strip starts at its far end, where the strip before it ends.
        rows: the number of rows, there and back, in which each track lies on the board.
        pitch_mm: millimetres from LED to LED.
        row_mm: millimetres from row to row.

    Raises:
        ValueError: a value is out of range, or two values contradict each other; the message names them.
    """
    _check_strips(tracks, holes, game_hole, serpentine, rows, pitch_mm, row_mm)
    shared = game_hole == "shared"
    last = (tracks * holes,) if shared else ()
    cells = _folded(HOLES, rows)
    left = min(column for column, _ in cells)
    across = [round((column - left) * pitch_mm, 3) for column, _ in cells]
    numbered: list[tuple[int, ...]] = []
    positions: list[Position] = []
    for track in range(tracks):
        chain = tuple(range(track * holes, (track + 1) * holes))
        down = [round((track * rows + row) * row_mm, 3) for row in range(rows)]
        strip = [(across[hole], down[cells[hole][1]]) for hole in range(holes)]
        turned = serpentine and track % 2 == 1
        numbered.append((chain[::-1] if turned else chain) + last)
        positions += strip[::-1] if turned else strip
    if shared:
        _, row = cells[-1]
        positions.append((across[-1], round(((tracks - 1) / 2 * rows + row) * row_mm, 3)))
    return Shape(tracks * holes + len(last), tuple(numbered), tuple(positions))


def _check_strips(
    tracks: int, holes: int, game_hole: str, serpentine: bool, rows: int, pitch_mm: float, row_mm: float
) -> None:
    check_whole("tracks", tracks, (2, 3))
    check_whole("holes", holes, (LAP, HOLES))
    check_one_of("game_hole", game_hole, ("own", "shared"))
    check_flag("serpentine", serpentine)
    check_whole("rows", rows, [count for count in range(1, 13) if LAP % count == 0])
    check_distance("pitch_mm", pitch_mm)
    check_distance("row_mm", row_mm)
    if (game_hole == "shared") != (holes == LAP):
        fits = "120 and 'shared', or 121 and 'own'"
        raise ValueError(f"holes is {holes} and game_hole is {game_hole!r}: choose {fits}")


def ring(leds: int = 60, tracks: int = 2, pitch_mm: float = RING_PITCH) -> Shape:
    """Return the shape in which all sides share a strip, laid as a circle: hole 1 at the top, then clockwise.

    With 60 LEDs a lap is two rounds, so that the LED of hole 1 is hole 61 too, and the last LED is holes 60
    and 120 and the game hole. With 120 LEDs a lap is one round. With 61 or 121 LEDs the last one is the game
    hole alone, in the middle of the circle.

    Args:
        leds: 60, 61, 120 or 121.
        tracks: 2 or 3.
        pitch_mm: millimetres from LED to LED, along the circle.

    Raises:
        ValueError: a value is out of range.
    """
    check_whole("leds", leds, RING_LENGTHS)
    check_whole("tracks", tracks, (2, 3))
    check_distance("pitch_mm", pitch_mm)
    around = leds - leds % 2
    radius = around * pitch_mm / math.tau
    angles = [math.tau * led / around for led in range(around)]
    positions = [(radius * (1 + math.sin(angle)), radius * (1 - math.cos(angle))) for angle in angles]
    if leds > around:
        positions.append((radius, radius))
    track = (*(hole % around for hole in range(LAP)), leds - 1)
    return Shape(leds, (track,) * tracks, tuple((round(x, 3), round(y, 3)) for x, y in positions))


def panel(
    width: int = 32,
    height: int = 8,
    panels: int = 1,
    by: str = "columns",
    serpentine: bool = True,
    pitch_mm: float = 10.0,
    tracks: int = 2,
) -> Shape:
    """Return the shape of one or more LED matrices, chained left to right; the first side has the upper rows.

    Each street is a row of thirty holes, and the next street runs back below it; the game hole is beside
    hole 120. This is the upper half of a panel of 32 by 8; the lower half looks the same:

        column   0   1   2  ...  29  30  31
                 .   1   2  ...  29  30   .
                 .  60  59  ...  32  31   .
                 .  61  62  ...  89  90   .
               121 120 119  ...  92  91   .

    Args:
        width: LEDs in a row of one panel.
        height: LEDs in a column of one panel.
        panels: the number of panels.
        by: `columns` if the chain follows the columns of a panel (usual for 32 by 8), or `rows` (for 8 by 8).
        serpentine: True if the chain runs backwards along every second column or row.
        pitch_mm: millimetres from LED to LED.
        tracks: 2 or 3.

    Raises:
        ValueError: a value is out of range, or the panels are too small for the tracks; the message says
            what size is enough.
    """
    check_whole("width", width, range(1, 257))
    check_whole("height", height, range(1, 257))
    check_whole("panels", panels, range(1, 65))
    check_one_of("by", by, ("columns", "rows"))
    check_flag("serpentine", serpentine)
    check_distance("pitch_mm", pitch_mm)
    check_whole("tracks", tracks, (2, 3))
    columns = width * panels
    if columns <= STREET:
        needed = f"a street and the game hole beside it need {STREET + 1}"
        raise ValueError(f"width is {width} and panels is {panels}: {columns} columns are too few, {needed}")
    step = height // tracks // STREETS
    if not step:
        needed = f"{tracks} tracks of {STREETS} streets need {tracks * STREETS}"
        raise ValueError(f"height is {height}: too few rows, {needed}")
    led = _panel_chain(width, height, panels, by_columns=by == "columns", serpentine=serpentine)
    left = max(1, (columns - STREET) // 2)
    cells = _folded(HOLES, STREETS)
    numbered = tuple(
        tuple(led[left + x, track * (height // tracks) + y * step] for x, y in cells)
        for track in range(tracks)
    )
    across = [round(column * pitch_mm, 3) for column in range(columns)]
    positions = {each: (across[x], round(y * pitch_mm, 3)) for (x, y), each in led.items()}
    return Shape(len(positions), numbered, tuple(positions[each] for each in range(len(positions))))


def _panel_chain(
    width: int, height: int, panels: int, *, by_columns: bool, serpentine: bool
) -> dict[tuple[int, int], int]:
    """Return the index in the chain of the LED at each column and row of the panels."""
    leds = {}
    for x in range(width * panels):
        panel_before, column = divmod(x, width)
        for y in range(height):
            line, along, length = (column, y, height) if by_columns else (y, column, width)
            if serpentine and line % 2:
                along = length - 1 - along
            leds[x, y] = panel_before * width * height + line * length + along
    return leds


def _folded(holes: int, rows: int) -> list[tuple[int, int]]:
    """Return the column and the row of each hole of a track that runs there and back in so many rows.

    The game hole follows hole 120 in the same row.
    """
    length = LAP // rows
    cells = []
    for hole in range(holes):
        row = min(hole // length, rows - 1)
        along = hole - row * length
        cells.append((along if row % 2 == 0 else length - 1 - along, row))
    return cells
