"""The displays in the wiring diagram."""

from __future__ import annotations

from pathlib import Path

from firmware_py.drawing.shapes import Text
from firmware_py.wiring.pins import plan
from firmware_py.wiring.wired_parts import displays
from tests.support.svg_reader import board


def words(name: str, folder: Path) -> list[str]:
    config = board(name, folder)
    return [each.text for each in displays(config, plan(config)) if isinstance(each, Text)]


def test_a_display_says_its_chip_and_its_address_or_its_bus(tmp_path: Path) -> None:
    assert {"Display", "SSD1306 0x3c"} <= set(words("usb-numpad", tmp_path))
    assert {"2 displays", "SH1106 SPI0"} <= set(words("two-on-spi", tmp_path))


def test_an_amplifier_is_no_display(tmp_path: Path) -> None:
    assert words("amplifier", tmp_path) == words("usb-numpad", tmp_path)
