"""Where the holes are: which LED of a chain lights which hole, and where on the board each LED sits.

A shape is made from a few plain values by one of three functions:

    strips   a strip for each side, one after the other in the chain
    ring     one strip that all sides share, once or twice round
    panel    a matrix of LEDs, or several chained, each side in its part of the rows
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from firmware_py.render.score_to_hole import HOLES, LAP, STREET, STREETS

Place = tuple[float, float]

RINGS = (60, 61, 120, 121)
"""Lengths of a ring: a lap once or twice round, with or without an LED for the game hole alone."""
PITCH = 6.944
"""Millimetres between the LEDs of a strip with 144 LEDs a metre."""
RING_PITCH = 16.667
"""Millimetres between the LEDs of a strip with 60 LEDs a metre."""


class Shape(NamedTuple):
    """The LEDs of a board.

    Attributes:
        leds: how many the chain has.
        tracks: for each track, the LEDs of its holes 1 to 121 as indices into the chain, from 0. An LED may
            stand for several holes, of one track or of several.
        places: for each LED, its centre on the board in millimetres, seen from the front: x to the right, y
            down, both from 0.
    """

    leds: int
    tracks: tuple[tuple[int, ...], ...]
    places: tuple[Place, ...]


def strips(
    tracks: int = 2,
    holes: int = 121,
    game_hole: str = "own",
    serpentine: bool = False,
    rows: int = 1,
    pitch_mm: float = PITCH,
    row_mm: float = 12.0,
) -> Shape:
    """A strip for each side, one after the other in the chain.

    Args:
        tracks: 2 or 3.
        holes: LEDs of a strip: 121 with a game hole of its own, 120 without.
        game_hole: `own`, or `shared`: one LED at the end of the chain is the game hole of all.
        serpentine: the chain turns round at the end of each strip: every second begins at its far end.
        rows: in how many rows, there and back, each track lies on the board.
        pitch_mm: from LED to LED.
        row_mm: from row to row.

    Raises:
        ValueError: a value is out of range, or does not go with another; the message names both.
    """
    _whole("tracks", tracks, (2, 3))
    _whole("holes", holes, (LAP, HOLES))
    _one_of("game_hole", game_hole, ("own", "shared"))
    _flag("serpentine", serpentine)
    _whole("rows", rows, [count for count in range(1, 13) if LAP % count == 0])
    _distance("pitch_mm", pitch_mm)
    _distance("row_mm", row_mm)
    shared = game_hole == "shared"
    if shared != (holes == LAP):
        fits = "120 and 'shared', or 121 and 'own'"
        raise ValueError(f"holes is {holes} and game_hole is {game_hole!r}: choose {fits}")
    last = (tracks * holes,) if shared else ()
    cells = _folded(HOLES, rows)
    left = min(column for column, _ in cells)
    across = [round((column - left) * pitch_mm, 3) for column, _ in cells]
    numbered: list[tuple[int, ...]] = []
    places: list[Place] = []
    for track in range(tracks):
        chain = tuple(range(track * holes, (track + 1) * holes))
        down = [round((track * rows + row) * row_mm, 3) for row in range(rows)]
        strip = [(across[hole], down[cells[hole][1]]) for hole in range(holes)]
        turned = serpentine and track % 2 == 1
        numbered.append((chain[::-1] if turned else chain) + last)
        places += strip[::-1] if turned else strip
    if shared:
        _, row = cells[-1]
        places.append((across[-1], round(((tracks - 1) / 2 * rows + row) * row_mm, 3)))
    return Shape(tracks * holes + len(last), tuple(numbered), tuple(places))


def ring(leds: int = 60, tracks: int = 2, pitch_mm: float = RING_PITCH) -> Shape:
    """One strip that all sides share, laid as a circle; hole 1 at the top, then clockwise.

    With 60 LEDs a lap is twice round: hole h is LED h of the first round or h - 60 of the second, and the
    game hole the last LED, which is holes 60 and 120 too. With 120 a lap is once round. With 61 or 121 the
    last LED is the game hole alone, in the middle of the circle.

    Args:
        leds: 60, 61, 120 or 121.
        tracks: 2 or 3.
        pitch_mm: from LED to LED, along the circle.

    Raises:
        ValueError: a value is out of range.
    """
    _whole("leds", leds, RINGS)
    _whole("tracks", tracks, (2, 3))
    _distance("pitch_mm", pitch_mm)
    around = leds - leds % 2
    radius = around * pitch_mm / math.tau
    angles = [math.tau * led / around for led in range(around)]
    places = [(radius * (1 + math.sin(angle)), radius * (1 - math.cos(angle))) for angle in angles]
    if leds > around:
        places.append((radius, radius))
    track = (*(hole % around for hole in range(LAP)), leds - 1)
    return Shape(leds, (track,) * tracks, tuple((round(x, 3), round(y, 3)) for x, y in places))


def panel(
    width: int = 32,
    height: int = 8,
    panels: int = 1,
    by: str = "columns",
    serpentine: bool = True,
    pitch_mm: float = 10.0,
    tracks: int = 2,
) -> Shape:
    """Matrices of LEDs, chained left to right; each side has its part of the rows, the first the upper one.

    A street is a row of thirty holes, and the next runs back below it; the game hole is beside hole 120. Of a
    panel of 32 by 8, this is the upper half, the other is the same:

        column   0   1   2  ...  29  30  31
                 .   1   2  ...  29  30   .
                 .  60  59  ...  32  31   .
                 .  61  62  ...  89  90   .
               121 120 119  ...  92  91   .

    Args:
        width: LEDs in a row of one panel.
        height: LEDs in a column of one panel.
        panels: how many there are.
        by: `columns`: the chain runs down the columns of a panel (usual for 32 by 8), or `rows` (for 8 by 8).
        serpentine: every second column or row is numbered backwards.
        pitch_mm: from LED to LED.
        tracks: 2 or 3.

    Raises:
        ValueError: a value is out of range, or the tracks do not fit; the message says what would be enough.
    """
    _whole("width", width, range(1, 257))
    _whole("height", height, range(1, 257))
    _whole("panels", panels, range(1, 65))
    _one_of("by", by, ("columns", "rows"))
    _flag("serpentine", serpentine)
    _distance("pitch_mm", pitch_mm)
    _whole("tracks", tracks, (2, 3))
    columns = width * panels
    if columns <= STREET:
        wanted = f"a street and the game hole beside it need {STREET + 1}"
        raise ValueError(f"width is {width} and panels is {panels}: {columns} columns are too few, {wanted}")
    step = height // tracks // STREETS
    if not step:
        wanted = f"{tracks} tracks of {STREETS} streets need {tracks * STREETS}"
        raise ValueError(f"height is {height}: too few rows, {wanted}")

    def led(column: int, row: int) -> int:
        which, column = divmod(column, width)
        line, place, length = (column, row, height) if by == "columns" else (row, column, width)
        if serpentine and line % 2:
            place = length - 1 - place
        return which * width * height + line * length + place

    left = max(1, (columns - STREET) // 2)
    cells = _folded(HOLES, STREETS)
    numbered = tuple(
        tuple(led(left + x, track * (height // tracks) + y * step) for x, y in cells)
        for track in range(tracks)
    )
    across = [round(column * pitch_mm, 3) for column in range(columns)]
    places = {led(x, y): (across[x], round(y * pitch_mm, 3)) for y in range(height) for x in range(columns)}
    return Shape(len(places), numbered, tuple(places[each] for each in range(len(places))))


def _folded(holes: int, rows: int) -> list[tuple[int, int]]:
    """Column and row of each hole of a track laid there and back; the game hole runs on beside hole 120."""
    length = LAP // rows
    cells = []
    for hole in range(holes):
        row = min(hole // length, rows - 1)
        along = hole - row * length
        cells.append((along if row % 2 == 0 else length - 1 - along, row))
    return cells


def _whole(name: str, value: Any, allowed: Sequence[int]) -> None:
    if type(value) is not int or value not in allowed:
        span = isinstance(allowed, range)
        right = f"{allowed[0]} to {allowed[-1]}" if span else _either([str(each) for each in allowed])
        raise ValueError(f"{name} is {value!r}: choose {right}")


def _one_of(name: str, value: Any, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise ValueError(f"{name} is {value!r}: choose {_either([repr(each) for each in allowed])}")


def _flag(name: str, value: Any) -> None:
    if type(value) is not bool:
        raise ValueError(f"{name} is {value!r}: choose true or false")


def _distance(name: str, value: Any) -> None:
    if type(value) not in (int, float) or not 0 < value <= 1000:
        raise ValueError(f"{name} is {value!r}: write a distance in mm, above 0 and up to 1000")


def _either(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
