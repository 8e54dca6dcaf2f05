"""A box on a picture. All straight lines and dots on the OLED are drawn as boxes."""

from __future__ import annotations

from PIL import Image

# Pillow's ImageDraw could draw boxes too, but it loads a font library, which delays the start by 2 ms (see
# `python -m tests.benchmarks.boot`), and some fifty times as long on a small Pi.


def draw_box(image: Image.Image, left: int, top: int, right: int, bottom: int, ink: int = 1) -> None:
    """Fill a rectangle of pixels, including its right and bottom edges; skip pixels outside the picture.

    Args:
        image: the picture to draw on, in mode `1`.
        ink: 1 for light, 0 for dark.
    """
    image.paste(ink, (left, top, right + 1, bottom + 1))
