"""Finding the parts, and the profiles that match them."""

from __future__ import annotations

from typing import Any

from firmware_py.config.config import Config
from firmware_py.doctor.check_buses import BusAnswers
from firmware_py.doctor.machine import Machine
from firmware_py.setup.find_parts import descriptions, find, ranked_profiles
from tests.support.pi_captures import bare, bookworm, text

# linux/input-event-codes.h: KP7 to KP0 and the rest of a numeric keypad, NUMLOCK and BACKSPACE
NUMPAD = (*range(71, 84), 55, 98, 96, 69, 14)
I2C, SPI = {"/dev/i2c-1": True}, {"/dev/spidev0.0": True}


def _inputs(**devices: Any) -> str:
    blocks = []
    for number, (name, codes) in enumerate(devices.items()):
        bits = sum(1 << code for code in codes)
        words = " ".join(f"{bits >> shift & (1 << 64) - 1:x}" for shift in (128, 64, 0))
        name = name.replace("_", " ")
        blocks.append(f'N: Name="{name}"\nH: Handlers=kbd event{number}\nB: KEY={words}\n')
    return "\n".join(blocks)


def _first(**machine: Any) -> str:
    """Return the name of the profile that setup offers first on a machine with these properties."""
    return ranked_profiles(find(lambda config: bookworm(**{"inputs": "", "answers": {}, **machine})))[0].name


def test_every_bus_of_the_header_is_scanned_at_both_addresses() -> None:
    asked: list[Config] = []

    def look(config: Config) -> Machine:
        asked.append(config)
        return bare(devices=dict.fromkeys(("/dev/i2c-1", "/dev/i2c-3", "/dev/i2c-20"), True))

    find(look)
    places = {(each.bus, each.address) for each in asked[-1].displays}
    assert places == {(1, 0x3C), (1, 0x3D), (3, 0x3C), (3, 0x3D)}  # bus 20 belongs to an HDMI socket


def test_a_new_pi_is_offered_the_default_board() -> None:
    assert _first(devices={}) == "keypad-20"


def test_a_numeric_keypad_is_offered_first() -> None:
    there = {"inputs": _inputs(Keypad=NUMPAD), "devices": I2C | SPI}
    assert _first(**there, answers={1: BusAnswers((0x3C,))}) == "usb-numpad"
    assert _first(**there) == "bare"  # no display answers


def test_without_spi_a_numeric_keypad_is_the_first_board() -> None:
    there = {"inputs": _inputs(Keypad=NUMPAD), "answers": {1: BusAnswers((0x3C,))}}
    assert _first(**there, devices=I2C) == "first-board"
    assert _first(**there, devices=I2C | SPI) == "usb-numpad"


def test_a_keyboard_with_letters_is_no_sign_of_a_keypad() -> None:
    there = {"inputs": _inputs(Keyboard=range(1, 120)), "devices": I2C | SPI}
    assert _first(**there, answers={1: BusAnswers((0x3C,))}) == "keypad-20"
    # Many keypads claim to have all keys.
    there = {"inputs": _inputs(USB_Keypad=range(1, 120)), "devices": I2C | SPI}
    assert _first(**there, answers={1: BusAnswers((0x3C,))}) == "usb-numpad"


def test_keys_that_the_kernel_reads_tell_the_matrix_from_the_buttons() -> None:
    matrix = (*range(2, 12), 30, 36, 16, 37, 34, 28, 14)
    there = {"devices": I2C | SPI, "answers": {1: BusAnswers((0x3C,))}}
    assert _first(inputs=_inputs(matrix_keypad=set(matrix) - {2}), **there) == "keypad-4x4"
    each = {f"button_{code}": [code] for code in (set(matrix) - {2}) | {31, 35, 32, 46}}
    assert _first(inputs=_inputs(**each), **there) == "gpio-keys"


def test_found_parts_are_listed() -> None:
    answers = {1: BusAnswers((0x3C, 0x50), status={0x3C: 0x48})}
    found = find(lambda config: bookworm(answers=answers, inputs=text("keyboard-inputs.txt")))
    lines = list(descriptions(found))
    assert lines[0] == "This is a Raspberry Pi 4 Model B Rev 1.5."
    assert "  display  at 0x3c on I2C bus 1, an SH1106" in lines
    assert "  SPI      /dev/spidev0.0, /dev/spidev0.1" in lines
    assert sum(line.startswith("  keys") for line in lines) == len(found.devices) > 0


def test_devices_without_permission_are_listed() -> None:
    closed = {"/dev/i2c-1": False, "/dev/input/event0": False}
    found = find(lambda config: bookworm(answers={}, devices=closed, inputs=_inputs(Keypad=NUMPAD)))
    lines = list(descriptions(found))
    assert "  display  pi may not use I2C: sudo adduser pi i2c, then log in again" in lines
    assert "  keys     pi may not read them: sudo adduser pi input, then log in again" in lines


def test_a_numeric_keypad_is_told_from_other_keys() -> None:
    def keypad(**devices: Any) -> str | None:
        found = find(lambda config: bookworm(answers={}, devices={}, inputs=_inputs(**devices))).keypad
        return found.name if found else None

    assert keypad(Receiver=NUMPAD) == "Receiver"
    assert keypad(Keyboard=range(1, 120)) is None
    assert keypad(Keyboard=range(1, 120), USB_Keypad=range(1, 120)) == "USB Keypad"
    assert keypad(matrix_keypad=(*range(2, 12), 30, 36, 16, 37, 34, 28, 14)) is None  # keys on pins


def test_pins_are_described_with_their_permission() -> None:
    def lines(opens: bool) -> list[str]:
        devices = {"/dev/gpiochip0": opens}
        return list(descriptions(find(lambda config: bookworm(answers={}, devices=devices, inputs=""))))

    assert "  pins     /dev/gpiochip0" in lines(True)
    refused = "but pi may not use them: sudo adduser pi gpio, then log in again"
    assert f"  pins     /dev/gpiochip0, {refused}" in lines(False)


def test_only_keys_are_described_on_another_computer() -> None:
    chips = {"/dev/gpiochip0": True, "/dev/i2c-0": True}
    pc = bookworm(model=None, answers={}, devices=chips, inputs=_inputs(Keyboard=range(1, 120)))
    assert list(descriptions(find(lambda config: pc))) == [
        "This is not a Raspberry Pi: it has no pins for buttons, a screen or lights.",
        "  keys     Keyboard (119 keys)",
    ]
