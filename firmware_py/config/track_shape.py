"""The LED of each hole: which LED in the chain lights it, and where the LED is on the board.

Three functions create a `Shape`, the layout of a board's LEDs. Each checks its values, and raises a
ValueError that says which values are allowed:

    strips   a strip for each side, one after the other in the chain
    ring     one strip that all sides share, once or twice round
    panel    one or more chained LED matrices; each side has its own rows
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.scoring.pegs import HOLES, LAP, STREET, STREETS

Position = tuple[float, float]
"""The position of an LED, in millimetres from the left and top of the board, seen from the front."""
RING_LENGTHS = (60, 61, 120, 121)
"""The possible numbers of LEDs in a ring.

With 60 or 61 LEDs a lap takes two rounds, with 120 or 121 one round. In a ring of 61 or 121, the game hole
has its own LED.
"""
STRIP_PITCH = 6.944
"""The distance between the LEDs of a strip with 144 LEDs per metre, in millimetres."""
RING_PITCH = 7.9
"""The distance between the LEDs of a ready-made ring of 60, in millimetres.

It consists of four arcs, 157 mm wide outside and 145 mm inside (Adafruit, NeoPixel 1/4 60 ring), so its
LEDs are on a circle of 151 mm. A flexible strip cannot lie flat in a circle.
"""


class Shape(NamedTuple):
    """The layout of a board's LEDs.

    Attributes:
        tracks: for each track, the LEDs of holes 1 to 121, as positions in the chain, counted from 0.
            Several holes, on the same track or on different tracks, can share an LED.
        positions: the position of each LED's centre on the board, in millimetres. The leftmost LED has
            x = 0, and the topmost LED has y = 0.
    """

    leds: int
    tracks: tuple[tuple[int, ...], ...]
    positions: tuple[Position, ...]

    @property
    def panel(self) -> bool:
        """True if the LEDs form a panel: a full grid of four or more rows and columns."""
        columns = {x for x, _ in self.positions}
        rows = {y for _, y in self.positions}
        return min(len(columns), len(rows)) >= 4 and len(columns) * len(rows) == self.leds


def strips(
    tracks: int = 2,
    holes: int = 121,
    game_hole: str = "own",
    serpentine: bool = False,
    rows: int = 1,
    pitch_mm: float = STRIP_PITCH,
    row_mm: float = 12.0,
) -> Shape:
    """Return a shape in which each side has its own strip of LEDs. The strips are connected in a chain.

    Args:
        tracks: the number of tracks: 2 to 4.
        holes: the number of LEDs in a strip: 121 if it includes a game hole, otherwise 120.
        game_hole: `own` if each strip has a game hole, or `shared` if one LED at the end of the chain is the
            game hole of all sides.
        serpentine: True if every second strip runs backwards, starting where the previous strip ends.
        rows: the number of rows into which each track is folded on the board, running back and forth.

    Raises:
        ValueError: a value is out of range, or two values contradict each other. The message names them.
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
    _check_whole("tracks", tracks, (2, 3, 4))
    _check_whole("holes", holes, (LAP, HOLES))
    _check_one_of("game_hole", game_hole, ("own", "shared"))
    _check_flag("serpentine", serpentine)
    _check_whole("rows", rows, [count for count in range(1, 13) if LAP % count == 0])
    _check_distance("pitch_mm", pitch_mm)
    _check_distance("row_mm", row_mm)
    if (game_hole == "shared") != (holes == LAP):
        fits = "120 and 'shared', or 121 and 'own'"
        raise ValueError(f"holes is {holes} and game_hole is {game_hole!r}: choose {fits}")


