"""Lay out a drawing on paper at its true size, on one sheet if it fits, otherwise on several that overlap."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from firmware_py.diagram.ruler import ruler
from firmware_py.diagram.shapes import GREY, WHITE, Drawing, Line, Primitive, Rectangle, Text, moved


class Paper(NamedTuple):
    """The width and the height of a sheet of paper in portrait orientation, in millimetres."""

    width: float
    height: float

    @property
    def turned(self) -> Paper:
        """The same paper in landscape orientation."""
        return Paper(self.height, self.width)


PAPERS = {"a4": Paper(210.0, 297.0), "letter": Paper(215.9, 279.4)}
"""The paper sizes, keyed by their names on the command line (ISO 216, and ANSI Y14.1 size A)."""

MARGIN = 7.0
"""The width of the margin that a printer may leave blank, in millimetres."""
OVERLAP = 10.0
"""The width by which neighbouring sheets overlap, in millimetres."""
_FOOT = 12.0
"""The height of the strip with the sheet number and the ruler on each of several sheets, in millimetres."""


def sheets(drawing: Drawing, paper: Paper) -> tuple[Drawing, ...]:
    """Divide a drawing into sheets of paper for printing, in the orientation that needs fewer sheets.

    If several sheets are needed, neighbouring sheets overlap by 10 mm, and lines show where to cut and join
    them.
    """
    for way in (paper.turned, paper):
        if drawing.width <= way.width - 2 * MARGIN and drawing.height <= way.height - 2 * MARGIN:
            right, down = (way.width - drawing.width) / 2, (way.height - drawing.height) / 2
            shapes = tuple(moved(shape, right, down) for shape in drawing.shapes)
            return (Drawing(drawing.title, way.width, way.height, shapes),)
    way = min((paper.turned, paper), key=lambda each: _rows(drawing, each) * _columns(drawing, each))
    rows, columns = _rows(drawing, way), _columns(drawing, way)
    return tuple(
        _tile(drawing, way, row, column, rows, columns) for row in range(rows) for column in range(columns)
    )


def _window(paper: Paper) -> tuple[float, float]:
    """Return the width and height, in mm, of the area on a sheet of paper that a drawing can fill."""
    return paper.width - 2 * MARGIN, paper.height - 2 * MARGIN - _FOOT


def _columns(drawing: Drawing, paper: Paper) -> int:
    return max(1, ceil((drawing.width - OVERLAP) / (_window(paper)[0] - OVERLAP)))


def _rows(drawing: Drawing, paper: Paper) -> int:
    return max(1, ceil((drawing.height - OVERLAP) / (_window(paper)[1] - OVERLAP)))


def _tile(drawing: Drawing, paper: Paper, row: int, column: int, rows: int, columns: int) -> Drawing:
    """Return one of the sheets on which a large drawing is printed.

    Args:
        drawing: the whole drawing.
        paper: the paper size of each sheet.
        row: the row of the sheet, counted from 0.
        column: the column of the sheet, counted from 0.
        rows: the number of rows of sheets.
        columns: the number of columns of sheets.
    """
    width, height = _window(paper)
    right, down = MARGIN - column * (width - OVERLAP), MARGIN - row * (height - OVERLAP)
    shapes: list[Primitive] = [moved(shape, right, down) for shape in drawing.shapes]
    shapes += _blank_edges(paper)
    lower, across = MARGIN + height, MARGIN + width
    if column:
        shapes.append(Line(((MARGIN + OVERLAP, MARGIN), (MARGIN + OVERLAP, lower)), GREY, 0.2, dashed=True))
    if row:
        shapes.append(Line(((MARGIN, MARGIN + OVERLAP), (across, MARGIN + OVERLAP)), GREY, 0.2, dashed=True))
    if column < columns - 1:
        shapes.append(Line(((across, MARGIN), (across, lower)), GREY, 0.2))
    if row < rows - 1:
        shapes.append(Line(((MARGIN, lower), (across, lower)), GREY, 0.2))
    shapes += _foot(drawing, paper, row * columns + column + 1, rows, columns)
    return Drawing(drawing.title, paper.width, paper.height, tuple(shapes))


def _blank_edges(paper: Paper) -> Iterator[Rectangle]:
    """Yield white rectangles for a sheet's margins. They hide what belongs on the neighbouring sheets."""
    width, height = _window(paper)
    lower = MARGIN + height
    yield Rectangle(0, 0, paper.width, MARGIN, WHITE, None)
    yield Rectangle(0, lower, paper.width, paper.height - lower, WHITE, None)
    yield Rectangle(0, 0, MARGIN, paper.height, WHITE, None)
    yield Rectangle(MARGIN + width, 0, MARGIN, paper.height, WHITE, None)


def _foot(drawing: Drawing, paper: Paper, number: int, rows: int, columns: int) -> Iterator[Primitive]:
    """Draw the bottom of a sheet: a ruler, the sheet's number, and how to join the sheet to the next one.

    Args:
        drawing: the whole drawing.
        paper: the size of a sheet.
        number: the number of this sheet, starting at 1.
        rows: the number of rows of sheets.
        columns: the number of columns of sheets.
    """
    y = paper.height - MARGIN - _FOOT / 2
    yield from ruler(MARGIN, y + 2)
    which = f"{drawing.title}: sheet {number} of {rows * columns}, {columns} across and {rows} down."
    join = "Cut along the grey line, and lay that edge on the dashed line of the next sheet."
    last = number == rows * columns
    yield Text(MARGIN, y - 3.4, which if last else f"{which} {join}", 2.4, colour=GREY)
