"""Where a configuration is found, what it extends, and what comes of the two."""

from pathlib import Path

import pytest

from firmware_py.config import defaults, files
from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.config.keypads import ButtonSettings, KeyboardSettings
from firmware_py.errors import UsageError
from firmware_py.render.hole_to_led import panel, strips

SEARCHED = files.SEARCHED  # before the tests are told that nothing is configured


def written(tmp_path: Path, text: str) -> Config:
    path = tmp_path / "muggins.toml"
    path.write_text(text)
    return load(path)


def test_they_are_searched_in_the_order_that_is_documented(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "SEARCHED", SEARCHED)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    places = [
        tmp_path / "boot/firmware/muggins.toml",
        tmp_path / "etc/muggins/muggins.toml",
        tmp_path / "home/.config/muggins/muggins.toml",
    ]
    assert files.searched(tmp_path) == places
    assert files.found(tmp_path) is None
    for place in reversed(places):
        place.parent.mkdir(parents=True)
        place.touch()
        assert files.found(tmp_path) == place


def test_the_users_own_folder_may_be_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert files.searched()[-1] == tmp_path / "muggins" / "muggins.toml"
    monkeypatch.setenv("XDG_CONFIG_HOME", "relative")
    assert files.searched()[-1] == Path.home() / ".config" / "muggins" / "muggins.toml"


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


def test_false_takes_away_what_the_profile_has(tmp_path: Path) -> None:
    config = written(tmp_path, 'extends = "keypad-20"\nlights = false\n[buttons]\nS = false\nH = false')
    (keys,) = config.inputs
    assert isinstance(keys, ButtonSettings)
    assert "S" not in keys.pins
    assert len(keys.pins) == 18
    assert config.lights is None
    assert config.displays


def test_false_is_also_a_value_where_it_can_be_one(tmp_path: Path) -> None:
    config = written(tmp_path, 'extends = "usb-numpad"\n[keyboard]\ngrab = false')
    (keys,) = config.inputs
    assert isinstance(keys, KeyboardSettings)
    assert not keys.grab


def test_another_choice_does_not_inherit_what_went_with_the_first(tmp_path: Path) -> None:
    config = written(
        tmp_path,
        'extends = "usb-numpad"\nlights = {chip = "ws2812", bus = 1, shape = {kind = "panel"}}\n'
        'display = {interface = "spi", controller = "sh1106"}',
    )
    assert config.display
    assert (config.display.bus, config.display.device) == (0, 0)
    assert config.lights
    assert (config.lights.order, config.lights.hz, config.lights.shape) == ("GRB", 3_200_000, panel())


def test_a_file_may_extend_one_beside_it(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('extends = "bare"\n[rules]\nmuggins = true')
    config = written(tmp_path, 'extends = "club.toml"\n[game]\nnames = ["Ann", "Bob"]')
    assert config.profile == "bare"
    assert config.setup.names == ("Ann", "Bob")
    assert config.setup.rules.muggins
    assert config.plays


def test_a_file_that_says_nothing_of_the_board_means_the_usual_one(tmp_path: Path) -> None:
    config = written(tmp_path, '[rules]\ntarget = 61\ngame = "five-card"\n')
    assert config.profile == defaults.PROFILE
    assert config.setup.rules.target == 61
    assert config.inputs == load().inputs


def test_a_file_that_stands_alone_inherits_nothing(tmp_path: Path) -> None:
    config = written(tmp_path, "[buttons]\nA = 4\n")
    assert (config.profile, config.displays, config.lights) == (None, (), None)


@pytest.mark.parametrize("names", [3, 4])
def test_the_names_say_how_many_play(tmp_path: Path, names: int) -> None:
    config = written(tmp_path, f"[game]\nnames = {['Ann', 'Bob', 'Cy', 'Di'][:names]}")
    assert config.setup.rules.players == names


def test_a_mark_at_the_beginning_and_the_line_ends_of_other_systems_are_taken(tmp_path: Path) -> None:
    path = tmp_path / "muggins.toml"
    path.write_bytes('\ufeffextends = "bare"\r\n[rules]\r\ntarget = 61\r\n'.encode())
    assert load(path).setup.rules.target == 61


def test_two_displays_and_signals(tmp_path: Path) -> None:
    config = written(
        tmp_path,
        'extends = "usb-numpad"\n[second_display]\naddress = 0x3D\nrotate = 180\n'
        "[signals]\nturn = [5, 6]\ndealer = [12, 13]\ngame_over = 16\nbuzzer = 26",
    )
    assert [display.address for display in config.displays] == [0x3C, 0x3D]
    assert config.signals == ((5, 6), (12, 13), 16, 26)


def test_a_user_without_a_home_has_the_systems_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "SEARCHED", SEARCHED)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)  # as it does where nobody knows the user
    assert files.searched() == [Path(path) for path in SEARCHED]


def test_a_folder_that_may_not_be_looked_into_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "SEARCHED", ("/etc/muggins/muggins.toml",))

    def refused(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "is_file", refused)
    with pytest.raises(UsageError, match=r"/etc/muggins/muggins\.toml: permission denied: let everybody"):
        files.found()


def test_a_choice_that_the_profile_leaves_open_is_one_too(tmp_path: Path) -> None:
    (tmp_path / "below.toml").write_text("[buttons]\nA = 4\n[display]\nbus = 3")
    config = written(tmp_path, 'extends = "below.toml"\n[display]\ninterface = "spi"')
    assert config.display
    assert config.display.bus == 0
