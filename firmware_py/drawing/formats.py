"""Write a drawing as SVG or DXF, and save it as an SVG, PNG, PDF or DXF file.

An SVG file prints at its true size, and equal drawings give identical files. A DXF file is for laser cutters:
red lines are on the layer CUT, all others on ENGRAVE. Its format is that of AutoCAD release 12, in ASCII:
pairs of lines, each a group code and its value. Lengths are in millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from firmware_py.system.errors import UsageError, system_words

from .shapes import CAPITAL, RED, Circle, Drawing, Line, Point, Primitive, Rectangle, Strokes, Text

_FONTS = "DejaVu Sans, Verdana, Arial, Helvetica, sans-serif"


def svg(drawing: Drawing) -> str:
    """Convert a drawing to an SVG file with all lengths in millimetres, and return its text."""
    width, height = _number(drawing.width), _number(drawing.height)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
            f'viewBox="0 0 {width} {height}" font-family="{_FONTS}" fill="none">',
            f"<title>{_text(drawing.title)}</title>",
            *([f'<rect width="{width}" height="{height}" fill="#ffffff"/>'] if drawing.paper else []),
            *(_element(shape) for shape in drawing.shapes),
            "</svg>",
            "",
        ]
    )


def _element(shape: Primitive) -> str:
    if isinstance(shape, Text):
        position = _fields(x=shape.x, y=shape.y + CAPITAL * shape.size)
        font = _fields(font_size=shape.size, text_anchor=shape.anchor, fill=shape.colour)
        bold = ' font-weight="bold"' if shape.bold else ""
        return f"<text {position} {font}{bold}>{_text(shape.text)}</text>"
    if isinstance(shape, Line):
        points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
        dashes = ' stroke-dasharray="1.5 1"' if shape.dashed else ""
        return f'<polyline points="{points}" {_stroke(shape.colour, shape.thickness)}{dashes}/>'
    if isinstance(shape, Strokes):
        path = "".join(
            f"M{_number(x)},{_number(y)}L{_number(to_x)},{_number(to_y)}"
            for (x, y), (to_x, to_y) in shape.ends
        )
        return f'<path d="{path}" {_stroke(shape.colour, shape.thickness)}/>'
    drawn = " ".join(_paint(shape))
    if isinstance(shape, Circle):
        return f"<circle {_fields(cx=shape.x, cy=shape.y, r=shape.radius)} {drawn}/>"
    position = _fields(x=shape.x, y=shape.y, width=shape.width, height=shape.height)
    radius = f" {_fields(rx=shape.radius)}" if shape.radius else ""
    return f"<rect {position}{radius} {drawn}/>"


def _paint(shape: Rectangle | Circle) -> Iterator[str]:
    if shape.fill:
        yield _fields(fill=shape.fill)
    if shape.line:
        yield _stroke(shape.line, shape.thickness)


def _stroke(colour: str, thickness: float) -> str:
    return _fields(stroke=colour, stroke_width=thickness)


def _fields(**values: float | str) -> str:
    return " ".join(
        f'{name.replace("_", "-")}="{value if isinstance(value, str) else _number(value)}"'
        for name, value in values.items()
    )


def _number(value: float) -> str:
    return f"{round(value, 3) + 0.0:.3f}".rstrip("0").rstrip(".")


def _text(text: str) -> str:
    """Unprintable characters are replaced by question marks (XML 1.0, 2.2)."""
    return escape("".join(char if char.isprintable() else "?" for char in text))


Pair = tuple[int, str | float]
"""A group code and its value."""

_CAP_HEIGHT = 2 * CAPITAL
"""The height of a capital letter, which DXF requires, as a fraction of the font size."""
_ANCHORS = {"start": 0, "middle": 1, "end": 2}
_RED, _BLACK = 1, 7
"""AutoCAD's numbers for these colours."""


def dxf(drawing: Drawing) -> str:
    """Convert a drawing to a DXF file and return its text. Filled areas and dashed lines are left out."""
    # The unit is the millimetre ($INSUNITS 4), which some programs take for an inch otherwise.
    pairs: list[Pair] = [(0, "SECTION"), (2, "HEADER"), (9, "$INSUNITS"), (70, 4), (0, "ENDSEC")]
    pairs += [(0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), (70, 2)]
    for name, colour in (("CUT", _RED), ("ENGRAVE", _BLACK)):
        pairs += [(0, "LAYER"), (2, name), (70, 0), (62, colour), (6, "CONTINUOUS")]
    pairs += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for shape in drawing.shapes:
        pairs += _entities(shape, drawing.height)
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{_value(value)}\n" for code, value in pairs)


def _entities(shape: Primitive, height: float) -> Iterator[Pair]:
    """In DXF, the y-axis points upwards."""
    if isinstance(shape, Text):
        yield from _dxf_text(shape, height)
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


def _dxf_text(text: Text, height: float) -> Iterator[Pair]:
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


ALL_SUFFIXES = (".svg", ".png", ".pdf", ".dxf")
ON_PAPER = (".pdf", ".svg", ".png")
"""The suffixes for a drawing that is printed or looked at, and that a machine for wood has no use for."""


def save(path: Path, *pages: Drawing, suffixes: Sequence[str] = ALL_SUFFIXES) -> None:
    """Save drawings as an SVG, PNG, PDF or DXF file, depending on the file's suffix.

    Args:
        path: the path to the file. A PNG file has 8 pixels per millimetre.
        pages: the drawings, one for each page. Only a PDF file can have more than one page.
        suffixes: the suffixes that suit the drawing.

    Raises:
        UsageError: the file has a different suffix or cannot be written, or a required library is missing.
    """
    suffix = path.suffix.lower()
    if suffix not in suffixes:
        *most, last = suffixes
        raise UsageError(
            f"{path}: this drawing ends in {', '.join(most)} or {last}: give the file one of these names"
        )
    if suffix == ".pdf":
        from .pdf import pdf

        data = pdf(pages)
    elif len(pages) > 1:
        raise UsageError(f"{path}: this drawing has {len(pages)} pages: end the file's name in .pdf")
    elif suffix == ".svg":
        data = svg(pages[0]).encode()
    elif suffix == ".dxf":
        data = dxf(pages[0]).encode()
    else:
        from .png import png

        data = png(pages[0])
    write(path, data)


def write(path: Path, data: bytes) -> None:
    """Write a drawing's file. UsageError: it cannot be written."""
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UsageError(f"{path}: {system_words(error)}: name a file that is writable") from None
