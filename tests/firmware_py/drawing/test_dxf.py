"""Shapes have the correct sizes and positions in a DXF file, which has the format of AutoCAD release 12."""

from __future__ import annotations

import pytest

from firmware_py.drawing.formats import dxf
from firmware_py.drawing.shapes import RED, Circle, Drawing, Line, Primitive, Rectangle, Strokes, Text

Entity = list[tuple[int, str]]


def entities(*shapes: Primitive) -> list[Entity]:
    """Return the DXF entities for these shapes on a page of 40 x 30 mm.

    Each entity is a list of codes and values.
    """
    lines = dxf(Drawing("A title", 40, 30, shapes)).splitlines()
    pairs = [(int(code), value) for code, value in zip(lines[::2], lines[1::2], strict=True)]
    assert pairs[0] == (0, "SECTION") and pairs[-1] == (0, "EOF")
    start = pairs.index((2, "ENTITIES"))
    found: list[Entity] = []
    for code, value in pairs[start + 1 : -2]:
        if code == 0:
            found.append([])
        found[-1].append((code, value))
    return found


def number(entity: Entity, code: int) -> float:
    (value,) = [value for each, value in entity if each == code]
    return float(value)


def test_a_circle_keeps_its_place_and_size() -> None:
    # Group codes 10 and 20 give the centre, measured from the lower edge; group code 40 gives the radius.
    (circle,) = entities(Circle(10, 5, 2.5, None, RED))
    assert circle[:2] == [(0, "CIRCLE"), (8, "CUT")]
    assert [number(circle, code) for code in (10, 20, 40)] == [10, 25, 2.5]


def test_only_red_lines_are_cut() -> None:
    layers = [
        entity[1]
        for entity in entities(
            Circle(10, 5, 2, None, RED), Circle(10, 5, 2), Circle(1, 1, 1, "#00ff00", None)
        )
    ]
    assert layers == [(8, "CUT"), (8, "ENGRAVE")]


@pytest.mark.parametrize(
    "shape",
    [Rectangle(5, 10, 20, 4, None, RED), Line(((5, 10), (25, 10), (25, 14), (5, 14), (5, 10)), RED)],
)
def test_an_outline_is_one_closed_polyline(shape: Primitive) -> None:
    head, *corners, end = entities(shape)
    assert head[0] == (0, "POLYLINE") and number(head, 70) == 1 and end[0] == (0, "SEQEND")
    assert [(number(each, 10), number(each, 20)) for each in corners] == [
        (5, 20),
        (25, 20),
        (25, 16),
        (5, 16),
    ]


def test_an_open_line_stays_open() -> None:
    head, *corners, _ = entities(Line(((5, 10), (25, 10), (25, 14))))
    assert number(head, 70) == 0 and len(corners) == 3


def test_strokes_are_lines() -> None:
    (line,) = entities(Strokes((((1, 2), (3, 4)),)))
    assert line[0] == (0, "LINE")
    assert [number(line, code) for code in (10, 20, 11, 21)] == [1, 28, 3, 26]


def test_text_stands_on_its_baseline_with_capitals_as_high_as_in_the_drawing() -> None:
    # A capital letter is 0.72 times as high as the font size, and its middle is at the text's y.
    (text,) = entities(Text(20, 15, "START", 10))
    assert [number(text, code) for code in (10, 20, 40)] == pytest.approx([20, 15 - 3.6, 7.2])
    assert (1, "START") in text
    (centred,) = entities(Text(20, 15, "é", 10, "middle"))
    assert number(centred, 72) == 1 and number(centred, 11) == 20 and (1, "?") in centred
