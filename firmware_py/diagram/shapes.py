"""A drawing as a list of shapes, in millimetres from the upper left corner, and writing it to a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from firmware_py.errors import UsageError

Point = tuple[float, float]

BLACK = "#000000"
GREY = "#6b6b6b"
WHITE = "#ffffff"

CAPITAL = 0.36
"""Half the height of a capital letter, as a part of the size of its font."""
_LETTER = 0.6
_BOLD_LETTER = 0.66


class Rectangle(NamedTuple):
    """A rectangle from its upper left corner; `fill` and `line` are colours as `#rrggbb`, None for none."""

    x: float
    y: float
    width: float
    height: float
    fill: str | None = None
    line: str | None = BLACK
    thickness: float = 0.3
    radius: float = 0.0


class Circle(NamedTuple):
    """A circle about its centre."""

    x: float
    y: float
    radius: float
    fill: str | None = None
    line: str | None = BLACK
    thickness: float = 0.3


class Line(NamedTuple):
    """A line through two or more points; `dashed`: 1.5 mm long dashes with 1 mm between."""

    points: tuple[Point, ...]
    colour: str = BLACK
    thickness: float = 0.3
    dashed: bool = False


class Strokes(NamedTuple):
    """Many short lines, each from one point to another."""

    ends: tuple[tuple[Point, Point], ...]
    colour: str = BLACK
    thickness: float = 0.3


class Text(NamedTuple):
    """A line of text.

    Attributes:
        x: where it starts, has its middle or ends, as `anchor` says.
        y: the middle of its capital letters.
        text: what it says.
        size: the size of the font, in millimetres.
        anchor: `start`, `middle` or `end`.
        colour: its colour.
        bold: in bold letters.
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
        """How wide it is, in most fonts without serifs less; capitals alone are wider."""
        return len(self.text) * self.size * (_BOLD_LETTER if self.bold else _LETTER)


Primitive = Rectangle | Circle | Line | Strokes | Text


class Sketch(NamedTuple):
    """A drawing.

    Attributes:
        title: what it is, in a line.
        width: of the paper.
        height: of the paper.
        shapes: what is on it; the later covers the earlier.
    """

    title: str
    width: float
    height: float
    shapes: tuple[Primitive, ...]


def paragraph(lines: Sequence[str], x: float, y: float, size: float = 2.9, colour: str = BLACK) -> list[Text]:
    """Lines of text one below the other, the first with its middle at `y`."""
    return [
        Text(x, y + place * size * 1.4, line, size, colour=colour) for place, line in enumerate(lines) if line
    ]


def write(sketch: Sketch, path: Path) -> None:
    """Write a drawing to a file, as its suffix says: .svg, true to scale, or .png, 8 pixels a millimetre.

    Raises:
        UsageError: the suffix is another, or the file cannot be written.
    """
    suffix = path.suffix.lower()
    if suffix == ".svg":
        from firmware_py.diagram.svg import svg

        data = svg(sketch).encode()
    elif suffix == ".png":
        from firmware_py.diagram.png import png  # with Pillow, which an SVG does without

        data = png(sketch)
    else:
        raise UsageError(f"{path}: a drawing is an .svg or a .png file: end its name in one of these")
    try:
        path.write_bytes(data)
    except OSError as error:
        why = (error.strerror or "it cannot be written").lower()
        raise UsageError(f"{path}: {why}: name a file that is writable") from None
