"""A drawing as a list of shapes. All positions are in millimetres from the upper left corner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

Point = tuple[float, float]

BLACK = "#000000"
GREY = "#6b6b6b"
WHITE = "#ffffff"
RED = "#ff0000"
"""The colour of lines that a laser cuts."""

CAPITAL = 0.36
"""Half the height of a capital letter, as a fraction of the font size."""
_LETTER = 0.6
"""A generous estimate of the width of a letter, as a fraction of the font size."""
_BOLD_LETTER = 0.66


class Rectangle(NamedTuple):
    """A rectangle with its upper left corner at (x, y) and rounded corners of `radius`, all in millimetres.

    `fill` and `line` are colours such as `#d55e00`, or None for no fill or no outline.
    """

    x: float
    y: float
    width: float
    height: float
    fill: str | None = None
    line: str | None = BLACK
    thickness: float = 0.3
    radius: float = 0.0


class Circle(NamedTuple):
    """A circle with its centre at (x, y), in millimetres.

    `fill` and `line` are colours such as `#d55e00`, or None for no fill or no outline.
    """

    x: float
    y: float
    radius: float
    fill: str | None = None
    line: str | None = BLACK
    thickness: float = 0.3


class Line(NamedTuple):
    """A line through two or more points. A dashed line has dashes of 1.5 mm and gaps of 1 mm."""

    points: tuple[Point, ...]
    colour: str = BLACK
    thickness: float = 0.3
    dashed: bool = False


class Strokes(NamedTuple):
    """Many separate straight lines of the same colour and thickness, each given by its two ends."""

    ends: tuple[tuple[Point, Point], ...]
    colour: str = BLACK
    thickness: float = 0.3


class Text(NamedTuple):
    """A line of text in a drawing.

    Attributes:
        x: the x-coordinate of the start, middle or end of the text, depending on `anchor`.
        y: the y-coordinate of the middle of the capital letters.
        size: the font size, in millimetres.
        anchor: `start`, `middle` or `end`.
    """

    x: float
    y: float
    text: str
    size: float = 3.0
    anchor: str = "start"
    colour: str = BLACK
    bold: bool = False

    @property
    def width(self) -> float:
        """A generous estimate of the width of the text, in millimetres."""
        return len(self.text) * self.size * (_BOLD_LETTER if self.bold else _LETTER)


Primitive = Rectangle | Circle | Line | Strokes | Text


class Drawing(NamedTuple):
    """A drawing on a page, made up of shapes.

    Attributes:
        shapes: the shapes, from back to front.
        paper: True for a white page behind the shapes. A laser would cut around it.
    """

    title: str
    width: float
    height: float
    shapes: tuple[Primitive, ...]
    paper: bool = True


def moved(shape: Primitive, right: float, down: float) -> Primitive:
    """Return a copy of a shape, moved right by `right` and down by `down`, in millimetres."""
    if isinstance(shape, Line):
        return shape._replace(points=tuple((x + right, y + down) for x, y in shape.points))
    if isinstance(shape, Strokes):
        ends = tuple(
            ((x + right, y + down), (to_x + right, to_y + down)) for (x, y), (to_x, to_y) in shape.ends
        )
        return shape._replace(ends=ends)
    return shape._replace(x=shape.x + right, y=shape.y + down)


def paragraph(lines: Sequence[str], x: float, y: float, size: float = 2.9, colour: str = BLACK) -> list[Text]:
    """Return lines of text as `Text` shapes, one below the other.

    Args:
        lines: the lines. An empty line leaves a gap.
        x: the x-coordinate of the left edge of the lines, in millimetres.
        y: the y-coordinate of the middle of the first line, in millimetres.
    """
    return [
        Text(x, y + index * size * 1.4, line, size, colour=colour) for index, line in enumerate(lines) if line
    ]


def ruler(x: float, y: float) -> Iterator[Primitive]:
    """Draw a 100 mm ruler to the right of (x, y), with a note on how to check the scale of the printout."""
    yield Line(((x, y), (x + 100, y)), BLACK, 0.4)
    reaches = [(x + at, 2.5 if at % 50 == 0 else 1.2) for at in range(0, 101, 10)]
    yield Strokes(tuple(((at, y - reach), (at, y + reach)) for at, reach in reaches), BLACK, 0.3)
    yield Text(x + 104, y, "100 mm. Print at 100 %, without fitting to the page, then measure this.", 2.9)
