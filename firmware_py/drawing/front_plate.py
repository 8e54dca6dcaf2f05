"""The front plate of a board with LEDs: its size, its holes and its cut-outs.

Positions are in millimetres from the upper left corner of the plate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import ceil, hypot
from typing import NamedTuple

from firmware_py.config.config import Config
from firmware_py.config.displays import OLED_CONTROLLERS
from firmware_py.config.pi import plug_on_board
from firmware_py.input.keys import Key
from firmware_py.system.errors import UsageError

from .shapes import BLACK, GREY, Circle, Line, Point, Primitive, Rectangle, Strokes, Text

DRILL = 5.0
"""The default diameter of the hole above an LED, in millimetres."""
KEY_HOLE = 12.0
"""The diameter of the hole for a push button with a 12 mm thread, in millimetres."""
SCREW_HOLE = 3.2
"""The diameter of the hole for an M3 screw (ISO 273, close fit), in millimetres."""
_SIDE, _TOP, _GAP, _BOTTOM = 26.0, 16.0, 11.0, 12.0
"""The margins beside and above the LEDs, the gap between LEDs and parts, and the margin below the parts."""
_KEY_PITCH, _KEYS_A_ROW = 19.0, 10
_SCREW = 8.0
"""The distance from a screw to the two nearest edges of the plate, in millimetres."""

_AROUND = 0.75
"""The distance by which the display's window extends beyond the lit area, in millimetres."""


class DisplayCutout(NamedTuple):
    """The cut-out for the display: its upper left corner, width and height, in millimetres."""

    x: float
    y: float
    width: float
    height: float


class FrontPlate(NamedTuple):
    """The front plate of a board. All lengths and coordinates are in millimetres.

    Attributes:
        width: the width of the plate.
        height: the height of the plate.
        leds: the centre of each LED in the chain, including LEDs without a hole.
        tracks: the LEDs of each track, as indices into `leds`, in the order of the holes.
        drill: the diameter of a hole above an LED.
        screen: the window for the display; None if there is no display, or if it is on a HAT.
        keys: each push button's name and the centre of its hole.
        screws: the centres of the holes for the screws.
    """

    width: float
    height: float
    leds: tuple[Point, ...]
    tracks: tuple[tuple[int, ...], ...]
    drill: float
    screen: DisplayCutout | None
    keys: tuple[tuple[str, Point], ...]
    screws: tuple[Point, ...]

    @property
    def holes(self) -> tuple[int, ...]:
        """The indices in `leds` of all LEDs in the tracks, in ascending order. Each of them needs a hole."""
        return tuple(sorted({led for track in self.tracks for led in track}))

    @property
    def shared(self) -> bool:
        """True if several players or teams peg in the same row of holes."""
        return len(set(self.tracks)) < len(self.tracks)

    @property
    def nearest(self) -> float:
        """The smallest distance between the centres of two holes, in millimetres."""
        return min(
            hypot(one[0] - other[0], one[1] - other[1])
            for one, other in combinations([self.leds[led] for led in self.holes], 2)
        )


