"""Write a drawing as PNG, with Pillow and the font included in Pillow."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import hypot
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from firmware_py.system.errors import UsageError

from .shapes import CAPITAL, Circle, Drawing, Line, Point, Primitive, Rectangle, Strokes, Text

SCALE = 8
"""The number of pixels per millimetre."""
_FINE = 2
"""The factor by which the image is drawn larger and then reduced, for smooth edges."""
_DASH, _GAP = 1.5, 1.0
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


def png(drawing: Drawing) -> bytes:
    """Convert a drawing to a PNG file that prints at its true size, and return the file's content."""
    fine = SCALE * _FINE
    image = Image.new("RGB", (round(drawing.width * fine), round(drawing.height * fine)), "#ffffff")
    canvas = ImageDraw.Draw(image)
    for shape in drawing.shapes:
        _draw(canvas, shape, fine)
    written = io.BytesIO()
    image.reduce(_FINE).save(written, "PNG", optimize=True, dpi=(SCALE * 25.4, SCALE * 25.4))
    return written.getvalue()


def _draw(canvas: ImageDraw.ImageDraw, shape: Primitive, scale: int) -> None:
    if isinstance(shape, Text):
        _write(canvas, shape, scale)
    elif isinstance(shape, Line | Strokes):
        width = max(1, round(shape.thickness * scale))
        for part in _parts(shape):
            canvas.line([(x * scale, y * scale) for x, y in part], shape.colour, width, joint="curve")
    else:
        _outline(canvas, shape, scale)


def _outline(canvas: ImageDraw.ImageDraw, shape: Rectangle | Circle, scale: int) -> None:
    # An outline is centred on the edge of its shape, but Pillow draws it inside the box.
    half = shape.thickness / 2 if shape.line else 0.0
    width = max(1, round(shape.thickness * scale)) if shape.line else 0
    if isinstance(shape, Circle):
        reach = shape.radius + half
        box = (shape.x - reach, shape.y - reach, shape.x + reach, shape.y + reach)
        canvas.ellipse([each * scale for each in box], shape.fill, shape.line, width)
        return
    box = (shape.x - half, shape.y - half, shape.x + shape.width + half, shape.y + shape.height + half)
    canvas.rounded_rectangle(
        [each * scale for each in box], shape.radius * scale, shape.fill, shape.line, width
    )


def _write(canvas: ImageDraw.ImageDraw, text: Text, scale: int) -> None:
    # The font has few letters beyond ASCII: accents are dropped, and other letters become question marks.
    plain = unicodedata.normalize("NFKD", text.text)
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    canvas.text(
        (text.x * scale, (text.y + CAPITAL * text.size) * scale),
        plain.encode("ascii", "replace").decode(),
        text.colour,
        _font(text.size * scale),
        _ANCHORS[text.anchor],
        stroke_width=round(text.size * scale * 0.025) if text.bold else 0,
        stroke_fill=text.colour,
    )


def _font(size: float) -> Any:
    """The size is in pixels."""
    try:
        return ImageFont.load_default(size)
    except TypeError:
        raise UsageError("a .png picture needs Pillow 10.1 or later: use .svg instead") from None


def _parts(shape: Line | Strokes) -> Iterable[tuple[Point, ...]]:
    if isinstance(shape, Strokes):
        return shape.ends
    return _dashes(shape.points) if shape.dashed else [shape.points]


def _dashes(points: tuple[Point, ...]) -> Iterator[tuple[Point, Point]]:
    for (x, y), (to_x, to_y) in pairwise(points):
        length = hypot(to_x - x, to_y - y)
        at = 0.0
        while at < length:
            end = min(at + _DASH, length)
            yield (
                (x + (to_x - x) * at / length, y + (to_y - y) * at / length),
                (x + (to_x - x) * end / length, y + (to_y - y) * end / length),
            )
            at += _DASH + _GAP
