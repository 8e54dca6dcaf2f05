"""The front plate of a board with LEDs, and the drilling template.

`front_plate` says where everything is. `track_marks` draws what is printed beside the holes: numbers, ends
of streets and starts (RULES.md 7). `template` draws the whole plate at its true size, with a ruler.
Positions are in millimetres from the upper left corner of the plate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import ceil, hypot
from typing import NamedTuple

from engine.scoring.pegs import HOLES, LAP
from firmware_py.config.config import Config
from firmware_py.config.displays import OLED_CONTROLLERS
from firmware_py.config.palette import NAMED, Colour
from firmware_py.config.pi import plug_on_board
from firmware_py.input.keys import Key
from firmware_py.system.errors import UsageError

from .shapes import (
    BLACK,
    GREY,
    WHITE,
    Circle,
    Drawing,
    Line,
    Point,
    Primitive,
    Rectangle,
    Strokes,
    Text,
    moved,
    ruler,
)

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


_SKUNKS = {90: "SKUNK", 60: "DOUBLE SKUNK"}


def track_marks(plate: FrontPlate, sides: Sequence[str]) -> Iterator[Line | Text]:
    """Draw the hole numbers, the ends of streets and the starts on all tracks of a front plate.

    Args:
        sides: each side's name, which is written at the start of its track.
    """
    paths = [[plate.leds[led] for led in path] for path in plate.tracks]
    for path, side in zip(paths[:1] if plate.shared else paths, sides, strict=False):
        yield from _lines(path, plate.drill, plate.shared)
        if not plate.shared:
            yield from _start(path, side, plate.drill)
    if plate.shared:
        yield from _start_of_all(paths[0], sides, plate.drill)
    yield from _numbers(plate)


def _numbers(plate: FrontPlate) -> Iterator[Text]:
    """If several tracks share a hole, their numbers are printed in one text."""
    numbers: dict[int, set[int]] = {}
    for path in plate.tracks:
        for number, led in enumerate(path, 1):
            if number % 5 == 0 or number == HOLES:
                numbers.setdefault(led, set()).add(number)
    x, y = _middle([plate.leds[led] for led in plate.holes])
    for led, shared in sorted(numbers.items()):
        at = plate.leds[led]
        away = _unit(at[0] - x, at[1] - y) if plate.shared else (0.0, -1.0)
        label = "/".join("GAME" if number == HOLES else str(number) for number in sorted(shared))
        text = Text(0, 0, label, 2.2, "middle", bold=HOLES in shared)
        reach = plate.drill / 2 + 1.7 + abs(away[0]) * text.width / 2
        yield text._replace(x=at[0] + away[0] * reach, y=at[1] + away[1] * reach)


def _lines(track: Sequence[Point], drill: float, around: bool) -> Iterator[Line | Text]:
    """The lines are after every 30 holes. Those after 60 and 90 holes are labelled."""
    for number in range(30, LAP, 30):
        here, after = track[number - 1], track[number]
        x, y = (here[0] + after[0]) / 2, (here[1] + after[1]) / 2
        along = _unit(after[0] - here[0], after[1] - here[1])
        reach = drill / 2 + 2
        # A ring runs clockwise, and the numbers of its holes are outside: the line ends before them.
        outer = drill / 2 if around else reach
        ends = (
            (x - along[1] * reach, y + along[0] * reach),
            (x + along[1] * outer, y - along[0] * outer),
        )
        yield Line(ends, BLACK, 0.8 if number in _SKUNKS else 0.4)
        if number in _SKUNKS:
            yield _named(_SKUNKS[number], (x, y), along, track, reach, around)


def _named(word: str, at: Point, along: Point, track: Sequence[Point], reach: float, around: bool) -> Text:
    """The label is placed so that it does not cover any hole numbers."""
    x, y = at
    if around:  # inside the ring; at the top of the ring, START takes the space to the right
        middle = _middle(track)
        inward = _unit(middle[0] - x, middle[1] - y)
        aside = "start" if inward[0] > 0.5 else "end" if inward[0] < -0.5 or inward[1] > 0 else "middle"
        return Text(x + inward[0] * (reach + 2), y + inward[1] * (reach + 2), word, 2.2, aside)
    if abs(along[1]) < 0.5:  # the track is horizontal: put the name below the track, beside the line
        return Text(x + 1, y + reach - 0.3, word, 2.2)
    outer = _middle(track)[0] < x
    return Text(x + (reach + 1.5) * (1 if outer else -1), y, word, 2.2, "start" if outer else "end")


def _start(track: Sequence[Point], label: str, drill: float) -> Iterator[Line | Text]:
    (x, y), after = track[0], track[1]
    along = _unit(after[0] - x, after[1] - y)
    x, y = x - along[0] * (drill / 2 + 3.5), y - along[1] * (drill / 2 + 3.5)
    yield _arrow((x, y), along)
    yield Text(x - 1.5, y, "START", 2.4, "end", bold=True)
    if label:
        yield Text(x - 1.5, y - 4.2, label, 2.4, "end")


def _start_of_all(track: Sequence[Point], labels: Sequence[str], drill: float) -> Iterator[Line | Text]:
    x, y = track[0]
    y += drill / 2 + 3.5
    yield _arrow((x, y), (0.0, -1.0))
    yield Text(x, y + 2.8, "START", 2.4, "middle", bold=True)
    for number, line in enumerate(labels, 1):
        yield Text(x, y + 2.8 + 4.2 * number, line, 2.4, "middle")


def _arrow(at: Point, along: Point) -> Line:
    (x, y), (to_x, to_y) = at, along
    tip = x + to_x * 2.2, y + to_y * 2.2
    wings = (x + to_y * 1.2, y - to_x * 1.2), (x - to_y * 1.2, y + to_x * 1.2)
    return Line((tip, *wings, tip), BLACK, 0.4)


def _middle(centres: Sequence[Point]) -> Point:
    across, along = [x for x, _ in centres], [y for _, y in centres]
    return (min(across) + max(across)) / 2, (min(along) + max(along)) / 2


def _unit(x: float, y: float) -> Point:
    length = hypot(x, y)
    return (x / length, y / length) if length else (0.0, -1.0)


_EDGE = 1.0
_HEAD, _FOOT = 18.0, 13.0


def template(config: Config, tracks: int | None = None, drill: float = DRILL) -> Drawing:
    """Draw the drilling template for a board's front plate at its true size.

    Args:
        tracks: the maximum number of tracks to include; None for one track per side.
        drill: the diameter of a hole above an LED, in millimetres.

    Raises:
        UsageError: the board has no LEDs, or neighbouring holes would overlap.
    """
    plate = front_plate(config, tracks, drill)
    lights = config.lights
    assert lights is not None, "a plate has lights"
    title = f"Drilling template: {config.profile or config.source or 'a board'}"
    shapes: list[Primitive] = [
        Rectangle(0, 0, plate.width, plate.height, None, BLACK, 0.4),
        *_tracks(plate, lights.palette.sides),
        *_cut_outs(plate),
        *ruler(0, plate.height + 9),
    ]
    return Drawing(
        title,
        plate.width + 2 * _EDGE,
        plate.height + _HEAD + _FOOT,
        (*_head(title, plate), *(moved(shape, _EDGE, _HEAD) for shape in shapes)),
    )


def _head(title: str, plate: FrontPlate) -> Iterator[Primitive]:
    about = [
        f"{len(plate.holes)} holes of {plate.drill:g} mm,",
        f"{plate.nearest:.3f} mm or more from centre to centre.",
        f"The outline is {plate.width:.1f} by {plate.height:.1f} mm.",
    ]
    if plate.screen or plate.keys:
        about.append("Measure your own parts before you cut.")
    yield Text(_EDGE, 8, title, 5, bold=True)
    yield Text(_EDGE, 15, " ".join(about), 2.9, colour=GREY)


def _tracks(plate: FrontPlate, colours: Sequence[Colour]) -> Iterator[Primitive]:
    for side, path in enumerate(plate.tracks[:1] if plate.shared else plate.tracks):
        tint = "#ececec" if plate.shared else _tint(colours[side])
        yield Line(tuple(plate.leds[led] for led in path[:LAP]), tint, plate.drill + 1)
    names = [f"Side {side + 1}: {_name(colours[side])}" for side in range(len(plate.tracks))]
    yield from track_marks(plate, names)
    last = {path[HOLES - 1] for path in plate.tracks}
    for led in plate.holes:
        yield Circle(*plate.leds[led], plate.drill / 2, WHITE, BLACK, 0.3)
        if led in last:
            yield Circle(*plate.leds[led], plate.drill / 2 - 0.7, None, BLACK, 0.2)
    yield Strokes(tuple(stroke for led in plate.holes for stroke in _cross(plate.leds[led])), BLACK, 0.15)


def _cut_outs(plate: FrontPlate) -> Iterator[Primitive]:
    if plate.screen:
        yield from _cut_out_window(plate.screen)
    for name, at in plate.keys:
        yield Circle(*at, KEY_HOLE / 2, None, BLACK, 0.3)
        yield Text(at[0], at[1] - KEY_HOLE / 2 - 2, name, 2.4, "middle", bold=True)
    for at in plate.screws:
        yield Circle(*at, SCREW_HOLE / 2, None, BLACK, 0.3)
    centres = [at for _, at in plate.keys] + list(plate.screws)
    yield Strokes(tuple(stroke for at in centres for stroke in _cross(at)), BLACK, 0.15)


def _cross(at: Point) -> Iterator[tuple[Point, Point]]:
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


def _name(colour: Colour) -> str:
    """Return the name of a colour or, if it has none, the name of the most similar named colour."""
    return min(NAMED, key=lambda name: sum((a - b) ** 2 for a, b in zip(NAMED[name], colour, strict=True)))


def _tint(colour: Colour) -> str:
    return "#" + "".join(f"{255 - (255 - part) // 4:02x}" for part in colour)
