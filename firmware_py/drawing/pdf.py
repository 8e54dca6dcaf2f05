"""Write drawings as PDF at their true size. One too large for the paper is divided into overlapping sheets.

The same drawings always give identical files.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.system.errors import UsageError

from .shapes import (
    CAPITAL,
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

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas


POINTS = 72 / 25.4
"""The number of points per millimetre. PDF uses points, of which an inch has 72 (ISO 32000-1, 8.3.2.3)."""
_DASHES = (1.5, 1.0)


def pdf(pages: Sequence[Drawing]) -> bytes:
    """Return the content of a PDF file with one page per drawing. Each page is as large as its drawing.

    Raises:
        UsageError: reportlab is not installed.
    """
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError:
        raise UsageError(
            "a .pdf needs the library reportlab: sudo apt install python3-reportlab, "
            "or pip install reportlab; or use .svg instead"
        ) from None
    written = io.BytesIO()
    canvas = Canvas(written, invariant=1)  # invariant: the file does not depend on the date
    canvas.setTitle(pages[0].title)
    for page in pages:
        canvas.setPageSize((page.width * POINTS, page.height * POINTS))
        canvas.scale(POINTS, POINTS)
        for shape in page.shapes:
            _draw(canvas, shape, page.height)
        canvas.showPage()
    canvas.save()
    return written.getvalue()


def _draw(canvas: Canvas, shape: Primitive, height: float) -> None:
    """The shape's y-axis points downwards, and the canvas's y-axis points upwards."""
    if isinstance(shape, Text):
        _write(canvas, shape, height)
    elif isinstance(shape, Line):
        _pen(canvas, shape.colour, shape.thickness)
        canvas.setDash(_DASHES if shape.dashed else [])
        path = canvas.beginPath()
        path.moveTo(shape.points[0][0], height - shape.points[0][1])
        for x, y in shape.points[1:]:
            path.lineTo(x, height - y)
        canvas.drawPath(path)
        canvas.setDash([])
    elif isinstance(shape, Strokes):
        _pen(canvas, shape.colour, shape.thickness)
        canvas.lines([(x, height - y, to_x, height - to_y) for (x, y), (to_x, to_y) in shape.ends])
    else:
        _outline(canvas, shape, height)


def _outline(canvas: Canvas, shape: Rectangle | Circle, height: float) -> None:
    if shape.line:
        _pen(canvas, shape.line, shape.thickness)
    if shape.fill:
        canvas.setFillColor(shape.fill)
    stroke, fill = int(bool(shape.line)), int(bool(shape.fill))
    if isinstance(shape, Circle):
        canvas.circle(shape.x, height - shape.y, shape.radius, stroke, fill)
        return
    lower = height - shape.y - shape.height
    if shape.radius:
        canvas.roundRect(shape.x, lower, shape.width, shape.height, shape.radius, stroke, fill)
    else:
        canvas.rect(shape.x, lower, shape.width, shape.height, stroke, fill)


def _write(canvas: Canvas, text: Text, height: float) -> None:
    # The fonts that every PDF reader has contain only Latin-1. All other letters become question marks.
    words = text.text.encode("latin-1", "replace").decode("latin-1")
    canvas.setFont("Helvetica-Bold" if text.bold else "Helvetica", text.size)
    canvas.setFillColor(text.colour)
    baseline = height - text.y - CAPITAL * text.size
    if text.anchor == "start":
        canvas.drawString(text.x, baseline, words)
    elif text.anchor == "middle":
        canvas.drawCentredString(text.x, baseline, words)
    else:
        canvas.drawRightString(text.x, baseline, words)


def _pen(canvas: Canvas, colour: str, thickness: float) -> None:
    canvas.setStrokeColor(colour)
    canvas.setLineWidth(thickness)


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
    return paper.width - 2 * MARGIN, paper.height - 2 * MARGIN - _FOOT


def _columns(drawing: Drawing, paper: Paper) -> int:
    return max(1, ceil((drawing.width - OVERLAP) / (_window(paper)[0] - OVERLAP)))


def _rows(drawing: Drawing, paper: Paper) -> int:
    return max(1, ceil((drawing.height - OVERLAP) / (_window(paper)[1] - OVERLAP)))


def _tile(drawing: Drawing, paper: Paper, row: int, column: int, rows: int, columns: int) -> Drawing:
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
    """White rectangles on the margins hide what belongs on the neighbouring sheets."""
    width, height = _window(paper)
    lower = MARGIN + height
    yield Rectangle(0, 0, paper.width, MARGIN, WHITE, None)
    yield Rectangle(0, lower, paper.width, paper.height - lower, WHITE, None)
    yield Rectangle(0, 0, MARGIN, paper.height, WHITE, None)
    yield Rectangle(MARGIN + width, 0, MARGIN, paper.height, WHITE, None)


def _foot(drawing: Drawing, paper: Paper, number: int, rows: int, columns: int) -> Iterator[Primitive]:
    y = paper.height - MARGIN - _FOOT / 2
    yield from ruler(MARGIN, y + 2)
    which = f"{drawing.title}: sheet {number} of {rows * columns}, {columns} across and {rows} down."
    join = "Cut along the grey line, and lay that edge on the dashed line of the next sheet."
    last = number == rows * columns
    yield Text(MARGIN, y - 3.4, which if last else f"{which} {join}", 2.4, colour=GREY)
