"""A drawing as SVG, DXF, PNG and PDF, and on paper: shapes keep size, place and colour; text is written."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pypdfium2
import pytest
from PIL import Image, ImageChops

from firmware_py.drawing import shapes
from firmware_py.drawing.formats import dxf, save, svg
from firmware_py.drawing.pdf import MARGIN, OVERLAP, PAPERS, pdf, sheets
from firmware_py.drawing.png import png
from firmware_py.drawing.shapes import Circle, Drawing, Line, Primitive, Rectangle, Strokes, Text
from firmware_py.system.errors import UsageError

RED, BLUE, GREEN, WHITE = (255, 0, 0), (0, 0, 255), (0, 128, 0), (255, 255, 255)
Picture = Callable[[Drawing], Image.Image]
SCALE = 8  # pixels per millimetre of a PNG, and here also of a rendered PDF page


def sketch(*drawn: Primitive, title: str = "A title", width: float = 40) -> Drawing:
    return Drawing(title, width, 30, drawn)


def png_image(drawing: Drawing) -> Image.Image:
    return Image.open(io.BytesIO(png(drawing)))


def pdf_image(drawing: Drawing) -> Image.Image:
    page = pypdfium2.PdfDocument(pdf([drawing]))[0]
    image: Image.Image = page.render(scale=SCALE * 25.4 / 72).to_pil().convert("RGB")
    return image


@pytest.fixture(params=[png_image, pdf_image], ids=["png", "pdf"])
def image_of(request: pytest.FixtureRequest) -> Picture:
    made: Picture = request.param
    return made


def at(image: Image.Image, x: float, y: float) -> object:
    return image.getpixel((round(x * SCALE), round(y * SCALE)))


# -- PNG and PDF, as pictures


def test_a_picture_shows_each_shape_where_it_is(image_of: Picture) -> None:
    image = image_of(
        sketch(
            Rectangle(5, 5, 10, 6, "#ff0000", None),
            Circle(30, 10, 4, None, "#0000ff", 2),
            Line(((5, 20), (15, 20), (15, 25)), "#008000", 1),
            Strokes((((20, 25), (30, 25)),), "#008000", 1),
        )
    )
    assert [at(image, x, 8) for x in (4.5, 5.5, 14.5, 15.5)] == [WHITE, RED, RED, WHITE]
    assert [at(image, 10, y) for y in (4.5, 5.5, 10.5, 11.5)] == [WHITE, RED, RED, WHITE]
    assert [at(image, x, 10) for x in (24, 26, 30, 33.5, 36)] == [WHITE, BLUE, WHITE, BLUE, WHITE]
    corners = [at(image, *point) for point in ((10, 20), (15, 23), (10, 23), (25, 25))]
    assert corners == [GREEN, GREEN, WHITE, GREEN]


def test_only_a_dashed_line_has_gaps(image_of: Picture) -> None:
    dashed = Line(((5, 10), (35, 10)), "#008000", 1, dashed=True)
    after = Strokes((((5, 20), (35, 20)),), "#008000", 1)
    image = image_of(sketch(dashed, after))
    assert [at(image, x, 10) for x in (5.75, 7, 8.25)] == [GREEN, WHITE, GREEN]
    assert [at(image, x, 20) for x in (5.75, 7, 8.25)] == [GREEN] * 3
    assert svg(sketch(dashed, after)).count('stroke-dasharray="1.5 1"') == 1


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_text_is_at_its_anchor_and_about_as_wide_as_it_says(image_of: Picture, anchor: str) -> None:
    text = Text(20, 15, "Hide it", 4, anchor)
    image = Image.eval(image_of(sketch(text)).convert("L"), lambda shade: 255 - shade)
    left, top, right, bottom = (edge / SCALE for edge in image.getbbox() or (0,) * 4)
    assert {"start": left, "middle": (left + right) / 2, "end": right}[anchor] == pytest.approx(20, abs=0.6)
    assert (top + bottom) / 2 == pytest.approx(15, abs=0.3)
    assert 0.6 * text.width < right - left < text.width


# -- each format's own


def test_a_pillow_without_a_font_of_any_size_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    # `load_default` of Pillow before 10.1 cannot set the font size.
    monkeypatch.setattr("PIL.ImageFont.load_default", lambda: None)
    with pytest.raises(UsageError, match=r"Pillow 10\.1 or later: use \.svg"):
        png(sketch(Text(1, 5, "x")))


def test_each_page_of_a_pdf_has_the_size_of_its_drawing() -> None:
    document = pypdfium2.PdfDocument(pdf([sketch(), sketch(width=297)]))
    sizes = [tuple(side / 72 * 25.4 for side in page.get_size()) for page in document]
    assert sizes == [pytest.approx((40, 30), abs=0.01), pytest.approx((297, 30), abs=0.01)]
    assert document.get_metadata_value("Title") == "A title"


def test_text_of_a_pdf_can_be_selected_and_holds_any_letter() -> None:
    page = pypdfium2.PdfDocument(pdf([sketch(Text(1, 5, "café ♠", bold=True))]))[0]
    assert page.get_textpage().get_text_range() == "café ?"


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "reportlab.pdfgen.canvas", None)
    with pytest.raises(UsageError, match=r"reportlab: sudo apt install python3-reportlab, .* or use \.svg"):
        pdf([sketch()])


def test_an_svg_is_in_millimetres_and_round() -> None:
    text = svg(sketch(Rectangle(1 / 3, 2, 3.10004, -0.0001, None), Line(((0.5, 1), (2, 3)))))
    root = ElementTree.fromstring(text)
    assert [root.attrib[name] for name in ("width", "height", "viewBox")] == ["40mm", "30mm", "0 0 40 30"]
    assert '<rect x="0.333" y="2" width="3.1" height="0" stroke=' in text
    assert 'points="0.5,1 2,3"' in text


def test_an_svg_holds_any_text() -> None:
    odd = '<&> "quoted" \x00\x1b\ud800 é ♠'
    root = ElementTree.fromstring(svg(sketch(Text(1, 1, odd), title=odd)).encode())
    read = [each.text for each in root.iter() if each.text and each.text.strip()]
    assert read == ['<&> "quoted" ??? é ♠'] * 2


# -- DXF, the format of AutoCAD release 12

Entity = list[tuple[int, str]]


def entities(*drawn: Primitive) -> list[Entity]:
    """Return the DXF entities for these shapes on a page of 40 x 30 mm, each a list of codes and values."""
    lines = dxf(sketch(*drawn)).splitlines()
    pairs = [(int(code), value) for code, value in zip(lines[::2], lines[1::2], strict=True)]
    assert pairs[0] == (0, "SECTION") and pairs[-1] == (0, "EOF")
    start = pairs.index((2, "ENTITIES"))
    found: list[Entity] = []
    for code, value in pairs[start + 1 : -2]:
        if code == 0:
            found.append([])
        found[-1].append((code, value))
    return found


def numbers(entity: Entity, *codes: int) -> list[float]:
    return [float(value) for code in codes for each, value in entity if each == code]


def test_a_circle_keeps_its_place_and_size() -> None:
    # Group codes 10 and 20 give the centre, measured from the lower edge; group code 40 gives the radius.
    (circle,) = entities(Circle(10, 5, 2.5, None, shapes.RED))
    assert circle[:2] == [(0, "CIRCLE"), (8, "CUT")]
    assert numbers(circle, 10, 20, 40) == [10, 25, 2.5]


def test_only_red_lines_are_cut() -> None:
    found = entities(Circle(10, 5, 2, None, shapes.RED), Circle(10, 5, 2), Circle(1, 1, 1, "#00ff00", None))
    assert [entity[1] for entity in found] == [(8, "CUT"), (8, "ENGRAVE")]


@pytest.mark.parametrize(
    "shape",
    [
        Rectangle(5, 10, 20, 4, None, shapes.RED),
        Line(((5, 10), (25, 10), (25, 14), (5, 14), (5, 10)), shapes.RED),
    ],
)
def test_an_outline_is_one_closed_polyline(shape: Primitive) -> None:
    head, *corners, end = entities(shape)
    assert head[0] == (0, "POLYLINE") and numbers(head, 70) == [1] and end[0] == (0, "SEQEND")
    assert [numbers(each, 10, 20) for each in corners] == [[5, 20], [25, 20], [25, 16], [5, 16]]


def test_text_stands_on_its_baseline_with_capitals_as_high_as_in_the_drawing() -> None:
    # A capital letter is 0.72 times as high as the font size, and its middle is at the text's y.
    (text,) = entities(Text(20, 15, "START", 10))
    assert numbers(text, 10, 20, 40) == pytest.approx([20, 15 - 3.6, 7.2])
    assert (1, "START") in text
    (centred,) = entities(Text(20, 15, "é", 10, "middle"))
    assert numbers(centred, 72, 11) == [1, 20] and (1, "?") in centred


# -- files


def test_the_suffix_says_which_file_it_is(tmp_path: Path) -> None:
    drawn = sketch(Circle(5, 5, 2))
    wanted = {
        "a.svg": svg(drawn).encode(),
        "b.SVG": svg(drawn).encode(),
        "c.png": png(drawn),
        "d.pdf": pdf([drawn]),
        "e.dxf": dxf(drawn).encode(),
    }
    for name, content in wanted.items():
        save(tmp_path / name, drawn)
        assert (tmp_path / name).read_bytes() == content


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


def test_strokes_are_lines() -> None:
    (line,) = entities(Strokes((((1, 2), (3, 4)),)))
    assert line[0] == (0, "LINE")
    assert numbers(line, 10, 20, 11, 21) == [1, 28, 3, 26]


# -- on paper, as a PDF reader shows it


PAPER_SCALE = 4  # pixels per millimetre of the rendered pages
INCH = 25.4
BLACK = 60  # a shade below it counts as black; the cutting lines are grey


def chessboard(width: float, height: float) -> Drawing:
    """Return a drawing with a dot in each 20 mm square. Neighbouring dots differ in size."""
    shapes: list[Primitive] = [Rectangle(0.5, 0.5, width - 1, height - 1, None, "#000000", 1)]
    for column in range(int(width // 20)):
        for row in range(int(height // 20)):
            shapes.append(
                Circle(10 + 20 * column, 10 + 20 * row, 2 + (7 * column + 5 * row) % 6, "#000000", None)
            )
    return Drawing("A board", width, height, tuple(shapes))


def rendered(pages: tuple[Drawing, ...]) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(pdf(pages))
    return [page.render(scale=PAPER_SCALE * INCH / 72).to_pil().convert("L") for page in document]


def shade(image: Image.Image, x: float, y: float) -> float:
    value = image.getpixel((round(x * PAPER_SCALE), round(y * PAPER_SCALE)))
    assert isinstance(value, int)
    return value


@pytest.mark.parametrize("paper, size", [("a4", (297, 210)), ("letter", (11 * INCH, 8.5 * INCH))])
def test_a_drawing_that_fits_is_centred_on_one_sheet(paper: str, size: tuple[float, float]) -> None:
    (page,) = sheets(chessboard(260, 150), PAPERS[paper])
    assert (page.width, page.height) == pytest.approx(size)
    frame = page.shapes[0]
    assert isinstance(frame, Rectangle)
    assert (frame.x + frame.width / 2, frame.y + frame.height / 2) == pytest.approx(
        (size[0] / 2, size[1] / 2)
    )
    assert (frame.width, frame.height) == (259, 149)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("width, height", [(900, 100), (350, 350), (284, 197)])
def test_several_sheets_put_together_are_the_drawing(paper: str, width: float, height: float) -> None:
    drawing = chessboard(width, height)
    pages = sheets(drawing, PAPERS[paper])
    assert len(pages) > 1
    found = Image.new("L", (round(width * PAPER_SCALE), round(height * PAPER_SCALE)), 255)
    step_x = pages[0].width - 2 * MARGIN - OVERLAP
    step_y = pages[0].height - 2 * MARGIN - 12 - OVERLAP
    columns = max(1, -int(-(width - OVERLAP) // step_x))
    for number, image in enumerate(rendered(pages)):
        left, top = number % columns * step_x, number // columns * step_y
        window = (MARGIN, MARGIN, MARGIN + step_x + OVERLAP, MARGIN + step_y + OVERLAP)
        part = image.crop(tuple(round(each * PAPER_SCALE) for each in window))
        laid = Image.new("L", found.size, 255)
        laid.paste(part, (round(left * PAPER_SCALE), round(top * PAPER_SCALE)))
        found = ImageChops.darker(found, laid)
    circles = [shape for shape in drawing.shapes if isinstance(shape, Circle)]
    for x, y, radius, *_ in circles:
        inside = [(x, y), (x + radius - 0.5, y), (x, y - radius + 0.5)]
        outside = [(x - radius - 0.8, y), (x, y + radius + 0.8)]
        assert all(shade(found, *point) < BLACK for point in inside), (x, y)
        assert all(shade(found, *point) > BLACK for point in outside), (x, y)


def test_each_of_several_sheets_has_its_number_and_a_ruler() -> None:
    pages = sheets(chessboard(900, 100), PAPERS["a4"])
    for number, page in enumerate(pages, 1):
        texts = [shape.text for shape in page.shapes if isinstance(shape, Text)]
        assert any(
            f"sheet {number} of {len(pages)}, {len(pages)} across and 1 down" in text for text in texts
        )
        assert any(text.startswith("100 mm") for text in texts)
        assert any("Cut along the grey line" in text for text in texts) == (number < len(pages))
