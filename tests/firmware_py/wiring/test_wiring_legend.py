"""The legend of the wiring diagram."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.config.pi import plug_on_board
from firmware_py.drawing.shapes import Circle, Line
from firmware_py.wiring.free_parts import entries, legend, legend_rows
from firmware_py.wiring.layout import I2C, STYLES, joint
from firmware_py.wiring.lights import lights_picture
from firmware_py.wiring.notes import left_to_wire
from firmware_py.wiring.pins import plan
from firmware_py.wiring.wired_parts import amplifier, displays, small_parts
from tests.support.svg_reader import BOARDS, board


def joint_at(dot: Circle) -> Circle | None:
    """Build the symbol for joined wires, with the centre and colour of `dot`.

    Return None if no wire has this colour. Tests compare the result with `dot` to recognise such symbols.
    """
    signals = [signal for signal, style in STYLES.items() if style.colour == dot.fill]
    return joint(dot.x, dot.y, signals[0]) if signals else None


@pytest.mark.parametrize("name", BOARDS)
def test_the_legend_explains_the_wires_that_are_drawn_and_no_others(name: str, tmp_path: Path) -> None:
    config = board(name, tmp_path)
    plugged = plug_on_board(config)
    config = left_to_wire(config, plugged) if plugged else config
    wiring = plan(config)
    if not wiring.wires:
        return
    shapes = [*small_parts(wiring), *displays(config, wiring), *amplifier(config, wiring)]
    shapes += lights_picture(config.lights, wiring, 160) if config.lights else []
    joints = [each for each in shapes if isinstance(each, Circle) and each == joint_at(each)]
    assert ("joined" in entries(config, wiring)) == bool(joints)
    known = {style.colour for style in STYLES.values()}
    drawn = {each.colour for each in shapes if isinstance(each, Line)} & known
    listed = {STYLES[signal].colour for signal in entries(config, wiring) if signal in STYLES}
    assert listed == drawn
    for explained in (legend(config, wiring, 0, 0), legend_rows(config, wiring, 0)):
        assert drawn <= {each.colour for each in explained if isinstance(each, Line)}


def test_the_first_board_joins_no_wires(tmp_path: Path) -> None:
    config = board("first-board", tmp_path)
    assert "joined" not in entries(config, plan(config))


def test_the_legend_names_all_wires_of_a_display_on_i2c(tmp_path: Path) -> None:
    for name, words in (("usb-numpad", "I2C: SDA, SCL"), ("ring", "SDA, SCL, RST")):
        config = board(name, tmp_path)
        assert entries(config, plan(config))[I2C] == words
