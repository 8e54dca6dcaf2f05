"""The estimated width of text is close to its real width."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from firmware_py.drawing.png import png
from firmware_py.drawing.shapes import Drawing, Primitive, Text

RED, BLUE, GREEN = (255, 0, 0), (0, 0, 255), (0, 128, 0)


def sketch(*shapes: Primitive, title: str = "A title") -> Drawing:
    return Drawing(title, 40, 30, shapes)


def pixels(drawn: Drawing) -> Image.Image:
    image = Image.open(io.BytesIO(png(drawn)))
    assert image.mode == "RGB"
    return image


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
