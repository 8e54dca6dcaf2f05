"""The screens are those that a person has looked at; `tests/frames.py` says what is right in each."""

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


def test_every_picture_kept_is_one_of_these() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {*(frame.name for frame in FRAMES), *NOTICES}


@pytest.mark.parametrize("name", NOTICES)
def test_a_notice_looks_as_it_did_when_a_person_saw_it(name: str) -> None:
    with Image.open(FOLDER / f"{name}.png") as kept:
        assert ImageChops.logical_xor(NOTICES[name], kept).getbbox() is None
