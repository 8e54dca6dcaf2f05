"""The keys, indicator LEDs and buzzer in the wiring diagram."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.drawing.shapes import Line
from firmware_py.wiring.layout import GND, KEYS, PART, PIN, RAIL, STYLES, row_y, side_x
from firmware_py.wiring.pins import KEY, plan
from firmware_py.wiring.symbols import BUTTON, LEG
from firmware_py.wiring.wired_parts import small_parts
from tests.support.svg_reader import board


@pytest.mark.parametrize("name", ["keypad-20", "gpio-keys", "single-leds", "two-on-spi"])
def test_the_two_wires_of_a_button_go_to_diagonal_legs(name: str, tmp_path: Path) -> None:
    # Of the four legs of a push button, the two on a diagonal are never joined inside the button.
    wiring = plan(board(name, tmp_path))
    lines = {(line.points, line.colour) for line in small_parts(wiring) if isinstance(line, Line)}
    for wire in wiring.wires:
        if wire.kind != KEY:
            continue
        y = row_y(wire.pin.row)
        near = ((side_x(wire.pin, PIN), y), (side_x(wire.pin, PART), y))
        far = ((side_x(wire.pin, PART + BUTTON), y + LEG), (side_x(wire.pin, RAIL), y + LEG))
        assert (near, STYLES[KEYS].colour) in lines and (far, STYLES[GND].colour) in lines
