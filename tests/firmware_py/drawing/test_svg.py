"""Drawings as SVG, parsed as XML."""

from __future__ import annotations

from xml.etree import ElementTree

from firmware_py.drawing.formats import svg
from firmware_py.drawing.shapes import Drawing, Line, Primitive, Rectangle, Text

RED, BLUE, GREEN = (255, 0, 0), (0, 0, 255), (0, 128, 0)


def sketch(*shapes: Primitive, title: str = "A title") -> Drawing:
    return Drawing(title, 40, 30, shapes)


def test_an_svg_is_in_millimetres_and_round() -> None:
    text = svg(sketch(Rectangle(1 / 3, 2, 3.10004, -0.0001, None), Line(((0.5, 1), (2, 3)))))
    root = ElementTree.fromstring(text)
    assert (root.attrib["width"], root.attrib["height"], root.attrib["viewBox"]) == (
        "40mm",
        "30mm",
        "0 0 40 30",
    )
    assert '<rect x="0.333" y="2" width="3.1" height="0" stroke=' in text
    assert 'points="0.5,1 2,3"' in text


def test_an_svg_holds_any_text() -> None:
    odd = '<&> "quoted" \x00\x1b\ud800 é ♠'
    root = ElementTree.fromstring(svg(sketch(Text(1, 1, odd), title=odd)).encode())
    read = [each.text for each in root.iter() if each.text and each.text.strip()]
    assert read == ['<&> "quoted" ??? é ♠'] * 2
