"""The hints on the OLED."""

from __future__ import annotations

import pytest
from PIL import Image

from firmware_py.input.keys import Key
from firmware_py.input.page import Hint, ok_go, yes_no
from firmware_py.render.font import HEIGHT, TEXT, WIDTH
from firmware_py.render.oled import draw_hints, hints_width


def drawn(hints: tuple[Hint, ...]) -> Image.Image:
    image = Image.new("1", (WIDTH, HEIGHT))
    draw_hints(image, 54, hints)
    return image


@pytest.mark.parametrize("hints", [yes_no(), ok_go("11", "1"), (Hint(Key.OK, "show"),)])
def test_hints_are_as_wide_as_they_say(hints: tuple[Hint, ...]) -> None:
    box = drawn(hints).getbbox()
    assert box is not None
    assert box[0] == 0 and box[2] + 1 == hints_width(hints) <= WIDTH


def test_a_key_stands_dark_in_a_light_box() -> None:
    image = drawn(yes_no())
    assert image.getpixel((0, 53)) and image.getpixel((TEXT.width("OK") + 3, 63))
    assert not image.getpixel((TEXT.width("OK") + 4, 53))


def test_hints_too_wide_for_the_screen_are_drawn_closer_or_narrower() -> None:
    for meaning in ("deal over", "deal is over"):
        wide = (Hint(Key.GO, "peg"), Hint(Key.OK, meaning))
        assert hints_width(wide) > WIDTH
        image = drawn(wide)
        assert image.getbbox() is not None
        assert image.crop((WIDTH - 1, 0, WIDTH, HEIGHT)).getbbox() is None
