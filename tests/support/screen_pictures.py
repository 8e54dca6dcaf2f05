"""Pictures of 128 × 64 pixels, for testing displays."""

import random

from PIL import Image, ImageDraw

BLACK = Image.new("1", (128, 64))


def noise(seed: int) -> Image.Image:
    """Return a picture of random noise in which about half of the pixels are lit."""
    return Image.frombytes("1", (128, 64), random.Random(seed).randbytes(1024))


def with_box(image: Image.Image, *box: int, fill: int = 1) -> Image.Image:
    """Return a copy of a picture with a filled box added.

    Args:
        box: the left, top, right and bottom coordinates of the box.
        fill: 1 for a lit box, 0 for a dark one.
    """
    changed = image.copy()
    ImageDraw.Draw(changed).rectangle(box, fill=fill)
    return changed
