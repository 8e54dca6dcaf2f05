"""A box in an image. All straight lines and dots on the OLED are drawn as boxes."""

from __future__ import annotations

from PIL import Image

# Pillow's ImageDraw could draw boxes too, but it loads a font library, which delays the start by 2 ms (see
# `python -m tests.benchmarks.boot`), and some fifty times as long on a small Pi.


def draw_box(image: Image.Image, left: int, top: int, right: int, bottom: int, ink: int = 1) -> None:
    """Fill a rectangle, including its right and bottom edges. Parts outside the image are skipped.

    Args:
        image: the image to draw on, in mode `1`.
        left: the x-coordinate of the left edge.
        top: the y-coordinate of the top edge.
        right: the x-coordinate of the right edge.
        bottom: the y-coordinate of the bottom edge.
        ink: 1 for light, 0 for dark.
    """
    image.paste(ink, (left, top, right + 1, bottom + 1))
