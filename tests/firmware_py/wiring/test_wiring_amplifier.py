"""The amplifier in the wiring diagram."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.drawing.shapes import Text
from firmware_py.wiring.pins import plan
from firmware_py.wiring.wired_parts import amplifier, modules
from tests.support.svg_reader import BOARDS, board

AMPLIFIED = [name for name in BOARDS if "amplifier" in name]


@pytest.mark.parametrize("name", AMPLIFIED)
def test_every_pin_has_a_wire_or_a_label(name: str, tmp_path: Path) -> None:
    """The pins are labelled as on MAX98357A boards. GAIN and SD have a label, but no wire."""
    config = board(name, tmp_path)
    said = {each.text for each in amplifier(config, plan(config)) if isinstance(each, Text)}
    assert {"Vin", "GND", "BCLK", "LRC", "DIN", "LRC (pin 35)", "DIN (pin 40)"} <= said
    assert {"MAX98357A", "GAIN and SD", "4 to 8 ohms"} <= said


def test_it_is_drawn_beside_the_only_pins_with_5_volts(tmp_path: Path) -> None:
    (module,) = [
        each for each in modules(plan(board("amplifier", tmp_path))) if each.group.part == "amplifier"
    ]
    assert [(wire.label, wire.pin.number) for wire in module.group.wires] == [
        ("Vin", 4),
        ("BCLK", 12),
        ("GND", 14),
    ]


def test_a_board_without_an_amplifier_shows_none(tmp_path: Path) -> None:
    config = board("usb-numpad", tmp_path)
    assert not list(amplifier(config, plan(config)))
