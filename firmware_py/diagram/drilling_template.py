"""The drilling template: the holes of a board, true to scale.

There is one hole for each LED. RULES.md 7 defines the hole numbers, the streets and the skunk lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

from firmware_py.config.config import Config
from firmware_py.diagram.cut_outs import cross, cut_outs
from firmware_py.diagram.front_plate import DRILL, FrontPlate, front_plate
from firmware_py.diagram.ruler import ruler
from firmware_py.diagram.shapes import (
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
)
from firmware_py.render.palette import NAMED, Colour
from firmware_py.render.score_to_hole import HOLES, LAP

_EDGE = 1.0
_HEAD, _FOOT = 20.0, 14.0
_SKUNKS = {90: "SKUNK", 60: "DOUBLE SKUNK"}


class _Hole(NamedTuple):
    """A hole to drill.

    Attributes:
        at: the centre of the hole on the page, in millimetres.
        numbers: the hole numbers to print beside the hole.
    """

    at: Point
    numbers: tuple[int, ...]


def template(config: Config, tracks: int = 2, drill: float = DRILL) -> Drawing:
    """Draw the drilling template for a board's front plate, at its true size.

    `paper.sheets` divides the drawing into sheets to print.

    Args:
        config: the configuration of a board with LEDs.
        tracks: the number of tracks to draw. If the board has fewer, all of them are drawn.
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
        *cut_outs(plate),
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
    """Draw the tracks: first the colours, then the lines, and on top the holes with their numbers.

    Args:
        plate: the front plate.
        colours: the colour of each side.
    """
    paths, centres, drill = plate.tracks, plate.leds, plate.drill
    shared = len(set(paths)) < len(paths)
    labels = [f"Side {side + 1}: {_name(colours[side])}" for side in range(len(paths))]
    sides = range(1 if shared else len(paths))
    for side in sides:
        tint = "#ececec" if shared else _tint(colours[side])
        yield Line(tuple(centres[led] for led in paths[side][:LAP]), tint, drill + 1)
    for side in sides:
        yield from _lines([centres[led] for led in paths[side]], drill, shared)
        if not shared:
            yield from _start([centres[led] for led in paths[side]], labels[side], drill)
    if shared:
        yield from _start_of_all([centres[led] for led in paths[0]], labels, drill)
    yield from _drilled(_holes(paths, centres), drill, shared)


def _drilled(holes: Sequence[_Hole], drill: float, around: bool) -> Iterator[Primitive]:
    """Draw the holes with their numbers.

    Args:
        holes: the holes, each with its numbers.
        drill: the diameter of a hole, in millimetres.
        around: True to write the numbers outside a ring of holes, False to write them above the holes.
    """
    for hole in holes:
        yield Circle(*hole.at, drill / 2, WHITE, BLACK, 0.3)
        if HOLES in hole.numbers:
            yield Circle(*hole.at, drill / 2 - 0.7, None, BLACK, 0.2)
    yield Strokes(tuple(stroke for hole in holes for stroke in cross(hole.at)), BLACK, 0.15)
    x, y = _middle([hole.at for hole in holes])
    for hole in holes:
        if not hole.numbers:
            continue
        away = _unit(hole.at[0] - x, hole.at[1] - y) if around else (0.0, -1.0)
        label = "/".join("GAME" if number == HOLES else str(number) for number in hole.numbers)
        text = Text(0, 0, label, 2.2, "middle", bold=HOLES in hole.numbers)
        reach = drill / 2 + 1.7 + abs(away[0]) * text.width / 2
        yield text._replace(x=hole.at[0] + away[0] * reach, y=hole.at[1] + away[1] * reach)


def _holes(paths: Sequence[tuple[int, ...]], centres: Sequence[Point]) -> list[_Hole]:
    numbers: dict[int, set[int]] = {}
    for path in paths:
        for number, led in enumerate(path, 1):
            numbers.setdefault(led, set()).update({number} if number % 5 == 0 or number == HOLES else ())
    return [_Hole(centres[led], tuple(sorted(some))) for led, some in sorted(numbers.items())]


def _lines(track: Sequence[Point], drill: float, around: bool) -> Iterator[Primitive]:
    """Draw a line after each street. The skunk lines are thicker and have names.

    Args:
        track: the centres of the track's holes.
        drill: the diameter of a hole, in millimetres.
        around: True if the track is a ring.
    """
    for number in range(30, LAP, 30):
        here, after = track[number - 1], track[number]
        x, y = (here[0] + after[0]) / 2, (here[1] + after[1]) / 2
        along = _unit(after[0] - here[0], after[1] - here[1])
        reach = drill / 2 + 2
        ends = (
            (x - along[1] * reach, y + along[0] * reach),
            (x + along[1] * reach, y - along[0] * reach),
        )
        yield Line(ends, BLACK, 0.8 if number in _SKUNKS else 0.4)
        if number in _SKUNKS:
            yield _named(_SKUNKS[number], (x, y), along, track, reach, around)


def _named(word: str, at: Point, along: Point, track: Sequence[Point], reach: float, around: bool) -> Text:
    """Return the name of a skunk line, placed so that it does not cover any hole numbers.

    Args:
        word: the name of the line.
        at: the middle of the line.
        along: the direction of the track at the line, as a unit vector.
        track: the centres of the track's holes.
        reach: half the length of the line, in millimetres.
        around: True if the track is a ring.
    """
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


def _start(track: Sequence[Point], label: str, drill: float) -> Iterator[Primitive]:
    """Draw the start of a track before hole 1, with the name of the side.

    Args:
        track: the centres of the track's holes.
        label: the name of the side.
        drill: the diameter of a hole, in millimetres.
    """
    (x, y), after = track[0], track[1]
    along = _unit(after[0] - x, after[1] - y)
    x, y = x - along[0] * (drill / 2 + 3.5), y - along[1] * (drill / 2 + 3.5)
    yield _arrow((x, y), along)
    yield Text(x - 1.5, y, "START", 2.4, "end", bold=True)
    yield Text(x - 1.5, y - 4.2, label, 2.4, "end")


def _start_of_all(track: Sequence[Point], labels: Sequence[str], drill: float) -> Iterator[Primitive]:
    """Draw the start of a ring below hole 1, with the names of the sides that share the ring.

    Args:
        track: the centres of the ring's holes.
        labels: the names of the sides.
        drill: the diameter of a hole, in millimetres.
    """
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


def _name(colour: Colour) -> str:
    """Return the name of a colour. If the colour has no name, return the name of the most similar colour."""
    return min(NAMED, key=lambda name: sum((a - b) ** 2 for a, b in zip(NAMED[name], colour, strict=True)))


def _tint(colour: Colour) -> str:
    """Return a tint of a colour that is pale enough to print text on."""
    return "#" + "".join(f"{255 - (255 - part) // 4:02x}" for part in colour)
