"""Parts without wires, such as a USB keypad, are drawn beside the header in the wiring diagram."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.drawing.formats import svg
from firmware_py.wiring.layout import HEADER_END
from firmware_py.wiring.notes import usb
from firmware_py.wiring.picture import draw
from tests.support.svg_reader import BOARDS, Picture, board


@pytest.mark.parametrize("name", BOARDS)
def test_the_pi_and_the_keypads_are_drawn_once_beside_the_header(name: str, tmp_path: Path) -> None:
    config = board(name, tmp_path)
    picture = Picture(svg(draw(config)))
    keypad, card = picture.labels_with("USB keypad"), picture.labels_with("SD")
    assert len(keypad) == usb(config)
    plugged = "oled-" in name or "bonnet" in name or "hat-" in name
    assert len(card) == (not plugged)
    assert len(picture.labels_with("Keypad")) == (name == "keypad-4x4")
    for label in (*keypad, *card):
        assert label.y < HEADER_END
