"""Write drawings as PDF at their true size, one per page. The same drawings always give identical files."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from firmware_py.diagram.shapes import (
    CAPITAL,
    Circle,
    Drawing,
    Line,
    Primitive,
    Rectangle,
    Strokes,
    Text,
)
from firmware_py.errors import UsageError

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
    """Draw a shape on a page of the given height.

    The shape's y-axis points downwards, and the canvas's y-axis points upwards.
    """
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
