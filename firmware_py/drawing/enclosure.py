"""An enclosure with the board's front plate as the lid: six plates for a laser cutter.

The four walls and the back have finger joints and are glued. The front plate rests on the walls and is
screwed to four wooden blocks in the corners, so that the box can be opened. An edge with joints is divided
into fingers and gaps. A gap is as deep as the other plate is thick. Where one plate has a finger, the other
has a gap. The laser burns away a line, the kerf: all plates grow by half of it, and all holes shrink.

The walls have openings for cables, a jack for the lights' supply, air, the sound of a speaker, and the card.
`printed_box` writes the same box for a 3D printer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from firmware_py.config.config import Config
from firmware_py.config.pi import PI_HOLES, PI_SIZE, plug_on_board
from firmware_py.system.errors import UsageError

from .front_plate import KEY_HOLE, SCREW_HOLE, FrontPlate, front_plate, track_marks
from .shapes import BLACK, RED, Circle, Drawing, Line, Point, Primitive, Rectangle, Text, moved

THICKNESS, THINNEST, THICKEST = 3.0, 2.0, 6.0
"""The usual thickness of the plywood, and the limits within which the joints work, in millimetres."""
WIDEST_KERF = 0.5
"""The width of the widest line that a laser burns away, in millimetres."""
DEPTH = 48.0
"""The height of the walls including the back, in millimetres: enough for a Pi with plugs in its sockets."""
_FINGER = 15.0
_SPACE = 6.0
"""The space between the parts on the sheet, in millimetres."""
_CABLE = (20.0, 12.0)
"""The width and height of an opening for the plug of a USB cable, in millimetres."""
_JACK = 8.0
"""The diameter of the hole for a barrel jack with a thread, in millimetres."""
_VENT, _VENTS = (3.0, 22.0), 6
"""The width and height of an opening for air, in millimetres, and their number."""
_CARD = (20.0, 9.0)
"""The width and height of the opening through which the card is pulled out, in millimetres."""
PI_HOLE = 2.75
_PI_FROM_LEFT = 4.0
"""The distance of the Raspberry Pi from the left wall, in millimetres: its card sticks out 2.5."""
_LASER = 0.1
_Fingers = Sequence[tuple[float, float]]
"""The start and the end of each finger on an edge, in millimetres from the left or the top of the plate.

