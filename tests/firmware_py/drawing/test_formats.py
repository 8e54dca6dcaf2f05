"""Drawings as PDF, as shown by a PDF reader.

Shapes have the correct sizes and positions in a DXF file, which has the format of AutoCAD release 12.

Shapes have the correct positions and colours in a PNG, which has eight pixels per millimetre.

The suffix of the file name determines the file format.

The estimated width of text is close to its real width.

Drawings as SVG, parsed as XML.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from xml.etree import ElementTree

import pypdfium2
import pytest
from PIL import Image

from firmware_py.drawing.formats import dxf, save, svg
from firmware_py.drawing.pdf import pdf
from firmware_py.drawing.png import png
from firmware_py.drawing.shapes import RED, Circle, Drawing, Line, Primitive, Rectangle, Strokes, Text
from firmware_py.system.errors import UsageError

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


RED, BLUE, GREEN = (255, 0, 0), (0, 0, 255), (0, 128, 0)


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


RED_of_pdf, BLUE_of_pdf, GREEN_of_pdf, WHITE = (255, 0, 0), (0, 0, 255), (0, 128, 0), (255, 255, 255)
SCALE = 8
"""The resolution of the rendered pages, in pixels per millimetre."""


def sketch_of_pdf(*shapes: Primitive, width: float = 40) -> Drawing:
    return Drawing("A title", width, 30, shapes)


def rendered(*shapes: Primitive) -> Image.Image:
    page = pypdfium2.PdfDocument(pdf([sketch_of_pdf(*shapes)]))[0]
    image: Image.Image = page.render(scale=SCALE * 25.4 / 72).to_pil().convert("RGB")
    return image


def at_of_pdf(image: Image.Image, x: float, y: float) -> object:
    return image.getpixel((round(x * SCALE), round(y * SCALE)))


def test_each_page_has_the_size_of_its_drawing() -> None:
    document = pypdfium2.PdfDocument(pdf([sketch_of_pdf(), sketch_of_pdf(width=297)]))
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
    assert [at_of_pdf(image, x, 8) for x in (4.5, 5.5, 14.5, 15.5)] == [WHITE, RED_of_pdf, RED_of_pdf, WHITE]
    assert [at_of_pdf(image, 10, y) for y in (4.5, 5.5, 10.5, 11.5)] == [WHITE, RED_of_pdf, RED_of_pdf, WHITE]
    assert [at_of_pdf(image, x, 10) for x in (24, 26, 30, 33.5, 36)] == [
        WHITE,
        BLUE_of_pdf,
        WHITE,
        BLUE_of_pdf,
        WHITE,
    ]
    corners = [at_of_pdf(image, *point) for point in ((10, 20), (15, 23), (10, 23), (25, 25))]
    assert corners == [GREEN_of_pdf, GREEN_of_pdf, WHITE, GREEN_of_pdf]


def test_a_rounded_rectangle_has_no_corners() -> None:
    image = rendered(Rectangle(5, 5, 20, 20, "#ff0000", None, radius=5))
    assert (at_of_pdf(image, 5.5, 5.5), at_of_pdf(image, 15, 5.5), at_of_pdf(image, 15, 15)) == (
        WHITE,
        RED_of_pdf,
        RED_of_pdf,
    )


def test_only_a_dashed_line_has_gaps() -> None:
    dashed, after = (
        Line(((5, 10), (35, 10)), "#008000", 1, dashed=True),
        Line(((5, 20), (35, 20)), "#008000", 1),
    )
    image = rendered(dashed, after)
    assert [at_of_pdf(image, x, 10) for x in (5.75, 7, 8.25)] == [GREEN_of_pdf, WHITE, GREEN_of_pdf]
    assert [at_of_pdf(image, x, 20) for x in (5.75, 7, 8.25)] == [GREEN_of_pdf] * 3


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
    page = pypdfium2.PdfDocument(pdf([sketch_of_pdf(Text(1, 5, "café ♠", bold=True))]))[0]
    assert page.get_textpage().get_text_range() == "café ?"


def test_equal_drawings_give_equal_files() -> None:
    assert pdf([sketch_of_pdf(Circle(5, 5, 2))]) == pdf([sketch_of_pdf(Circle(5, 5, 2))])


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "reportlab.pdfgen.canvas", None)
    with pytest.raises(UsageError, match=r"reportlab: sudo apt install python3-reportlab, .* or use \.svg"):
        pdf([sketch_of_pdf()])


RED, BLUE, GREEN = (255, 0, 0), (0, 0, 255), (0, 128, 0)


def test_the_suffix_says_which_file_it_is(tmp_path: Path) -> None:
    drawn = sketch(Circle(5, 5, 2))
    for name in ("a.svg", "b.SVG", "c.png", "d.pdf", "e.dxf"):
        save(tmp_path / name, drawn)
    assert (
        (tmp_path / "a.svg").read_text(encoding="utf-8")
        == (tmp_path / "b.SVG").read_text(encoding="utf-8")
        == svg(drawn)
    )
    assert (tmp_path / "c.png").read_bytes() == png(drawn)
    assert (tmp_path / "d.pdf").read_bytes() == pdf([drawn])
    assert (tmp_path / "e.dxf").read_text(encoding="utf-8") == dxf(drawn)


def test_only_a_pdf_has_several_pages(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"a\.svg: this drawing has 2 pages: end the file's name in \.pdf"):
        save(tmp_path / "a.svg", sketch(), sketch())
    save(tmp_path / "a.pdf", sketch(), sketch())
    assert (tmp_path / "a.pdf").read_bytes() == pdf([sketch(), sketch()])


@pytest.mark.parametrize("name", ["a.jpg", "a", "a.svgz"])
def test_another_suffix_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match=rf"{name}: this drawing ends in \.svg, \.png, \.pdf or \.dxf"):
        save(tmp_path / name, sketch())
    assert not (tmp_path / name).exists()


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"a\.svg: no such file or directory: ") as caught:
        save(tmp_path / "none" / "a.svg", sketch())
    assert "\n" not in str(caught.value)
    (tmp_path / "b.svg").mkdir()
    with pytest.raises(UsageError, match=r"b\.svg: is a directory: "):
        save(tmp_path / "b.svg", sketch())


RED, BLUE, GREEN = (255, 0, 0), (0, 0, 255), (0, 128, 0)


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
