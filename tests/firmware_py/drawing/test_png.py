"""Shapes have the correct positions and colours in a PNG, which has eight pixels per millimetre."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from firmware_py.drawing.formats import svg
from firmware_py.drawing.png import png
from firmware_py.drawing.shapes import Circle, Drawing, Line, Primitive, Rectangle, Strokes, Text
from firmware_py.system.errors import UsageError

RED, BLUE, GREEN = (255, 0, 0), (0, 0, 255), (0, 128, 0)


def sketch(*shapes: Primitive, title: str = "A title") -> Drawing:
    return Drawing(title, 40, 30, shapes)


def pixels(drawn: Drawing) -> Image.Image:
    image = Image.open(io.BytesIO(png(drawn)))
    assert image.mode == "RGB"
    return image


def at(image: Image.Image, x: float, y: float) -> object:
    return image.getpixel((round(x * 8), round(y * 8)))


def test_a_png_has_eight_pixels_a_millimetre_and_says_so() -> None:
    image = pixels(sketch())
    assert image.size == (320, 240)
    assert image.info["dpi"] == pytest.approx((203.2, 203.2), abs=0.1)
    assert image.getextrema() == ((255, 255),) * 3


def test_a_png_shows_each_shape_where_it_is() -> None:
    image = pixels(
        sketch(
            Rectangle(5, 5, 10, 6, "#ff0000", None),
            Circle(30, 10, 4, None, "#0000ff", 1),
            Line(((5, 20), (15, 20), (15, 25)), "#008000", 1),
            Strokes((((20, 25), (30, 25)),), "#008000", 1),
        )
    )
    white = (255, 255, 255)
    assert [at(image, x, 8) for x in (4.5, 5.5, 14.5, 15.5)] == [white, RED, RED, white]
    assert [at(image, 10, y) for y in (4.5, 5.5, 10.5, 11.5)] == [white, RED, RED, white]
    assert [at(image, x, 10) for x in (25, 26, 30, 34, 35)] == [white, BLUE, white, BLUE, white]
    assert [at(image, *place) for place in ((10, 20), (15, 23), (10, 23), (25, 25))] == [
        GREEN,
        GREEN,
        white,
        GREEN,
    ]


def test_a_dashed_line_has_gaps_in_both() -> None:
    drawn = sketch(Line(((5, 20), (35, 20)), "#000000", 1, dashed=True))
    image = pixels(drawn)
    assert (at(image, 5.75, 20), at(image, 7, 20), at(image, 8.25, 20)) == ((0,) * 3, (255,) * 3, (0,) * 3)
    assert 'stroke-dasharray="1.5 1"' in svg(drawn)


def test_a_png_holds_any_text() -> None:
    plain = png(sketch(Text(1, 5, "cafe ?")))
    assert png(sketch(Text(1, 5, "café ♠"))) == plain


def test_a_pillow_without_a_font_of_any_size_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def older() -> None:
        """Stand in for `load_default` of Pillow before 10.1, which cannot set the font size."""

    monkeypatch.setattr("PIL.ImageFont.load_default", older)
    with pytest.raises(UsageError, match=r"Pillow 10\.1 or later: use \.svg"):
        png(sketch(Text(1, 5, "x")))
