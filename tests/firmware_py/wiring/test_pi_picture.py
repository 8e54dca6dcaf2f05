"""The Pi viewed from above, and the boards on its header."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.drawing.formats import svg
from firmware_py.drawing.shapes import Rectangle
from firmware_py.wiring.pi_picture import SIZE, Place, pi
from firmware_py.wiring.picture import draw
from tests.support.svg_reader import Picture, board


def test_a_turned_pi_has_its_header_at_the_right_edge_and_pin_1_at_the_top() -> None:
    width, height = SIZE
    straight = [each for each in pi(Place(0, 0, 1)) if isinstance(each, Rectangle)]
    turned = [each for each in pi(Place(0, 0, 1, turned=True)) if isinstance(each, Rectangle)]
    assert (straight[0].width, straight[0].height) == (width, height) == (turned[0].height, turned[0].width)
    header, first = turned[1], turned[-1]
    assert header.x > height - 8 and header.height > 50
    # Pin 1 is in the inner column, the nearest one to the SD card (Raspberry Pi documentation).
    assert first.y < header.y + 4 and first.x < header.x + header.width / 2


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("oled-hat", {"KEY1: OK", "KEY2: GO", "KEY3: UNDO", "joystick"}),
        ("bonnet-alone", {"#5: OK", "#6: GO", "joystick"}),
        ("oled-bonnet", {"#5: OK", "#6: GO", "joystick", "1-to-2 GPIO splitter", "free header"}),
    ],
)
def test_a_plug_on_board_is_drawn_with_the_keys_of_its_buttons(
    name: str, words: set[str], tmp_path: Path
) -> None:
    labels = {label.text for label in Picture(svg(draw(board(name, tmp_path)))).labels}
    assert words <= labels
    assert ("1-to-2 GPIO splitter" in labels) == ("1-to-2 GPIO splitter" in words)
