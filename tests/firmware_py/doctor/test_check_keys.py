"""The doctor's check of the configured keys, tried on data captured from real machines."""

import pytest

from firmware_py.config.keypads import ButtonSettings
from firmware_py.doctor.doctor import check
from tests.support.pi_captures import (
    KEYPAD,
    NUMPAD,
    TXT,
    changed,
    fit,
    only_finding,
    profile,
    text,
    users,
    wrong,
)


def test_the_keypad_is_not_plugged_in():
    buttons = text("keyboard-inputs.txt").split("\n\nI: Bus=0003")[0]
    found = only_finding(NUMPAD, fit(NUMPAD, inputs=buttons))
    assert found.what == "no input device has the keys of [keyboard.codes]"


def test_a_key_has_another_code():
    keyboard = NUMPAD.inputs[0]
    # The keyboard in the capture has code 125 (LEFTMETA), but not 0x2ff, the last code.
    config = NUMPAD._replace(inputs=(keyboard._replace(codes=dict(keyboard.codes) | {"GO": (0x2FF,)}),))
    assert only_finding(config, fit(config)).what == "no input device has these keys: GO (767)"
    config = NUMPAD._replace(inputs=(keyboard._replace(codes=dict(keyboard.codes) | {"GO": (0x2FF, 125)}),))
    assert wrong(config, fit(config)) == []


def test_words_of_32_bits_are_read_as_such():
    machine = fit(NUMPAD, inputs=text("uinput-inputs.txt"), word_bits=32)
    assert wrong(NUMPAD, machine) == []


def test_the_configuration_names_a_device():
    keyboard = NUMPAD.inputs[0]._replace(device="Logitech K750")
    config = NUMPAD._replace(inputs=(keyboard,))
    assert wrong(config, fit(config)) == []
    config = NUMPAD._replace(inputs=(keyboard._replace(device="/dev/input/event7"),))
    found = only_finding(config, fit(config))
    assert found.what == "there is no input device /dev/input/event7"
    assert "Logitech K750" in found.remedy


def kernel_lines(config, user):
    keyboard = config.inputs[0]
    return dict.fromkeys([*keyboard.pins.values(), *keyboard.rows, *keyboard.columns], user)


@pytest.mark.parametrize(("name", "user"), [("gpio-keys", "A"), ("keypad-4x4", "matrix_kbd_row")])
def test_keys_on_pins_belong_to_the_kernel(name, user):
    config = profile(name)
    assert wrong(config, fit(config, lines=kernel_lines(config, user))) == []
    found = wrong(config, fit(config))
    assert all(finding.what.startswith("no kernel driver uses BCM") for finding in found)
    assert len(found) == len(kernel_lines(config, user))


def test_another_driver_has_the_pin_of_a_key():
    config = profile("gpio-keys")
    lines = kernel_lines(config, "A") | {7: users("spi0-gpioinfo.txt")[12]}
    assert (
        only_finding(config, fit(config, lines=lines)).what
        == 'BCM 7 is keyboard.pins.4, but "spi0 CS1" has it'
    )


def test_the_finding_names_the_keyboard_but_not_every_device_with_one_of_its_keys():
    keyboard = NUMPAD.inputs[0]
    # The power buttons in the capture have code 116 too.
    config = NUMPAD._replace(inputs=(keyboard._replace(codes=dict(keyboard.codes) | {"GO": (116,)}),))
    assert "all 17 keys were found on Logitech K750" in [each.what for each in check(config, fit(config))]


def test_overlays_of_keys_are_missing():
    config = profile("gpio-keys")
    machine = fit(config, lines=None)
    line = "dtoverlay=gpio-key,gpio=27,active_low=1,gpio_pull=up,label=UNDO,keycode=14"
    machine = changed(machine, config_txt=machine.config_txt.replace(line + "\n", ""))
    found = only_finding(config, machine)
    assert found.what == f"{TXT} does not load the overlay for 1 key"
    assert found.remedy.splitlines()[1:] == [line]
    # active_low and gpio_pull have their defaults (overlays README).
    machine = changed(machine, config_txt=machine.config_txt + "dtoverlay=gpio-key,gpio=27,keycode=14\n")
    assert wrong(config, machine) == []


def test_the_matrix_keypad_is_not_loaded():
    config = profile("keypad-4x4")
    found = only_finding(config, fit(NUMPAD, lines=None))
    assert found.remedy.splitlines()[1:] == ["dtoverlay=muggins-keypad-4x4"]


def test_direct_buttons_are_not_read_by_the_kernel_too():
    found = wrong(KEYPAD, fit(KEYPAD, text("gpio-keys-config.txt")))
    assert {int(finding.what.split()[1]) for finding in found} == {5, 17, 22, 25, 27}


def test_a_board_without_a_key_for_some_functions():
    some = {key: pin for key, pin in KEYPAD.inputs[0].pins.items() if key not in ("10", "GO")}
    found = only_finding(KEYPAD._replace(inputs=(ButtonSettings(some),)), fit(KEYPAD))
    assert (found.level, found.what) == ("fault", "there is no key for 10, GO")
    assert wrong(profile("oled-bonnet"), fit(profile("oled-bonnet"))) == []
