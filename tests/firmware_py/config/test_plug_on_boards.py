"""The boards that can be plugged onto the header."""

from pathlib import Path

import pytest

from firmware_py.config.clashes import uses
from firmware_py.config.pi import PLUG_ON_BOARDS, plug_on_board
from tests.support.svg_reader import BOARDS, board


@pytest.mark.parametrize("name", PLUG_ON_BOARDS)
def test_the_pins_of_a_board_are_those_of_its_profile(name: str, tmp_path: Path) -> None:
    # The profile also claims MISO, which the display does not use.
    config = board(name, tmp_path)
    used = {use.pin for use in uses(config._replace(lights=None)) if use.wire != "MISO"}
    assert PLUG_ON_BOARDS[name].pins == used
    assert PLUG_ON_BOARDS[name].keys == {pin for each in config.inputs for pin in each.pins.values()}


@pytest.mark.parametrize("name", BOARDS)
def test_only_two_profiles_plug_on(name: str, tmp_path: Path) -> None:
    assert bool(plug_on_board(board(name, tmp_path))) == (
        "oled-" in name or "bonnet" in name or "hat-" in name
    )
