"""Setup finds the parts, asks which the board has, and chooses the profile that fits them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.config.files import merged
from firmware_py.doctor.check_buses import BusAnswers
from firmware_py.doctor.machine import Machine
from firmware_py.setup.find_parts import descriptions, find, ranked_profiles
from firmware_py.setup.profile_choice import KEYS, LIGHTS, SCREENS, BoardParts, fitting, of_tables, parts_of
from firmware_py.system.errors import DisplayError
from tests.support.pi_captures import bare, bookworm, profile

from .setup_rig import SetupRig, proc_inputs, set_up


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


# linux/input-event-codes.h: KP7 to KP0 and the rest of a numeric keypad, NUMLOCK and BACKSPACE
NUMPAD = (*range(71, 84), 55, 98, 96, 69, 14)
I2C, SPI = {"/dev/i2c-1": True}, {"/dev/spidev0.0": True}
SCREEN = {1: BusAnswers((0x3C,))}


def _inputs(**devices: Any) -> str:
    return proc_inputs((name.replace("_", " "), codes) for name, codes in devices.items())


def test_every_bus_of_the_header_is_scanned_at_both_addresses() -> None:
    asked: list[Config] = []

    def look(config: Config) -> Machine:
        asked.append(config)
        return bare(devices=dict.fromkeys(("/dev/i2c-1", "/dev/i2c-3", "/dev/i2c-20"), True))

    find(look)
    places = {(each.bus, each.address) for each in asked[-1].displays}
    assert places == {(1, 0x3C), (1, 0x3D), (3, 0x3C), (3, 0x3D)}  # bus 20 belongs to an HDMI socket


MATRIX = {*range(3, 12), 30, 36, 16, 37, 34, 28, 14}
APART = {f"button_{code}": [code] for code in MATRIX | {31, 35, 32, 46}}


@pytest.mark.parametrize(
    ("devices", "inputs", "answers", "name"),
    [
        ({}, "", {}, "keypad-20"),
        (I2C | SPI, _inputs(Keypad=NUMPAD), SCREEN, "usb-numpad"),
        (I2C | SPI, _inputs(Receiver=NUMPAD), {}, "bare"),  # no display answers
        (I2C, _inputs(Keypad=NUMPAD), SCREEN, "first-board"),
        (I2C | SPI, _inputs(Keyboard=range(1, 120)), SCREEN, "keypad-20"),
        (I2C | SPI, _inputs(USB_Keypad=range(1, 120)), SCREEN, "usb-numpad"),  # many claim to have all keys
        (I2C | SPI, _inputs(matrix_keypad=MATRIX), SCREEN, "keypad-4x4"),
        (I2C | SPI, _inputs(**APART), SCREEN, "gpio-keys"),
    ],
)
def test_the_profile_that_fits_best_comes_first(devices: Any, inputs: str, answers: Any, name: str) -> None:
    found = find(lambda config: bookworm(devices=devices, inputs=inputs, answers=answers))
    assert ranked_profiles(found)[0].name == name


def test_a_keypad_that_claims_to_have_all_keys_is_known_by_its_name() -> None:
    inputs = _inputs(Keyboard=range(1, 120), USB_Keypad=range(1, 120))
    keypad = find(lambda config: bookworm(answers={}, devices={}, inputs=inputs)).keypad
    assert keypad and keypad.name == "USB Keypad"


def test_devices_without_permission_are_listed() -> None:
    closed = {"/dev/i2c-1": False, "/dev/input/event0": False}
    found = find(lambda config: bookworm(answers={}, devices=closed, inputs=_inputs(Keypad=NUMPAD)))
    lines = list(descriptions(found))
    assert "  display  pi may not use I2C: sudo adduser pi i2c, then log in again" in lines
    assert "  keys     pi may not read them: sudo adduser pi input, then log in again" in lines


def test_pins_are_described_with_their_permission() -> None:
    def lines(opens: bool) -> list[str]:
        devices = {"/dev/gpiochip0": opens}
        return list(descriptions(find(lambda config: bookworm(answers={}, devices=devices, inputs=""))))

    assert "  pins     /dev/gpiochip0" in lines(True)
    refused = "but pi may not use them: sudo adduser pi gpio, then log in again"
    assert f"  pins     /dev/gpiochip0, {refused}" in lines(False)
