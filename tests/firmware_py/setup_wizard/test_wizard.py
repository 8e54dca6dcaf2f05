"""The whole course of setup, against the emulated parts of every profile."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.errors import UsageError
from firmware_py.setup_wizard.find_parts import find, ranked_profiles
from tests.support.setup_rig import Answer, Rig, answers, profile, set_up, words


@pytest.mark.parametrize("name", files.profile_names())
def test_a_board_equal_to_its_profile_needs_only_the_profiles_name(name: str, tmp_path: Path) -> None:
    out = tmp_path / "muggins.toml"
    rig = Rig(profile(name))
    person = set_up(rig, answers(rig, name), out)
    assert tomllib.loads(out.read_text()) == {"extends": name}
    assert load(out)._replace(source=None) == profile(name)
    for word in words(profile(name)):
        assert f"Press {word}:" in person.questions
    assert f"Written: {out}" in person.said


@pytest.mark.parametrize("name", files.profile_names())
def test_the_profile_that_fits_is_offered_first(name: str) -> None:
    """Setup first offers the profile that fits the parts found.

    Setup cannot detect buttons or LEDs. It offers `keypad-20` for a board with a joystick, and strips for a
    panel.
    """
    rig = Rig(profile(name))
    offered = [fit.name for fit in ranked_profiles(find(rig.inspect))]
    rig.close()
    alike = {"oled-bonnet": "keypad-20", "oled-hat": "keypad-20", "led-panel": "usb-numpad"}
    assert offered[0] == alike.get(name, name)
    assert sorted(offered) == files.profile_names()


def test_names_are_asked_for_until_they_are_valid(tmp_path: Path) -> None:
    rig = Rig(profile("oled-bonnet"))
    person = set_up(
        rig,
        answers(rig, "oled-bonnet", names="Ann", more=["Ann Ann", "Ann Benjamin-Two", "Ann Ben"]),
        tmp_path / "a",
    )
    assert load(tmp_path / "a").setup.names == ("Ann", "Ben")
    assert "A game has 2, 3 or 4 players, not 1." in person.said
    assert person.said.count("\nThe players' names") == 4


def test_an_invalid_answer_is_asked_again_after_one_line(tmp_path: Path) -> None:
    rig = Rig(profile("keypad-20"))
    given = answers(rig, "keypad-20", display=["perhaps", "y"], lights=["maybe", ""])
    person = set_up(rig, ["10", "0", "keypad", *given], tmp_path / "a")
    assert person.said.count("Please answer 1, 2, 3, 4, 5, 6, 7, 8 or 9, or Enter alone.") == 3
    assert person.said.count("Please answer y or n, or Enter alone.") == 2


def test_only_missing_lines_of_config_txt_are_shown(tmp_path: Path) -> None:
    rig = Rig(
        profile("usb-numpad"), config_txt="dtparam=spi=on\n#dtparam=i2c_arm=on,i2c_arm_baudrate=400000\n"
    )
    person = set_up(rig, answers(rig, "usb-numpad"), tmp_path / "a")
    assert "    dtparam=i2c_arm=on,i2c_arm_baudrate=400000\n" in person.said
    assert "dtparam=spi=on" not in person.said
    assert f"muggins doctor --config {tmp_path / 'a'}" in person.said


def _ctrl_c() -> None:
    raise KeyboardInterrupt


def _stops(rig: Rig) -> list[Answer]:
    """Return answers that make setup ask every kind of question."""
    return [
        *("x", "keypad-20"),  # the profile
        *("n", "3", "", "n", "2", "y"),  # the display: another controller, no reset line, turned
        "",  # the keys
        *(rig.pin(4), rig.pin(4), "", "z", "q"),
        *("n", "1", "3"),  # the lights: another chip
        *("n", "2", "r", "r", "g"),  # the order
        *("n", "3", "1", "2", "n", "y"),  # strips
        *("n", "3", "2", "60", "2"),  # a ring
        *("n", "3", "3", "32", "8", "1", "c", "y", "2"),  # a panel
        *("n", "4"),
        *("Ann Ben", "y"),  # the names, and replacing the file that exists
    ]


def test_nothing_is_written_on_ctrl_c_at_any_question(tmp_path: Path) -> None:
    out = tmp_path / "muggins.toml"
    out.write_text('extends = "bare"\n')
    rig = Rig(profile("keypad-20"))
    count = len(_stops(rig))
    rig.close()
    for index in range(count):
        rig = Rig(profile("keypad-20"))
        rig.board.chip.low_status = 0x0F
        with pytest.raises(KeyboardInterrupt) as stopped:
            set_up(rig, [*_stops(rig)[:index], _ctrl_c], out)
        (said,) = stopped.value.__notes__
        assert said.endswith("\nStopped: nothing was written.\n"), (index, said)
        assert [path.name for path in tmp_path.iterdir()] == ["muggins.toml"]
        assert out.read_text() == 'extends = "bare"\n'
    rig = Rig(profile("keypad-20"))
    set_up(rig, _stops(rig), out)
    assert out.read_text() != 'extends = "bare"\n'


@pytest.mark.parametrize("on_terminal", [False, True], ids=["pipe", "terminal"])
@pytest.mark.parametrize("index", [0, 1, 2, 8, 23, 24])
def test_nothing_is_written_when_the_input_ends(index: int, on_terminal: bool, tmp_path: Path) -> None:
    rig = Rig(profile("keypad-20"))
    with pytest.raises(UsageError, match="nothing was written"):
        set_up(rig, answers(rig, "keypad-20")[:index], tmp_path / "a", on_terminal=on_terminal)
    assert not list(tmp_path.iterdir())


def test_a_running_board_must_be_stopped_first(tmp_path: Path) -> None:
    rig = Rig(profile("keypad-20"), unit="active")
    with pytest.raises(UsageError, match="sudo systemctl stop muggins"):
        set_up(rig, [], tmp_path / "a")
    assert not list(tmp_path.iterdir())


def test_setup_also_works_on_another_computer(tmp_path: Path) -> None:
    rig = Rig(profile("keypad-20"), model=None, devices={}, answers={}, inputs=None)
    person = set_up(rig, ["keypad-20", "", "Ann Ben"], tmp_path / "a")
    assert load(tmp_path / "a").profile == "keypad-20"
    for line in (
        "This is not a Raspberry Pi.",
        "The display: I2C is off.",
        "This machine has no pins.",
        "the keys keep their defaults",
    ):
        assert line.lower() in person.said.lower()
