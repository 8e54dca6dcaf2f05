"""Parsing /proc/bus/input/devices: names, device files and bitmaps of keys."""

from firmware_py.doctor.machine import input_devices
from tests.support.pi_captures import text

# linux/input-event-codes.h
KEY_POWER, KEY_ESC, KEY_1, KEY_KP7, KEY_KPENTER, KEY_KPSLASH, KEY_BACKSPACE = 116, 1, 2, 71, 96, 98, 14


def test_a_power_button_has_one_key():
    button, _, _ = input_devices(text("keyboard-inputs.txt"), 64)
    assert button == ("Power Button", "/dev/input/event0", {KEY_POWER})


def test_a_keyboard_of_a_64_bit_machine():
    keyboard = input_devices(text("keyboard-inputs.txt"), 64)[2]
    assert keyboard.name == "Logitech K750"
    assert keyboard.node == "/dev/input/event2"
    assert {KEY_ESC, KEY_1, KEY_KP7, KEY_KPENTER, KEY_KPSLASH, KEY_BACKSPACE} <= keyboard.codes
    assert 0 not in keyboard.codes


def test_words_of_a_32_bit_machine():
    (every,) = input_devices(text("uinput-inputs.txt"), 32)
    assert every.node == "/dev/input/event4"
    assert every.codes == set(range(1, 256))


def test_a_device_without_keys_or_a_device_file():
    (mouse,) = input_devices('N: Name="a \\"mouse\\""\nH: Handlers=mouse0\n', 64)
    assert (mouse.node, mouse.codes) == (None, frozenset())
