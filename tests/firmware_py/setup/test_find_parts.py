"""Finding the parts, and the profiles that match them."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_py.config.config import Config
from firmware_py.doctor.check_buses import BusAnswers
from firmware_py.doctor.machine import Machine
from firmware_py.setup.find_parts import descriptions, find, ranked_profiles
from tests.support.pi_captures import bare, bookworm

from .setup_rig import proc_inputs

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
def test_the_profile_that_fits_what_was_found_is_offered_first(
    devices: Any, inputs: str, answers: Any, name: str
) -> None:
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
