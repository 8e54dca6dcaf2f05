"""A box on a picture: every straight line and dot on the OLED is one."""

from __future__ import annotations

from PIL import Image

# Pillow's ImageDraw would do the same, but it loads a font library, which takes 2 ms of the start (see
# `python -m tests.benchmarks.boot`), and some fifty times as long on a small Pi.


def draw_box(image: Image.Image, left: int, top: int, right: int, bottom: int, ink: int = 1) -> None:
    """Fill a box of pixels, its right and bottom edges included; the part beyond the picture is cut off.

    Args:
        image: the picture to draw on, of mode `1`.
        left, right: the first and the last column.
        top, bottom: the first and the last row.
        ink: 1 for light, 0 for dark.
    """
    image.paste(ink, (left, top, right + 1, bottom + 1))
