"""A laser-cut enclosure: a box made of six plates, with the board's front plate as the lid.

The four walls and the back have finger joints and are glued. The front plate rests on the walls and is
screwed to four wooden blocks in the corners, so that the box can be opened. An edge with joints is divided
into fingers and gaps. A gap is as deep as the other plate is thick. Where one plate has a finger, the other
has a gap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from firmware_py.config.config import Config
from firmware_py.config.pi import plug_on_board
from firmware_py.system.errors import UsageError

from .front_plate import KEY_HOLE, SCREW_HOLE, FrontPlate, front_plate, track_marks
from .shapes import BLACK, RED, Circle, Drawing, Line, Point, Primitive, Rectangle, Text, moved

THICKNESS = 3.0
"""The thickness of the plywood, in millimetres."""
DEPTH = 48.0
"""The height of the walls including the back, in millimetres: enough for a Pi with plugs in its sockets."""
_FINGER = 15.0
_SPACE = 6.0
"""The space between the parts on the sheet, in millimetres."""
_CABLE = (20.0, 12.0)
"""The width and height of an opening for the plug of a USB cable, in millimetres."""
_PI_SIZE = (85.0, 56.0)
_PI_HOLES = ((3.5, 3.5), (61.5, 3.5), (3.5, 52.5), (61.5, 52.5))
"""The centres of a Raspberry Pi's mounting holes, from a corner of the board (its mechanical drawing)."""
_PI_HOLE = 2.75
_PI_FROM_LEFT = 30.0
_LASER = 0.1
_Fingers = Sequence[tuple[float, float]]
"""The start and the end of each finger on an edge, in millimetres from the left or the top of the plate.

A finger at a corner is listed for both edges. An edge without a joint has a single, long finger.
"""


def enclosure(config: Config, tracks: int | None = None) -> Drawing:
    """Draw the plates of an enclosure for a board, to be cut from 3 mm plywood.

    Red lines are for cutting, and black lines are for engraving.

    Args:
        config: the configuration of a board with LEDs.
        tracks: how many of the board's peg tracks to put on the front plate; None for one per side.

    Raises:
        UsageError: the board has no LEDs, or its display and keys are on an add-on board.
    """
    plate = front_plate(config, tracks)
    if plug_on_board(config):
        raise UsageError(
            f"{config.profile}: its screen and keys plug onto the Pi and would be inside the box: "
            "drill the front plate alone (--drilling), and leave the Pi beside it"
        )
    long = list(_wall(plate.width, long=True))
    short = list(_wall(plate.height, long=False))
    step = DEPTH + _SPACE
    below = 2 * (plate.height + _SPACE)
    parts: list[tuple[float, float, Sequence[Primitive]]] = [
        (0, 0, list(_front(plate))),
        (0, plate.height + _SPACE, list(_back(plate))),
        (0, below, [*long, *_cable_openings(plate.width)]),
        (0, below + step, long),
        (0, below + 2 * step, short),
        (plate.height + _SPACE, below + 2 * step, short),
    ]
    shapes = [moved(shape, x + _SPACE, y + _SPACE) for x, y, part in parts for shape in part]
    width = max(plate.width, 2 * plate.height + _SPACE) + 2 * _SPACE
    title = f"Enclosure: {config.profile or config.source or 'a board'}"
    return Drawing(title, width, below + 3 * step + _SPACE, tuple(shapes))


def _front(plate: FrontPlate) -> Iterator[Primitive]:
    yield from track_marks(plate, [""] * len(plate.tracks))
    yield _cut(_rectangle(0, 0, plate.width, plate.height))
    for led in plate.holes:
        yield _hole(plate.leds[led], plate.drill)
    for name, at in plate.keys:
        yield _hole(at, KEY_HOLE)
        yield Text(at[0], at[1] - KEY_HOLE / 2 - 2, name, 2.4, "middle", bold=True)
    for at in plate.screws:
        yield _hole(at, SCREW_HOLE)
    if plate.screen:
        yield _cut(_rectangle(*plate.screen))


