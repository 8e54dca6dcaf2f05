"""Drawings on paper, as shown by a PDF reader: nothing is missing, and everything keeps its size."""

from __future__ import annotations

import pypdfium2
import pytest
from PIL import Image, ImageChops

from firmware_py.drawing.pdf import MARGIN, OVERLAP, PAPERS, pdf, sheets
from firmware_py.drawing.shapes import Circle, Drawing, Primitive, Rectangle, Text

SCALE = 4
"""The resolution of the rendered pages, in pixels per millimetre."""
INCH = 25.4
BLACK = 60
"""The threshold below which a shade counts as black. The cutting lines are grey."""


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
    return [page.render(scale=SCALE * INCH / 72).to_pil().convert("L") for page in document]


def shade(image: Image.Image, x: float, y: float) -> float:
    value = image.getpixel((round(x * SCALE), round(y * SCALE)))
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
    found = Image.new("L", (round(width * SCALE), round(height * SCALE)), 255)
    step_x = pages[0].width - 2 * MARGIN - OVERLAP
    step_y = pages[0].height - 2 * MARGIN - 12 - OVERLAP
    columns = max(1, -int(-(width - OVERLAP) // step_x))
    for number, image in enumerate(rendered(pages)):
        left, top = number % columns * step_x, number // columns * step_y
        window = (MARGIN, MARGIN, MARGIN + step_x + OVERLAP, MARGIN + step_y + OVERLAP)
        part = image.crop(tuple(round(each * SCALE) for each in window))
        laid = Image.new("L", found.size, 255)
        laid.paste(part, (round(left * SCALE), round(top * SCALE)))
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
