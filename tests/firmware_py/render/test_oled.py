"""The pictures on the display match the reference pictures that a person checked (`tests/frames.py`)."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from firmware_py.render import oled
from tests.frames import FOLDER, FRAMES, NOTICES, Frame, board


@pytest.mark.parametrize("frame", FRAMES, ids=[frame.name for frame in FRAMES])
def test_a_screen_looks_as_it_did_when_a_person_saw_it(frame: Frame) -> None:
    drawn = oled.draw(board(frame).view)
    with Image.open(FOLDER / f"{frame.name}.png") as kept:
        assert (drawn.mode, drawn.size) == ("1", (oled.WIDTH, oled.HEIGHT)) == (kept.mode, kept.size)
        assert ImageChops.logical_xor(drawn, kept).getbbox() is None


def test_no_other_picture_is_kept() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {*(frame.name for frame in FRAMES), *NOTICES}
