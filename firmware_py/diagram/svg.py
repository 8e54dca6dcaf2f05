"""Write a drawing as SVG, to print at its true size. Equal drawings give identical files."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from firmware_py.diagram.shapes import CAPITAL, Circle, Drawing, Line, Primitive, Rectangle, Strokes, Text

_FONTS = "DejaVu Sans, Verdana, Arial, Helvetica, sans-serif"


def svg(drawing: Drawing) -> str:
    """Convert a drawing to an SVG file with all lengths in millimetres, and return its text."""
    width, height = _number(drawing.width), _number(drawing.height)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
            f'viewBox="0 0 {width} {height}" font-family="{_FONTS}" fill="none">',
            f"<title>{_text(drawing.title)}</title>",
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
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
    """Format a number with at most three decimals and no trailing zeros."""
    return f"{round(value, 3) + 0.0:.3f}".rstrip("0").rstrip(".")


def _text(text: str) -> str:
    """Escape text for XML. Unprintable characters are replaced by question marks (XML 1.0, 2.2)."""
    return escape("".join(char if char.isprintable() else "?" for char in text))
