"""The notes under the wiring table and the picture."""

from __future__ import annotations

from pathlib import Path

from firmware_py.diagram.svg import svg
from firmware_py.diagram.wiring_picture import draw
from firmware_py.diagram.wiring_table import table
from tests.support.svg_reader import Picture, board


def test_a_hat_is_said_to_be_plugged_on(tmp_path: Path) -> None:
    for name in ("oled-hat", "oled-bonnet"):
        config = board(name, tmp_path)
        assert "plugs onto the header" in table(config)
        assert any("plugs onto the header" in label.text for label in Picture(svg(draw(config))).labels)


def test_a_usb_keypad_is_said_to_take_no_pin(tmp_path: Path) -> None:
    config = board("bare", tmp_path)
    assert "uses no pin" in table(config)
    assert Picture(svg(draw(config))).labels_with("USB keypad")
