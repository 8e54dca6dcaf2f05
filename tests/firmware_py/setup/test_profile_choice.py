"""Setup asks which parts the board has, and chooses the profile that fits them."""

from __future__ import annotations

import io
import itertools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.files import merged
from firmware_py.setup.draft import Draft
from firmware_py.setup.find_parts import find
from firmware_py.setup.profile_choice import (
    KEYS,
    LIGHTS,
    NONE,
    SCREENS,
    BoardParts,
    adapted,
    fitting,
    of_tables,
    parts_of,
)
from firmware_py.setup.terminal import Terminal
from firmware_py.system.errors import DisplayError
from tests.support.pi_captures import bookworm

from .setup_rig import SetupRig, profile, set_up


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
    assert _first(BoardParts("i2c", None, None)) == "first-board"  # a USB keypad can come later


@pytest.mark.parametrize("lights", [*LIGHTS, None])
def test_a_joystick_comes_with_its_screen_whatever_the_lights(lights: str | None) -> None:
    lights = None if lights == NONE else lights
    for screen, name in (("spi", "oled-hat"), ("i2c", "oled-bonnet")):
        assert _first(BoardParts(screen, lights, "joystick")) == name


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
