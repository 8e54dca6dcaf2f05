"""A complete configuration: its joystick, its first display, and the setup of its games."""

from pathlib import Path

import pytest

from engine.rules import Rules
from engine.setup import Setup
from firmware_py.config import files
from firmware_py.config.build import load
from tests.firmware_py.config.test_files import written


@pytest.mark.parametrize("name", files.profile_names())
def test_the_boards_with_a_joystick_are_adafruits_and_waveshares(name: str) -> None:
    assert load(files.profile(name)).joystick is (name in ("oled-bonnet", "oled-hat"))


def test_a_keyboard_with_the_direction_to_pick_is_a_joystick(tmp_path: Path) -> None:
    assert written(tmp_path, "[keyboard.codes]\nPICK = 28\nLEFT = 105\n").joystick
    assert not written(tmp_path, "[keyboard.codes]\nOK = 28\nA = 2\n").joystick


def test_a_new_game_has_a_preset_only_if_the_configuration_says_something_about_games(tmp_path: Path) -> None:
    assert written(tmp_path, 'extends = "bare"\n').preset is None
    preset = written(tmp_path, 'extends = "bare"\n[rules]\ntarget = 61\n').preset
    assert preset == Setup(Rules(target=61)).checked()
    named = written(tmp_path, 'extends = "bare"\n[game]\nnames = ["Ann", "Bob"]\n').preset
    assert named is not None and named.names == ("Ann", "Bob")


def test_the_first_of_two_screens_is_the_display(tmp_path: Path) -> None:
    two = written(tmp_path, 'extends = "usb-numpad"\n[second_display]\naddress = 0x3D\n')
    assert two.display is not None and two.display.address == 0x3C
    assert written(tmp_path, "[buttons]\nA = 4\n").display is None
