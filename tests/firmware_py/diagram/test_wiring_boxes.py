"""The LED chain in the picture of the wiring."""

from __future__ import annotations

from pathlib import Path

from firmware_py.diagram.svg import svg
from firmware_py.diagram.wiring_picture import draw
from tests.support.svg_reader import Picture, board


def test_where_the_chain_has_no_room_it_is_said_in_words(tmp_path: Path) -> None:
    for name, room in (("crowded", False), ("keypad-20", True), ("single-leds", True)):
        picture = Picture(svg(draw(board(name, tmp_path))))
        assert bool(picture.labels_with("LED power supply")) == room
        assert any("1Y (pin 3) to DI" in label.text for label in picture.labels) != room
