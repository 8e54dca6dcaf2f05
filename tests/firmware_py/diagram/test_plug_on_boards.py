"""What is left to wire beside a Bonnet or a HAT."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.config.build import load
from firmware_py.config.clashes import uses
from firmware_py.diagram.plug_on_boards import PLUG_ON_BOARDS, left_to_wire, named_buttons, plug_on_board
from tests.support.svg_reader import BOARDS, board


@pytest.mark.parametrize("name", PLUG_ON_BOARDS)
def test_the_pins_of_a_board_are_those_of_its_profile(name: str, tmp_path: Path) -> None:
    # The profile also claims MISO, which the display does not use.
    config = board(name, tmp_path)
    used = {use.pin for use in uses(config._replace(lights=None)) if use.wire != "MISO"}
    assert PLUG_ON_BOARDS[name].pins == used


@pytest.mark.parametrize("name", BOARDS)
def test_only_two_profiles_plug_on(name: str, tmp_path: Path) -> None:
    assert bool(plug_on_board(board(name, tmp_path))) == (
        "oled-" in name or "bonnet" in name or "hat-" in name
    )


def test_lights_and_further_keys_are_left_to_wire(tmp_path: Path) -> None:
    config = board("bonnet-and-more", tmp_path)
    bonnet = plug_on_board(config)
    assert bonnet
    wired = {use.part for use in uses(left_to_wire(config, bonnet))}
    assert wired == {
        "buttons.UNDO", "buttons.MUGGINS", "lights", "signals.turn[1]", "signals.turn[2]", "signals.buzzer",
    }  # fmt: skip


def test_a_display_on_other_pins_is_left_to_wire(tmp_path: Path) -> None:
    path = tmp_path / "muggins.toml"
    path.write_text(
        'extends = "oled-bonnet"\nlights = false\ndisplay = { controller = "sh1106", interface = "spi" }\n'
    )
    config = load(path)
    assert left_to_wire(config, PLUG_ON_BOARDS["oled-bonnet"]).displays == config.displays
    same = board("oled-bonnet", tmp_path)
    assert left_to_wire(same, PLUG_ON_BOARDS["oled-bonnet"]).displays == ()


def test_the_buttons_of_a_board_have_their_keys(tmp_path: Path) -> None:
    keys = {"oled-hat": {"KEY1": "OK", "KEY2": "GO", "KEY3": "UNDO"}, "oled-bonnet": {"#5": "OK", "#6": "GO"}}
    for name, wanted in keys.items():
        assert named_buttons(board(name, tmp_path), PLUG_ON_BOARDS[name]) == wanted