def ring(leds: int = 60, tracks: int = 2, pitch_mm: float = RING_PITCH) -> Shape:
    """Return a shape in which all players' tracks share one ring of LEDs, clockwise from hole 1 at the top.

    With 60 LEDs, a peg goes round the ring twice: the first LED is both hole 1 and hole 61, and the last LED
    is hole 60, hole 120 and the game hole. With 120 LEDs, a peg goes round once. With 61 or 121 LEDs, the
    last LED is only the game hole, in the middle of the circle.

    Args:
        leds: the number of LEDs: 60, 61, 120 or 121.
        tracks: the number of tracks that share the ring: 2 to 4.

    Raises:
        ValueError: a value is out of range.
    """
    _check_whole("leds", leds, RING_LENGTHS)
    _check_whole("tracks", tracks, (2, 3, 4))
    _check_distance("pitch_mm", pitch_mm)
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
    """Return a shape in which all tracks are on one or more LED matrices, chained from left to right.

    The first side uses the upper rows. Each of its streets is a row of thirty holes, and the next street runs
    back in the row below. The game hole is beside hole 120. For example, a panel with 32 columns and 8 rows
    shows the first side's holes in its upper half as follows, and the second side's holes in the same way in
    its lower half:

        column   0   1   2  ...  29  30  31
                 .   1   2  ...  29  30   .
                 .  60  59  ...  32  31   .
                 .  61  62  ...  89  90   .
               121 120 119  ...  92  91   .

    Args:
        by: `columns` if the chain follows the columns of a panel, as is usual for panels of 32 by 8, or
            `rows` if it follows the rows, as is usual for panels of 8 by 8.
        serpentine: True if the chain runs backwards along every second column or row.
        tracks: the number of tracks: 2 to 4.

    Raises:
        ValueError: a value is out of range, or the panels are too small for the tracks. The message says
            which size is large enough.
    """
    _check_panel(width, height, panels, by, serpentine, pitch_mm, tracks)
    columns, step = width * panels, height // tracks // STREETS
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


def _check_panel(
    width: int, height: int, panels: int, by: str, serpentine: bool, pitch_mm: float, tracks: int
) -> None:
    _check_whole("width", width, range(1, 257))
    _check_whole("height", height, range(1, 257))
    _check_whole("panels", panels, range(1, 65))
    _check_one_of("by", by, ("columns", "rows"))
    _check_flag("serpentine", serpentine)
    _check_distance("pitch_mm", pitch_mm)
    _check_whole("tracks", tracks, (2, 3, 4))
    columns = width * panels
    if columns <= STREET:
        needed = f"a street and the game hole beside it need {STREET + 1}"
        raise ValueError(f"width is {width} and panels is {panels}: {columns} columns are too few, {needed}")
    if height < tracks * STREETS:
        needed = f"{tracks} tracks of {STREETS} streets need {tracks * STREETS}"
        raise ValueError(f"height is {height}: too few rows, {needed}")


def _panel_chain(
    width: int, height: int, panels: int, *, by_columns: bool, serpentine: bool
) -> dict[tuple[int, int], int]:
    """Return each LED's position in the chain by its column and row, all counted from 0."""
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
    # Every second row runs backwards. The game hole comes after hole 120, in the same row.
    length = LAP // rows
    cells = []
    for hole in range(holes):
        row = min(hole // length, rows - 1)
        along = hole - row * length
        cells.append((along if row % 2 == 0 else length - 1 - along, row))
    return cells


def _check_whole(name: str, value: Any, allowed: Sequence[int]) -> None:
    if type(value) is not int or value not in allowed:
        span = isinstance(allowed, range)
        right = f"{allowed[0]} to {allowed[-1]}" if span else _either([str(each) for each in allowed])
        raise ValueError(f"{name} is {value!r}: choose {right}")


def _check_one_of(name: str, value: Any, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise ValueError(f"{name} is {value!r}: choose {_either([repr(each) for each in allowed])}")


def _check_flag(name: str, value: Any) -> None:
    if type(value) is not bool:
        raise ValueError(f"{name} is {value!r}: choose true or false")


def _check_distance(name: str, value: Any) -> None:
    if type(value) not in (int, float) or not 0 < value <= 1000:
        raise ValueError(f"{name} is {value!r}: write a distance in mm, above 0 and up to 1000")


def _either(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
