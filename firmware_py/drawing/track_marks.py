"""The marks on the tracks of a front plate: hole numbers, the ends of streets, and the starts.

RULES.md 7 defines the hole numbers, the streets and the skunk lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

from engine.scoring.pegs import HOLES, LAP

from .front_plate import FrontPlate
from .shapes import BLACK, Line, Point, Text

_SKUNKS = {90: "SKUNK", 60: "DOUBLE SKUNK"}


class _Hole(NamedTuple):
    """A hole, and the numbers to print beside it: usually none, several if several tracks share it."""

    at: Point
    numbers: tuple[int, ...]


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
    yield from _numbers(_holes(plate), plate.drill, plate.shared)


def _numbers(holes: Sequence[_Hole], drill: float, around: bool) -> Iterator[Text]:
    x, y = _middle([hole.at for hole in holes])
    for hole in holes:
        if not hole.numbers:
            continue
        away = _unit(hole.at[0] - x, hole.at[1] - y) if around else (0.0, -1.0)
        label = "/".join("GAME" if number == HOLES else str(number) for number in hole.numbers)
        text = Text(0, 0, label, 2.2, "middle", bold=HOLES in hole.numbers)
        reach = drill / 2 + 1.7 + abs(away[0]) * text.width / 2
        yield text._replace(x=hole.at[0] + away[0] * reach, y=hole.at[1] + away[1] * reach)


def _holes(plate: FrontPlate) -> list[_Hole]:
    numbers: dict[int, set[int]] = {}
    for path in plate.tracks:
        for number, led in enumerate(path, 1):
            numbers.setdefault(led, set()).update({number} if number % 5 == 0 or number == HOLES else ())
    return [_Hole(plate.leds[led], tuple(sorted(some))) for led, some in sorted(numbers.items())]


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
