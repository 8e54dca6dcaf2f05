"""Choosing the profile that matches the detected parts and the owner's answers."""

from __future__ import annotations

import io
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.setup.draft import Draft
from firmware_py.setup.find_parts import find
from firmware_py.setup.profile_choice import LIGHTS, NONE, BoardParts, adapted, fitting, parts_of
from firmware_py.setup.terminal import Terminal
from tests.support.pi_captures import bookworm
from tests.support.setup_person import answers, set_up
from tests.support.setup_rig import Reply, SetupRig, profile


def _first(said: BoardParts, current: str | None = None, **machine: Any) -> str:
    """Return the name of the profile that setup suggests on a Raspberry Pi on which no parts were found.

    Args:
        said: the parts that the user says the board has.
        current: the name of the current profile, if any.
        machine: fields of `Machine` that differ from those of a typical Raspberry Pi.
    """
    usual: dict[str, Any] = {"inputs": "", "answers": {}, "devices": {}}
    found = find(lambda config: bookworm(**usual | machine))
    return fitting(found, said, current)[0].name


@pytest.mark.parametrize("name", files.profile_names())
def test_a_profile_is_offered_to_those_who_name_its_parts(name: str) -> None:
    alike = {"gpio-keys": "keypad-20"}  # the same parts; only the kernel's keys tell them apart
    assert _first(parts_of(name)) == alike.get(name, name)
    assert _first(parts_of(name), current=name) == name


def test_the_keys_count_more_than_screen_and_lights() -> None:
    assert _first(BoardParts(None, None, "matrix")) == "keypad-4x4"
    assert _first(BoardParts("spi", None, "usb")) == "first-board"
    assert _first(BoardParts("i2c", "ring", "joystick")) == "oled-bonnet"


@pytest.mark.parametrize("lights", [*LIGHTS, None])
def test_a_joystick_comes_with_its_screen_whatever_the_lights(lights: str | None) -> None:
    lights = None if lights == NONE else lights
    for screen, name in (("spi", "oled-hat"), ("i2c", "oled-bonnet")):
        assert _first(BoardParts(screen, lights, "joystick")) == name


def test_the_owner_of_a_hat_is_offered_the_hat_and_told_that_lights_do_not_fit(tmp_path: Path) -> None:
    rig = SetupRig(profile("oled-hat"))
    given = ["spi", "strips", "joystick", "", "spi", "none", "joystick", *answers(rig, "oled-hat")[3:]]
    said = " ".join(set_up(rig, given, tmp_path / "a").said.split())
    assert "The ready-made profile that fits is oled-hat" in said and "a screen on SPI" not in said
    assert "leave out the lights" in said and "SPI1" not in said
    assert tomllib.loads((tmp_path / "a").read_text()) == {"extends": "oled-hat"}


def test_without_keys_a_usb_keypad_can_come_later() -> None:
    assert _first(BoardParts("i2c", None, None)) == "first-board"


def test_a_profile_can_be_named_instead_of_the_one_that_fits(tmp_path: Path) -> None:
    rig = SetupRig(profile("oled-bonnet"))
    given: list[Reply] = ["i2c", "none", "usb", "n", "oled-bonnet", "", "", "q", "", "", "y"]
    person = set_up(rig, given, tmp_path / "a")
    assert (
        "The ready-made profile that fits is first-board: A USB numeric keypad and an OLED, no lights."
        in person.said
    )
    assert "  not found: a keypad with its keys\n" in person.said
    # The lights stay away: the user has none.
    assert tomllib.loads((tmp_path / "a").read_text()) == {"extends": "oled-bonnet", "lights": False}


def test_the_changes_to_a_profile_are_named(tmp_path: Path) -> None:
    rig = SetupRig(profile("keypad-4x4"))
    given = [*("none", "ring", "matrix", ""), "60", "2", *answers(rig, "keypad-4x4", display=())[4:]]
    person = set_up(rig, given, tmp_path / "a")
    assert "  changed for your board: no screen\n" in person.said
    assert "  changed for your board: LEDs in a ring, for all tracks\n" in person.said
    config = load(tmp_path / "a")
    assert config.display is None
    assert config.lights and config.lights.shape.leds == 60


