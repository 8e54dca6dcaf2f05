"""Add-on boards in the wiring diagram."""

from __future__ import annotations

from pathlib import Path

from firmware_py.config.pi import PINS
from firmware_py.drawing.formats import svg
from firmware_py.wiring.layout import COVERED, HEADER_END
from firmware_py.wiring.picture import draw
from tests.support.svg_reader import Picture, board


def test_a_board_stands_below_the_header_if_wires_are_in_the_way(tmp_path: Path) -> None:
    for name, below in (("oled-bonnet", False), ("bonnet-and-more", False), ("hat-and-more", True)):
        (splitter,) = Picture(svg(draw(board(name, tmp_path)))).labels_with("1-to-2 GPIO splitter")
        assert (splitter.y > HEADER_END) == below


def test_without_wires_there_is_neither_a_header_nor_a_splitter(tmp_path: Path) -> None:
    for name in ("oled-hat", "bonnet-alone"):
        labels = {label.text for label in Picture(svg(draw(board(name, tmp_path)))).labels}
        assert not labels & {pin.name for pin in PINS} and "1-to-2 GPIO splitter" not in labels
        assert "Raspberry Pi" in labels


def test_the_pins_of_the_board_are_grey(tmp_path: Path) -> None:
    # On the Bonnet, GPIO2 and 3 serve the display; 4, 5, 6, 17, 22, 23 and 27 serve the keys (Adafruit).
    drawn = svg(draw(board("oled-bonnet", tmp_path)))
    legend = 1
    assert drawn.count(f'fill="{COVERED}"') == 9 + legend