A finger at a corner is listed for both edges. An edge without a joint has a single, long finger.
"""


class Opening(NamedTuple):
    """A rectangular opening in a wall, or a round one as wide as it is high.

    Attributes:
        x: the distance of its centre from the left end of the wall, seen from outside.
        y: the distance of its centre from the upper edge of the wall, on which the front plate rests.
    """

    x: float
    y: float
    width: float
    height: float
    round: bool = False


class Box(NamedTuple):
    """The box around a front plate. All lengths are in millimetres.

    Attributes:
        kerf: the width of the line that the laser burns away.
    """

    plate: FrontPlate
    thickness: float = THICKNESS
    kerf: float = 0.0

    @property
    def pi(self) -> Point:
        """The corner of the Raspberry Pi on the back plate, which is seen from inside."""
        return self.thickness + _PI_FROM_LEFT, (self.plate.height - PI_SIZE[1]) / 2

    @property
    def upper(self) -> tuple[Opening, ...]:
        """The openings of the wall at the upper edge of the front plate, for cables."""
        y, length = DEPTH - self.thickness - 8 - _CABLE[1] / 2, self.plate.width
        # Seen from outside, the left wall is at the right.
        return (
            Opening(length - self.pi[0] - PI_SIZE[0] / 2, y, *_CABLE),
            Opening(30, y, *_CABLE),
            Opening(30 + _CABLE[0] / 2 + 4 + _JACK, y, _JACK, _JACK, round=True),
        )

    @property
    def lower(self) -> tuple[Opening, ...]:
        """The openings of the opposite wall, for air and sound."""
        y, middle = (DEPTH - self.thickness) / 2, self.pi[0] + PI_SIZE[0] / 2
        vents = ((index - (_VENTS - 1) / 2) * 9 for index in range(_VENTS))
        sound = ((right, down) for right in (-8, 0, 8) for down in (-8, 0, 8))
        return (
            *(Opening(middle + aside, y, *_VENT) for aside in vents),
            *(Opening(self.plate.width - 40 + x, y + down, 3, 3, round=True) for x, down in sound),
        )

    @property
    def left(self) -> tuple[Opening, ...]:
        """The opening of the left wall, for the card, which is under the Raspberry Pi."""
        return (Opening(self.plate.height / 2, DEPTH - self.thickness - 1 - _CARD[1] / 2, *_CARD),)


def box(config: Config, tracks: int | None = None, thickness: float = THICKNESS, kerf: float = 0.0) -> Box:
    """Return the box of a board. Lengths are in millimetres.

    Args:
        tracks: how many of the board's peg tracks to put on the front plate; None for one per side.
        kerf: the width of the line that the laser burns away.

    Raises:
        UsageError: the board has no LEDs, or its display and keys are on an add-on board; or a length is
            beyond its limits.
    """
    if not THINNEST <= thickness <= THICKEST:
        raise UsageError(f"--thickness {thickness:g}: the plates are {THINNEST:g} to {THICKEST:g} mm thick")
    if not 0 <= kerf <= WIDEST_KERF:
        raise UsageError(f"--kerf {kerf:g}: a laser burns away 0 to {WIDEST_KERF:g} mm")
    plate = front_plate(config, tracks)
    if plug_on_board(config):
        raise UsageError(
            f"{config.profile}: its screen and keys plug onto the Pi and would be inside the box: "
            "drill the front plate alone (--drilling), and leave the Pi beside it"
        )
    return Box(plate, thickness, kerf)


def enclosure(
    config: Config, tracks: int | None = None, thickness: float = THICKNESS, kerf: float = 0.0
) -> Drawing:
    """Draw the plates of a board's box, to be cut from plywood; the arguments are those of `box`.

    Red lines are for cutting, and black lines are for engraving.
    """
    made = box(config, tracks, thickness, kerf)
    plate = made.plate
    step = DEPTH + _SPACE
    below = 2 * (plate.height + _SPACE)
    parts: list[tuple[float, float, Sequence[Primitive]]] = [
        (0, 0, list(_front(plate))),
        (0, plate.height + _SPACE, list(_back(made))),
        (0, below, list(_wall(made, plate.width, made.upper, long=True))),
        (0, below + step, list(_wall(made, plate.width, made.lower, long=True))),
        (0, below + 2 * step, list(_wall(made, plate.height, made.left, long=False))),
        (plate.height + _SPACE, below + 2 * step, list(_wall(made, plate.height, (), long=False))),
    ]
    shapes = [
        _grown(moved(shape, x + _SPACE, y + _SPACE), kerf / 2) for x, y, part in parts for shape in part
    ]
    width = max(plate.width, 2 * plate.height + _SPACE) + 2 * _SPACE
    title = f"Enclosure: {config.profile or config.source or 'a board'}"
    return Drawing(title, width, below + 3 * step + _SPACE, tuple(shapes), paper=False)


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
        yield _cut(tuple(reversed(_rectangle(*plate.screen))))


def _back(box: Box) -> Iterator[Primitive]:
    """The plate is seen from the inside."""
    plate = box.plate
    across, along = _back_fingers(box, plate.width), _back_fingers(box, plate.height)
    yield _cut(_outline(box, plate.width, plate.height, across, across, along))
    x, y = box.pi
    yield Rectangle(x, y, *PI_SIZE, None, BLACK, _LASER)
    yield Text(x + PI_SIZE[0] / 2, y + PI_SIZE[1] / 2, "Raspberry Pi, its card to the left", 3, "middle")
    for right, down in PI_HOLES:
        yield _hole((x + right, y + down), PI_HOLE)


def _wall(box: Box, length: float, openings: Sequence[Opening], *, long: bool) -> Iterator[Primitive]:
    """At each corner, fingers of the two walls alternate. The first and the last belong to the long wall."""
    thick = box.thickness
    upright = _spans(0, DEPTH - thick)[0 if long else 1 :: 2]
    top = ((0.0, length),) if long else ((thick, length - thick),)
    bottom = _spans(thick, length - thick)[1::2]
    yield _cut(_outline(box, length, DEPTH, top, bottom, upright))
    for each in openings:
        if each.round:
            yield _hole((each.x, each.y), each.width)
        else:
            corner = (each.x - each.width / 2, each.y - each.height / 2)
            yield _cut(tuple(reversed(_rectangle(*corner, each.width, each.height))))


def _back_fingers(box: Box, length: float) -> tuple[tuple[float, float], ...]:
    between = _spans(box.thickness, length - box.thickness)[0::2]
    return ((0.0, box.thickness), *between, (length - box.thickness, length))


def _rectangle(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y))


def _cut(points: tuple[Point, ...]) -> Line:
    """Return an outline, which runs clockwise around a plate, and the other way around a hole."""
    return Line(points, RED, _LASER)


def _hole(at: Point, diameter: float) -> Circle:
    return Circle(*at, diameter / 2, None, RED, _LASER)


def _spans(start: float, end: float) -> tuple[tuple[float, float], ...]:
    """Divide a section of an edge into an odd number of spans, at least three, each about 15 mm long."""
    count = max(3, 2 * round((end - start) / _FINGER / 2) + 1)
    step = (end - start) / count
    return tuple((start + index * step, start + (index + 1) * step) for index in range(count))


def _grown(shape: Primitive, by: float) -> Primitive:
    """Return a shape as it has to be cut, by so much outside of what shall be left, in millimetres."""
    if isinstance(shape, Circle):
        return shape._replace(radius=shape.radius - by)
    if not isinstance(shape, Line) or shape.colour != RED:
        return shape
    corners = shape.points[:-1]
    sides = [_unit(here, there) for here, there in pairwise(shape.points)]
    # Beyond each corner by the same distance from both of its sides, which meet at a right angle.
    moved_out = [
        (x + by * (after[1] + before[1]), y - by * (after[0] + before[0]))
        for (x, y), before, after in zip(corners, [sides[-1], *sides], sides, strict=False)
    ]
    return shape._replace(points=(*moved_out, moved_out[0]))


def _unit(here: Point, there: Point) -> Point:
    length = abs(there[0] - here[0]) + abs(there[1] - here[1])
    return (there[0] - here[0]) / length, (there[1] - here[1]) / length


def _outline(
    box: Box, width: float, height: float, top: _Fingers, bottom: _Fingers, sides: _Fingers
) -> tuple[Point, ...]:
    """Return the closed outline of a plate, clockwise. Its size includes its fingers."""
    thick = box.thickness
    points: list[Point] = []
    points += [(x, y) for x, y in _along(thick, width, top)]
    points += [(width - y, x) for x, y in _along(thick, height, sides)]
    points += [(width - x, height - y) for x, y in _along(thick, width, _reversed(width, bottom))]
    points += [(y, height - x) for x, y in _along(thick, height, _reversed(height, sides))]
    points.append(points[0])
    return tuple(point for index, point in enumerate(points) if index == 0 or point != points[index - 1])


def _along(thick: float, length: float, fingers: _Fingers) -> Iterator[Point]:
    """Yield the corners along an edge, by their distances from its start and inwards from the edge."""
    merged = _merged(fingers)
    if merged[0][0] > 0:
        yield thick, thick
    for start, end in merged:
        if start > 0:
            yield start, thick
        yield start, 0
        yield end, 0
        if end < length:
            yield end, thick


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