def test_no_keys_are_asked_for_if_there_are_none(tmp_path: Path) -> None:
    rig = SetupRig(profile("first-board"))
    person = set_up(rig, ["i2c", "none", "none", "", "", "", "", "y"], tmp_path / "a")
    assert "no keys yet; any USB numeric keypad works as soon as it is plugged in" in person.said
    assert "Press" not in person.said
    assert tomllib.loads((tmp_path / "a").read_text()) == {"extends": "first-board"}


def _adapted(settings: dict[str, Any], extends: str, name: str, parts: BoardParts, typed: str = "") -> Draft:
    """Return a draft of a configuration after replacing the profile that it extends.

    Args:
        settings: the draft's own settings.
        extends: the old profile.
        name: the new profile.
        parts: the parts that the board has.
        typed: the answers that the user types if setup asks about the lights.
    """
    reader, writer = os.pipe()
    os.write(writer, typed.encode())
    os.close(writer)
    try:
        return adapted(Terminal(reader, io.StringIO()), Draft(extends, settings), name, parts)
    finally:
        os.close(reader)


def test_settings_of_the_same_parts_stay() -> None:
    own = {
        "display": {"address": 0x3D, "dim_after": 60},
        "lights": {"brightness": 20, "chip": "ws2812"},
        "keyboard": {"codes": {"UNDO": 111}},
        "game": {"names": ["Ann", "Ben"]},
        "signals": {"buzzer": 13},
    }
    assert _adapted(own, "usb-numpad", "usb-numpad", parts_of("usb-numpad")).settings == own
    fewer = {name: table for name, table in own.items() if name != "lights"}
    assert _adapted(own, "usb-numpad", "first-board", parts_of("first-board")).settings == fewer
    others = {name: table for name, table in own.items() if name != "keyboard"}
    assert _adapted(own, "usb-numpad", "keypad-4x4", parts_of("keypad-4x4")).settings == others


def test_the_wires_of_another_screen_are_given_up_but_not_its_looks() -> None:
    own = {"display": {"dc": 22, "reset": 23, "hz": 4_000_000, "rotate": 180}}
    draft = _adapted(own, "oled-hat", "first-board", parts_of("first-board"))
    assert draft.settings == {"display": {"rotate": 180}}
    assert draft.config.displays[0].interface == "i2c"


def test_a_part_that_was_given_up_can_come_back() -> None:
    draft = _adapted({"display": False, "lights": False}, "usb-numpad", "usb-numpad", parts_of("usb-numpad"))
    assert draft.config == profile("usb-numpad")._replace(source="these answers")


def test_lights_that_no_profile_has_are_asked_about() -> None:
    said = parts_of("usb-numpad")._replace(lights="ring")
    own = {"lights": {"brightness": 20, "shape": {"kind": "strips", "tracks": 2}}}
    draft = _adapted(own, "usb-numpad", "usb-numpad", said, "60\n2\n")
    assert draft.settings["lights"] == {"brightness": 20, "shape": {"kind": "ring", "leds": 60, "tracks": 2}}


def test_lights_can_be_those_of_another_profile() -> None:
    said = parts_of("keypad-20")._replace(lights="panel")
    draft = _adapted({"lights": {"brightness": 20}}, "usb-numpad", "keypad-20", said)
    lights = profile("led-panel").lights
    assert lights
    assert draft.config.lights == lights._replace(brightness=20)


def test_lights_that_were_described_in_the_file_stay() -> None:
    shape = {"kind": "panel", "width": 8, "panels": 4}
    said = parts_of("usb-numpad")._replace(lights="panel", keys="matrix")
    draft = _adapted({"lights": {"shape": shape}}, "usb-numpad", "keypad-4x4", said)
    assert draft.settings["lights"] == {"shape": shape}
