"""The pictures shown before and after the game."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from firmware_py.render import oled
from firmware_py.render.font import HEIGHT, WIDTH
from tests.frames import FOLDER, NOTICES
from tests.support.pictures import pixels


@pytest.mark.parametrize("name", NOTICES)
def test_a_picture_looks_as_it_did_when_a_person_saw_it(name: str) -> None:
    with Image.open(FOLDER / f"{name}.png") as kept:
        assert ImageChops.logical_xor(NOTICES[name], kept).getbbox() is None


@pytest.mark.parametrize(
    "image",
    [
        oled.splash(),
        oled.goodbye(),
        oled.switching_off(),
        oled.fault("a pin is taken"),
    ],
    ids=["splash", "goodbye", "switching-off", "fault"],
)
def test_each_picture_fills_the_screen(image: Image.Image) -> None:
    assert (image.mode, image.size) == ("1", (WIDTH, HEIGHT))


def test_a_fault_names_the_file_without_its_folders() -> None:
    with_folder = oled.fault("/etc/muggins.toml: no such pin")
    assert pixels(with_folder) == pixels(oled.fault("muggins.toml: no such pin"))


def test_a_long_fault_has_five_lines_close_together() -> None:
    image = oled.fault("the pins are not available, because another program has them open " * 2)
    assert image.crop((0, 12, WIDTH, 15)).getbbox() is not None
    assert oled.fault("no pins").crop((0, 12, WIDTH, 15)).getbbox() is None
