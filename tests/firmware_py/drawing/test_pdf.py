"""Drawings as PDF, as shown by a PDF reader."""

from __future__ import annotations

import sys

import pypdfium2
import pytest
from PIL import Image

from firmware_py.drawing.pdf import pdf
from firmware_py.drawing.shapes import Circle, Drawing, Line, Primitive, Rectangle, Strokes, Text
from firmware_py.system.errors import UsageError

RED, BLUE, GREEN, WHITE = (255, 0, 0), (0, 0, 255), (0, 128, 0), (255, 255, 255)
SCALE = 8
"""The resolution of the rendered pages, in pixels per millimetre."""


def sketch(*shapes: Primitive, width: float = 40) -> Drawing:
    return Drawing("A title", width, 30, shapes)


def rendered(*shapes: Primitive) -> Image.Image:
    page = pypdfium2.PdfDocument(pdf([sketch(*shapes)]))[0]
    image: Image.Image = page.render(scale=SCALE * 25.4 / 72).to_pil().convert("RGB")
    return image


def at(image: Image.Image, x: float, y: float) -> object:
    return image.getpixel((round(x * SCALE), round(y * SCALE)))


def test_each_page_has_the_size_of_its_drawing() -> None:
    document = pypdfium2.PdfDocument(pdf([sketch(), sketch(width=297)]))
    sizes = [
        (width / 72 * 25.4, height / 72 * 25.4) for width, height in (page.get_size() for page in document)
    ]
    assert sizes == [pytest.approx((40, 30), abs=0.01), pytest.approx((297, 30), abs=0.01)]
    assert document.get_metadata_value("Title") == "A title"


def test_a_pdf_shows_each_shape_where_it_is() -> None:
    image = rendered(
        Rectangle(5, 5, 10, 6, "#ff0000", None),
        Circle(30, 10, 4, None, "#0000ff", 2),
        Line(((5, 20), (15, 20), (15, 25)), "#008000", 1),
        Strokes((((20, 25), (30, 25)),), "#008000", 1),
    )
    assert [at(image, x, 8) for x in (4.5, 5.5, 14.5, 15.5)] == [WHITE, RED, RED, WHITE]
    assert [at(image, 10, y) for y in (4.5, 5.5, 10.5, 11.5)] == [WHITE, RED, RED, WHITE]
    assert [at(image, x, 10) for x in (24, 26, 30, 33.5, 36)] == [WHITE, BLUE, WHITE, BLUE, WHITE]
    corners = [at(image, *point) for point in ((10, 20), (15, 23), (10, 23), (25, 25))]
    assert corners == [GREEN, GREEN, WHITE, GREEN]


def test_a_rounded_rectangle_has_no_corners() -> None:
    image = rendered(Rectangle(5, 5, 20, 20, "#ff0000", None, radius=5))
    assert (at(image, 5.5, 5.5), at(image, 15, 5.5), at(image, 15, 15)) == (WHITE, RED, RED)


def test_only_a_dashed_line_has_gaps() -> None:
    dashed, after = (
        Line(((5, 10), (35, 10)), "#008000", 1, dashed=True),
        Line(((5, 20), (35, 20)), "#008000", 1),
    )
    image = rendered(dashed, after)
    assert [at(image, x, 10) for x in (5.75, 7, 8.25)] == [GREEN, WHITE, GREEN]
    assert [at(image, x, 20) for x in (5.75, 7, 8.25)] == [GREEN] * 3


def test_text_starts_ends_or_is_centred_at_its_point() -> None:
    spans = {}
    for anchor in ("start", "middle", "end"):
        image = rendered(Text(20, 15, "HHHH", 4, anchor))
        left, top, right, bottom = (
            Image.eval(image.convert("L"), lambda shade: 255 - shade).getbbox() or (0,) * 4
        )
        spans[anchor] = (left / SCALE, right / SCALE)
        assert (top + bottom) / 2 / SCALE == pytest.approx(15, abs=0.3)
    assert spans["start"][0] == pytest.approx(20, abs=0.6)
    assert sum(spans["middle"]) / 2 == pytest.approx(20, abs=0.3)
    assert spans["end"][1] == pytest.approx(20, abs=0.6)


def test_text_can_be_selected_and_holds_any_letter() -> None:
    page = pypdfium2.PdfDocument(pdf([sketch(Text(1, 5, "café ♠", bold=True))]))[0]
    assert page.get_textpage().get_text_range() == "café ?"


def test_equal_drawings_give_equal_files() -> None:
    assert pdf([sketch(Circle(5, 5, 2))]) == pdf([sketch(Circle(5, 5, 2))])


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "reportlab.pdfgen.canvas", None)
    with pytest.raises(UsageError, match=r"reportlab: sudo apt install python3-reportlab, .* or use \.svg"):
        pdf([sketch()])
