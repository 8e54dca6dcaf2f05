"""A configuration file overrides individual settings of the file that it extends."""

from pathlib import Path

from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.keypads import ButtonSettings, KeyboardSettings
from firmware_py.config.track_shape import panel, strips
from tests.firmware_py.config.test_files import written


def test_a_file_overrides_single_keys_and_keeps_the_rest(tmp_path: Path) -> None:
    config = written(
        tmp_path,
        'extends = "keypad-20"\n[buttons]\nA = false\nMENU = 4\n'
        "[display]\ncontrast = 9\n[lights.shape]\nrows = 1",
    )
    usual = load(files.profile("keypad-20"))
    (keys,), (before,) = config.inputs, usual.inputs
    assert isinstance(keys, ButtonSettings)
    assert isinstance(before, ButtonSettings)
    assert keys.pins == {key: pin for key, pin in before.pins.items() if key != "A"} | {"MENU": 4}
    assert config.displays == (usual.displays[0]._replace(contrast=9),)
    assert config.lights
    assert config.lights.shape == strips(tracks=3)
    assert (config.profile, config.source) == ("keypad-20", str(tmp_path / "muggins.toml"))


def test_false_removes_a_part_of_the_profile(tmp_path: Path) -> None:
    config = written(tmp_path, 'extends = "keypad-20"\nlights = false\n[buttons]\nS = false\nH = false')
    (keys,) = config.inputs
    assert isinstance(keys, ButtonSettings)
    assert "S" not in keys.pins
    assert len(keys.pins) == 18
    assert config.lights is None
    assert config.displays


def test_false_is_a_value_of_a_key_that_is_true_or_false(tmp_path: Path) -> None:
    config = written(tmp_path, 'extends = "usb-numpad"\n[keyboard]\ngrab = false')
    (keys,) = config.inputs
    assert isinstance(keys, KeyboardSettings)
    assert not keys.grab


def test_another_kind_of_part_does_not_inherit_the_settings_of_the_first(
    tmp_path: Path,
) -> None:
    config = written(
        tmp_path,
        'extends = "usb-numpad"\nlights = {chip = "ws2812", bus = 1, shape = {kind = "panel"}}\n'
        'display = {interface = "spi", controller = "sh1106"}',
    )
    assert config.display
    assert (config.display.bus, config.display.device) == (0, 0)
    assert config.lights
    assert (config.lights.order, config.lights.hz, config.lights.shape) == ("GRB", 3_200_000, panel())


def test_a_choice_that_the_profile_leaves_to_the_default_counts_as_made(tmp_path: Path) -> None:
    (tmp_path / "below.toml").write_text("[buttons]\nA = 4\n[display]\nbus = 3")
    config = written(tmp_path, 'extends = "below.toml"\n[display]\ninterface = "spi"')
    assert config.display
    assert config.display.bus == 0