def _back(plate: FrontPlate) -> Iterator[Primitive]:
    """The plate is seen from the inside."""
    across, along = _back_fingers(plate.width), _back_fingers(plate.height)
    yield _cut(_outline(plate.width, plate.height, across, across, along))
    x, y = _PI_FROM_LEFT, (plate.height - _PI_SIZE[1]) / 2
    yield Rectangle(x, y, *_PI_SIZE, None, BLACK, _LASER)
    yield Text(x + _PI_SIZE[0] / 2, y + _PI_SIZE[1] / 2, "Raspberry Pi", 4, "middle")
    for right, down in _PI_HOLES:
        yield _hole((x + right, y + down), _PI_HOLE)


def _wall(length: float, *, long: bool) -> Iterator[Primitive]:
    """At each corner, fingers of the two walls alternate. The first and the last belong to the long wall."""
    upright = _spans(0, DEPTH - THICKNESS)[0 if long else 1 :: 2]
    top = ((0.0, length),) if long else ((THICKNESS, length - THICKNESS),)
    bottom = _spans(THICKNESS, length - THICKNESS)[1::2]
    yield _cut(_outline(length, DEPTH, top, bottom, upright))


def _back_fingers(length: float) -> tuple[tuple[float, float], ...]:
    between = _spans(THICKNESS, length - THICKNESS)[0::2]
    return ((0.0, THICKNESS), *between, (length - THICKNESS, length))


def _cable_openings(length: float) -> Iterator[Primitive]:
    """The openings are for the keypad's cable and the power cables."""
    y = DEPTH - THICKNESS - 8 - _CABLE[1]
    for x in (_PI_FROM_LEFT + _PI_SIZE[0] / 2, length - _PI_FROM_LEFT):
        yield _cut(_rectangle(x - _CABLE[0] / 2, y, *_CABLE))


def _rectangle(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y))


def _cut(points: tuple[Point, ...]) -> Line:
    return Line(points, RED, _LASER)


def _hole(at: Point, diameter: float) -> Circle:
    return Circle(*at, diameter / 2, None, RED, _LASER)


def _spans(start: float, end: float) -> tuple[tuple[float, float], ...]:
    """Divide a section of an edge into an odd number of spans, at least three, each about 15 mm long."""
    count = max(3, 2 * round((end - start) / _FINGER / 2) + 1)
    step = (end - start) / count
    return tuple((start + index * step, start + (index + 1) * step) for index in range(count))


def _outline(
    width: float, height: float, top: _Fingers, bottom: _Fingers, sides: _Fingers
) -> tuple[Point, ...]:
    """Return the closed outline of a plate, clockwise. Its size includes its fingers."""
    points: list[Point] = []
    points += [(x, y) for x, y in _along(width, top)]
    points += [(width - y, x) for x, y in _along(height, sides)]
    points += [(width - x, height - y) for x, y in _along(width, _reversed(width, bottom))]
    points += [(y, height - x) for x, y in _along(height, _reversed(height, sides))]
    points.append(points[0])
    return tuple(point for index, point in enumerate(points) if index == 0 or point != points[index - 1])


def _along(length: float, fingers: _Fingers) -> Iterator[Point]:
    """Yield the corners along an edge, by their distances from its start and inwards from the edge."""
    merged = _merged(fingers)
    if merged[0][0] > 0:
        yield THICKNESS, THICKNESS
    for start, end in merged:
        if start > 0:
            yield start, THICKNESS
        yield start, 0
        yield end, 0
        if end < length:
            yield end, THICKNESS


def _merged(fingers: _Fingers) -> list[tuple[float, float]]:
    merged: list[tuple[float, float]] = []
    for start, end in sorted(fingers):
        if merged and start - merged[-1][1] < 1e-6:
            merged[-1] = merged[-1][0], end
        else:
            merged.append((start, end))
    return merged


def _reversed(length: float, fingers: _Fingers) -> list[tuple[float, float]]:
    return [(length - end, length - start) for start, end in fingers]
