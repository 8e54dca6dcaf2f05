"""Filled boxes, compared with those drawn by Pillow's ImageDraw."""

from itertools import product

import pytest
from PIL import Image, ImageDraw

from firmware_py.render.font import draw_box

EDGES = (-3, 0, 5, 7, 20)


@pytest.mark.parametrize("ink", [0, 1])
def test_a_box_is_that_of_pillow(ink: int) -> None:
    for left, top, right, bottom in product(EDGES, repeat=4):
        if left > right or top > bottom:
            continue
        ours, theirs = (Image.new("1", (16, 12), 1 - ink) for _ in range(2))
        draw_box(ours, left, top, right, bottom, ink)
        ImageDraw.Draw(theirs).rectangle((left, top, right, bottom), fill=ink)
        assert ours.tobytes() == theirs.tobytes()
