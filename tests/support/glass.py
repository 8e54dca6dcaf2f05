"""Pictures of the size of a screen, for tests of displays."""

import random

from PIL import Image, ImageDraw

BLACK = Image.new("1", (128, 64))


def noise(seed: int) -> Image.Image:
    """Return a picture with as many pixels on as off, in random positions."""
    return Image.frombytes("1", (128, 64), random.Random(seed).randbytes(1024))


def with_box(image: Image.Image, *box: int, fill: int = 1) -> Image.Image:
    """Return a picture with a box in it: left, top, right and bottom, all inclusive."""
    changed = image.copy()
    ImageDraw.Draw(changed).rectangle(box, fill=fill)
    return changed
