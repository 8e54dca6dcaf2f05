"""Write a drawing as DXF, for laser cutters: red lines are on the layer CUT, all others on ENGRAVE.

The format is that of AutoCAD release 12, in ASCII: pairs of lines, each a group code and its value. Lengths
are in millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from firmware_py.diagram.shapes import (
    CAPITAL,
    RED,
    Circle,
    Drawing,
    Line,
    Point,
    Primitive,
    Rectangle,
    Strokes,
    Text,
)

Pair = tuple[int, str | float]
"""A group code and its value."""

_CAP_HEIGHT = 2 * CAPITAL
"""The height of a capital letter, which DXF requires, as a fraction of the font size."""
_ANCHORS = {"start": 0, "middle": 1, "end": 2}
_RED, _BLACK = 1, 7
"""AutoCAD's numbers for these colours."""


def dxf(drawing: Drawing) -> str:
    """Convert a drawing to a DXF file and return its text. Filled areas and dashed lines are left out."""
    pairs: list[Pair] = [(0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), (70, 2)]
    for name, colour in (("CUT", _RED), ("ENGRAVE", _BLACK)):
        pairs += [(0, "LAYER"), (2, name), (70, 0), (62, colour), (6, "CONTINUOUS")]
    pairs += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for shape in drawing.shapes:
        pairs += _entities(shape, drawing.height)
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{_value(value)}\n" for code, value in pairs)


def _entities(shape: Primitive, height: float) -> Iterator[Pair]:
    """Yield the DXF entities of a shape on a page of the given height. In DXF, the y-axis points upwards."""
    if isinstance(shape, Text):
        yield from _text(shape, height)
    elif isinstance(shape, Strokes):
        for (x, y), (to_x, to_y) in shape.ends:
            yield from ((0, "LINE"), (8, _layer(shape.colour)))
            yield from ((10, x), (20, height - y), (11, to_x), (21, height - to_y))
    elif isinstance(shape, Line):
        closed = len(shape.points) > 2 and shape.points[0] == shape.points[-1]
        yield from _polyline(
            shape.points[:-1] if closed else shape.points, closed, _layer(shape.colour), height
        )
    elif shape.line is None:
        return
    elif isinstance(shape, Circle):
        yield from ((0, "CIRCLE"), (8, _layer(shape.line)), (10, shape.x), (20, height - shape.y))
        yield (40, shape.radius)
    else:
        yield from _polyline(_corners(shape), True, _layer(shape.line), height)


def _polyline(points: Sequence[Point], closed: bool, layer: str, height: float) -> Iterator[Pair]:
    yield from ((0, "POLYLINE"), (8, layer), (66, 1), (70, int(closed)))
    for x, y in points:
        yield from ((0, "VERTEX"), (8, layer), (10, x), (20, height - y))
    yield from ((0, "SEQEND"), (8, layer))


def _corners(shape: Rectangle) -> list[Point]:
    right, lower = shape.x + shape.width, shape.y + shape.height
    return [(shape.x, shape.y), (right, shape.y), (right, lower), (shape.x, lower)]


def _text(text: Text, height: float) -> Iterator[Pair]:
    words = text.text.encode("ascii", "replace").decode()  # DXF release 12 supports only ASCII
    x, y = text.x, height - text.y - CAPITAL * text.size
    yield from (
        (0, "TEXT"),
        (8, _layer(text.colour)),
        (10, x),
        (20, y),
        (40, text.size * _CAP_HEIGHT),
        (1, words),
    )
    if text.anchor != "start":
        yield from ((72, _ANCHORS[text.anchor]), (11, x), (21, y))


def _layer(colour: str) -> str:
    return "CUT" if colour == RED else "ENGRAVE"


def _value(value: str | float) -> str:
    return f"{value:.4f}" if isinstance(value, float) else str(value)
