"""The drilling template: the holes of a board, one for each LED, at their true size, with a ruler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.scoring.pegs import HOLES, LAP
from firmware_py.config.config import Config
from firmware_py.config.palette import NAMED, Colour

from .front_plate import DRILL, FrontPlate, cross, cut_outs, front_plate
from .shapes import (
    BLACK,
    GREY,
    WHITE,
    Circle,
    Drawing,
    Line,
    Primitive,
    Rectangle,
    Strokes,
    Text,
    moved,
    ruler,
)
from .track_marks import track_marks

_EDGE = 1.0
_HEAD, _FOOT = 20.0, 14.0


def template(config: Config, tracks: int | None = None, drill: float = DRILL) -> Drawing:
    """Draw the drilling template for a board's front plate at its true size.

    Args:
        config: the configuration of a board with LEDs.
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
    yield Strokes(tuple(stroke for led in plate.holes for stroke in cross(plate.leds[led])), BLACK, 0.15)


def _name(colour: Colour) -> str:
    """Return the name of a colour or, if it has none, the name of the most similar named colour."""
    return min(NAMED, key=lambda name: sum((a - b) ** 2 for a, b in zip(NAMED[name], colour, strict=True)))


def _tint(colour: Colour) -> str:
    return "#" + "".join(f"{255 - (255 - part) // 4:02x}" for part in colour)
