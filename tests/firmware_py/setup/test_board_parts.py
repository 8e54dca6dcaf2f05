"""Setup reads the kinds of display, lights and keys from the configuration, or asks the user."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.files import merged
from firmware_py.setup.profile_choice import KEYS, LIGHTS, SCREENS, BoardParts, of_tables
from firmware_py.system.errors import DisplayError
from tests.support.setup_rig import Reply, SetupRig, answers, profile, set_up


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("first-board", ("i2c", None, "usb")),
        ("usb-numpad", ("i2c", "strips", "usb")),
        ("led-panel", ("i2c", "panel", "usb")),
        ("bare", (None, "strips", "usb")),
        ("oled-bonnet", ("i2c", "strips", "joystick")),
        ("oled-hat", ("spi", None, "joystick")),
        ("keypad-20", ("i2c", "strips", "buttons")),
        ("gpio-keys", ("i2c", "strips", "buttons")),
        ("keypad-4x4", ("i2c", "strips", "matrix")),
    ],
)
def test_the_parts_of_a_profile(name: str, parts: tuple[str | None, ...]) -> None:
    assert of_tables(merged(files.read(files.profile(name)))) == parts


def test_a_few_buttons_beside_a_keypad_do_not_count() -> None:
    pins, codes = {"OK": 5, "GO": 6}, {"A": 79, "OK": 96, "GO": 78}
    assert of_tables({"buttons": pins, "keyboard": {"codes": codes}}).keys == "usb"
    assert of_tables({"buttons": pins, "keyboard": {"codes": {"OK": 96}}}).keys == "buttons"


def test_a_part_without_settings_has_the_usual_kind() -> None:
    assert of_tables({"display": {}, "lights": {}, "keyboard": {"codes": {"OK": 28}}}) == (
        "i2c",
        "strips",
        "usb",
    )
    assert of_tables({}) == BoardParts()


class _Asked(Exception):
    """Raised when setup asks about something that it has already been told."""


class _Bare:
    """A test double for a display or for LEDs that do not respond."""

    def show(self, *_: object, **__: object) -> None:
        raise DisplayError("it does not answer")

    def close(self) -> None:
        pass


def _without_parts(**machine: Any) -> SetupRig:
    """Return an emulated Raspberry Pi on which all buses are disabled and nothing is connected.

    `machine` overrides fields of `Machine`, such as `model`.
    """
    rig = SetupRig(profile("bare"), devices={}, answers={}, inputs=None, **machine)
    rig.parts = rig.parts._replace(display=lambda _: _Bare(), lights=lambda _: _Bare())
    return rig


def _say(parts: BoardParts, asked: list[str]) -> Callable[[str], str]:
    """Return a function that answers setup's questions: it names these parts and accepts all defaults.

    It appends each question to `asked`.

    Raises:
        _Asked: raised by the returned function if setup asks about the parts a second time.
    """
    named = iter([each or "none" for each in parts])

    def answer(question: str) -> str:
        asked.append(question)
        if question == "Its number:":
            said = next(named, None)
            if said is None:
                raise _Asked
            return said
        if "Plug it in" in question:
            return "s"
        if "Write " in question or "Is that what you have?" in question:
            return "y"
        if "How many tracks" in question:
            return "2"
        if "How many lights does it have" in question:
            return "60"
        return ""

    return answer


ALL = [
    BoardParts(*(None if each == "none" else each for each in parts))
    for parts in itertools.product(SCREENS, LIGHTS, KEYS)
]


@pytest.mark.parametrize("parts", ALL, ids=lambda parts: "-".join(map(str, parts)))
def test_answers_about_the_parts_take_effect(parts: BoardParts, tmp_path: Path) -> None:
    """The configuration contains exactly the parts chosen, or setup explains why this is not possible."""
    out = tmp_path / "muggins.toml"
    asked: list[str] = []
    rig = _without_parts()
    impossible = {
        "A joystick picks the cards on the screen": parts.keys == "joystick" and parts.screen is None,
        "LEDs have no chip select": parts.screen == "spi" and parts.lights is not None,
        "are both on BCM 24": parts.screen == "spi"
        and parts.keys == "buttons",  # twenty buttons take all pins
    }
    if any(impossible.values()):
        with pytest.raises(_Asked) as stopped:
            set_up(rig, _say(parts, asked), out)
        (said,) = stopped.value.__notes__
        assert any(why in said for why, is_so in impossible.items() if is_so)
        assert not list(tmp_path.iterdir())
        return
    person = set_up(rig, _say(parts, asked), out)
    if parts == BoardParts():
        assert "there is nothing to set up" in person.said
        assert not list(tmp_path.iterdir())
        return
    load(out)
    tables = merged(files.read(out))
    assert of_tables(tables) == parts._replace(keys=parts.keys or "usb")
    assert person.said.index("This is the new") < person.said.index("Write ") < person.said.index("Written:")
    for line in out.read_text().splitlines():
        assert f"    {line}".rstrip() in person.said.partition("Write ")[0]  # shown before it is written


def test_a_found_screen_and_keypad_are_what_enter_takes(tmp_path: Path) -> None:
    rig = SetupRig(profile("first-board"))
    given: list[Reply] = ["", "none", "", *answers(rig, "first-board")[3:]]
    person = set_up(rig, given, tmp_path / "a")
    assert "Its number, or Enter for 1 (found at 0x3c on I2C bus 1):" in person.said
    assert "Its number, or Enter for 1 (found: USB Keypad):" in person.said
    assert load(tmp_path / "a").profile == "first-board"


def test_a_board_that_shows_nothing_is_asked_about(tmp_path: Path) -> None:
    rig = SetupRig(profile("first-board"))
    given: list[Reply] = ["none", "none", "", "", *answers(rig, "first-board")]
    person = set_up(rig, given, tmp_path / "a")
    assert "Without a screen and without lights, nobody sees the score." in person.said
