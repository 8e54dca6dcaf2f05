"""Drawings and the two kinds of file they are written to."""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from firmware_py.diagram.png import png
from firmware_py.diagram.shapes import Circle, Line, Primitive, Rectangle, Sketch, Strokes, Text, write
from firmware_py.diagram.svg import svg
from firmware_py.errors import UsageError

RED, BLUE, GREEN = (255, 0, 0), (0, 0, 255), (0, 128, 0)


def sketch(*shapes: Primitive, title: str = "A title") -> Sketch:
    return Sketch(title, 40, 30, shapes)


def pixels(drawn: Sketch) -> Image.Image:
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


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_text_is_about_its_anchor_and_about_as_wide_as_it_says(anchor: str) -> None:
    text = Text(20, 15, "Hide it", 4, anchor)
    image = pixels(sketch(text))
    dark = [(x, y) for x in range(320) for y in range(240) if image.getpixel((x, y)) != (255,) * 3]
    left, right = min(x for x, _ in dark) / 8, max(x for x, _ in dark) / 8
    top, bottom = min(y for _, y in dark) / 8, max(y for _, y in dark) / 8
    assert 0.6 * text.width < right - left < text.width
    assert {"start": left, "middle": (left + right) / 2, "end": right}[anchor] == pytest.approx(20, abs=0.6)
    assert (top + bottom) / 2 == pytest.approx(15, abs=0.3)


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


def test_a_png_holds_any_text() -> None:
    plain = png(sketch(Text(1, 5, "cafe ?")))
    assert png(sketch(Text(1, 5, "café ♠"))) == plain


def test_the_suffix_says_which_file_it_is(tmp_path: Path) -> None:
    drawn = sketch(Circle(5, 5, 2))
    for name in ("a.svg", "b.SVG", "c.png"):
        write(drawn, tmp_path / name)
    assert (
        (tmp_path / "a.svg").read_text(encoding="utf-8")
        == (tmp_path / "b.SVG").read_text(encoding="utf-8")
        == svg(drawn)
    )
    assert (tmp_path / "c.png").read_bytes() == png(drawn)


@pytest.mark.parametrize("name", ["a.pdf", "a", "a.svgz"])
def test_another_suffix_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match=rf"{name}: a drawing is an \.svg or a \.png"):
        write(sketch(), tmp_path / name)
    assert not (tmp_path / name).exists()


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"a\.svg: no such file or directory: ") as caught:
        write(sketch(), tmp_path / "none" / "a.svg")
    assert "\n" not in str(caught.value)
    (tmp_path / "b.svg").mkdir()
    with pytest.raises(UsageError, match=r"b\.svg: is a directory: "):
        write(sketch(), tmp_path / "b.svg")


def test_a_pillow_without_a_font_of_any_size_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def older() -> None:
        """As before Pillow 10.1: there is no size to ask for."""

    monkeypatch.setattr("PIL.ImageFont.load_default", older)
    with pytest.raises(UsageError, match=r"Pillow 10\.1 or later: use \.svg"):
        png(sketch(Text(1, 5, "x")))
