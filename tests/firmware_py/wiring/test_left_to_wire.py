"""The parts that still have to be wired if a Bonnet or a HAT is plugged onto the Pi."""

from __future__ import annotations

from pathlib import Path

from firmware_py.config.build import load
from firmware_py.config.clashes import uses
from firmware_py.config.pi import PLUG_ON_BOARDS, plug_on_board
from firmware_py.wiring.notes import left_to_wire, named_buttons
from tests.support.svg_reader import board


def test_lights_and_further_keys_are_left_to_wire(tmp_path: Path) -> None:
    config = board("bonnet-and-more", tmp_path)
    bonnet = plug_on_board(config)
    assert bonnet
    wired = {use.setting for use in uses(left_to_wire(config, bonnet))}
    assert wired == {
        "buttons.UNDO", "buttons.MUGGINS", "lights", "signals.turn[1]", "signals.turn[2]", "signals.buzzer",
    }  # fmt: skip


def test_beside_an_amplifier_the_display_of_the_board_is_not_wired(tmp_path: Path) -> None:
    config = board("bonnet-and-amplifier", tmp_path)
    bonnet = plug_on_board(config)
    assert bonnet
    assert {use.setting for use in uses(left_to_wire(config, bonnet))} == {"speech.amplifier"}


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