def front_plate(config: Config, tracks: int | None = None, drill: float = DRILL) -> FrontPlate:
    """Return the front plate of a board.

    Args:
        config: the configuration of a board with LEDs.
        tracks: the maximum number of tracks to include; None for one track per side.
        drill: the diameter of a hole above an LED, in millimetres.

    Raises:
        UsageError: the board has no LEDs, or neighbouring holes would overlap.
    """
    name = config.profile or config.source or "a board"
    if config.lights is None:
        raise UsageError(f"{name}: this board has no lights, so there are no holes to drill")
    shape = config.lights.shape
    paths = shape.tracks[: tracks or config.setup.rules.sides]
    used = [shape.positions[led] for path in paths for led in path]
    left, top = min(x for x, _ in used), min(y for _, y in used)
    right, bottom = max(x for x, _ in used), max(y for _, y in used)
    width = right - left + 2 * _SIDE
    below = _TOP + bottom - top + _GAP
    window = _window(config)
    keys = _key_names(config)
    columns, rows = _grid(len(keys), width - (window.width + 40 if window else 30))
    strip = max(window.height if window else 0.0, rows * _KEY_PITCH)
    height = below + strip + _BOTTOM if strip else below - _GAP + _TOP
    if window:
        aside = _SIDE if keys else (width - window.width) / 2
        window = window._replace(x=aside, y=below + (strip - window.height) / 2)
    first = width - _SIDE - (columns - 1) * _KEY_PITCH if window else (width - (columns - 1) * _KEY_PITCH) / 2
    plate = FrontPlate(
        width,
        height,
        tuple((x - left + _SIDE, y - top + _TOP) for x, y in shape.positions),
        paths,
        drill,
        window,
        _laid_out(keys, columns, (first, below + (strip - (rows - 1) * _KEY_PITCH) / 2)),
        tuple((x, y) for x in (_SCREW, width - _SCREW) for y in (_SCREW, height - _SCREW)),
    )
    if not 0 < drill < plate.nearest:
        raise UsageError(
            f"{name}: holes of {drill:g} mm: the centres are only {plate.nearest:.3f} mm apart; "
            "use a smaller drill"
        )
    return plate


def _window(config: Config) -> DisplayCutout | None:
    if config.display is None or plug_on_board(config):
        return None
    width, height = OLED_CONTROLLERS[config.display.controller].lit_area
    return DisplayCutout(0, 0, width + 2 * _AROUND, height + 2 * _AROUND)


def _key_names(config: Config) -> list[str]:
    """The card keys come first. Keys on a HAT are left out."""
    if plug_on_board(config):
        return []
    wired = {name for each in config.inputs for name in each.pins}
    return [key.value for key in Key if key.value in wired]


def _grid(keys: int, width: float) -> tuple[int, int]:
    if not keys:
        return 0, 0
    most = max(1, min(_KEYS_A_ROW, int(width // _KEY_PITCH)))
    rows = ceil(keys / most)
    return ceil(keys / rows), rows


def _laid_out(names: Sequence[str], columns: int, first: Point) -> tuple[tuple[str, Point], ...]:
    return tuple(
        (name, (first[0] + index % columns * _KEY_PITCH, first[1] + index // columns * _KEY_PITCH))
        for index, name in enumerate(names)
    )


def cut_outs(plate: FrontPlate) -> Iterator[Primitive]:
    """Draw the cut-outs of a front plate: the window for the display and the holes for keys and screws."""
    if plate.screen:
        yield from _cut_out_window(plate.screen)
    for name, at in plate.keys:
        yield Circle(*at, KEY_HOLE / 2, None, BLACK, 0.3)
        yield Text(at[0], at[1] - KEY_HOLE / 2 - 2, name, 2.4, "middle", bold=True)
    for at in plate.screws:
        yield Circle(*at, SCREW_HOLE / 2, None, BLACK, 0.3)
    centres = [at for _, at in plate.keys] + list(plate.screws)
    yield Strokes(tuple(stroke for at in centres for stroke in cross(at)), BLACK, 0.15)


def cross(at: Point) -> Iterator[tuple[Point, Point]]:
    """Yield the two lines of a cross, 2.4 mm wide, that marks the centre of a hole at the given point."""
    x, y = at
    yield (x - 1.2, y), (x + 1.2, y)
    yield (x, y - 1.2), (x, y + 1.2)


def _cut_out_window(window: DisplayCutout) -> Iterator[Primitive]:
    x, y, width, height = window
    yield Rectangle(x, y, width, height, None, BLACK, 0.3)
    yield Line(((x, y), (x + width, y + height)), GREY, 0.15, dashed=True)
    yield Line(((x, y + height), (x + width, y)), GREY, 0.15, dashed=True)
    yield Text(x + width / 2, y - 2, "SCREEN", 2.4, "middle", bold=True)
    yield Text(x + width / 2, y + height + 2.5, f"{width:.1f} x {height:.1f}", 2.2, "middle")
