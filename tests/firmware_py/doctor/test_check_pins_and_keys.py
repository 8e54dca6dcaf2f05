"""The doctor checks the pins that something else may use, and the keys, on captures of real machines."""

import pytest

from firmware_py.config.keypads import ButtonSettings
from firmware_py.config.programs import SpeechSettings
from firmware_py.doctor.doctor import check
from tests.support.pi_captures import (
    CMDLINE,
    KEYPAD,
    NUMPAD,
    PI_5,
    TXT,
    changed,
    fit,
    models,
    only_finding,
    profile,
    text,
    users,
    wrong,
)


def test_1_wire_takes_the_pin_of_a_button():
    found = only_finding(KEYPAD, fit(KEYPAD, "dtoverlay=w1-gpio\n"))
    assert found.what == "BCM 4 is the button A, but dtoverlay=w1-gpio takes it"
    assert "give it another pin" in found.remedy


def test_the_second_chip_select_is_a_button():
    # keypad-20 without the line that frees BCM 7
    machine = fit(KEYPAD)
    machine = changed(machine, config_txt=machine.config_txt.replace("dtoverlay=spi0-1cs\n", ""))
    found = only_finding(KEYPAD, machine)
    assert found.what == "BCM 7 is the button 4, but dtparam=spi=on takes it"
    assert found.remedy == f"{TXT}: add dtoverlay=spi0-1cs at the end, under [all], and restart"


@pytest.mark.parametrize(
    ("line", "pins"),
    [
        ("dtoverlay=gpio-poweroff", {26}),
        ("dtoverlay=hifiberry-dacplus", {18, 19, 20, 21}),
        ("dtoverlay=pwm-2chan,pin=12,pin2=13", {12, 13}),
        ("dtoverlay=gpio-shutdown,gpio_pin=27", {27}),
        ("dtoverlay=gpio-shutdown", {3}),  # the display's SCL
        ("dtoverlay=w5500,int_pin=2", {2}),
    ],
)
def test_an_overlay_takes_a_pin(line, pins):
    found = wrong(KEYPAD, fit(KEYPAD, f"{line}\n"))
    assert {int(finding.what.split()[1]) for finding in found} == pins
    assert all(line in finding.remedy for finding in found)


def test_spi1_takes_buttons_as_it_did_on_a_pi_5():
    # In gpioinfo of that machine, line 16 has "spi1 CS2"; config.txt alone tells the same.
    own = text("spi1-config.txt") + "dtoverlay=spi0-1cs\nenable_uart=0\n"
    machine = fit(KEYPAD, model=PI_5, config_txt=own, lines=users("spi1-gpioinfo.txt"))
    found = wrong(KEYPAD, machine)
    assert [int(finding.what.split()[1]) for finding in found] == [16, 17, 18, 19, 20, 21]


def test_a_driver_uses_a_pin_that_config_txt_does_not_mention():
    found = only_finding(KEYPAD, fit(KEYPAD, lines={16: users("spi1-gpioinfo.txt")[16]}))
    assert found.what == 'BCM 16 is the button 9, but "spi1 CS2" has it'
    assert "spi1" in found.remedy


def test_a_chip_select_was_moved_onto_a_button():
    found = only_finding(KEYPAD, fit(KEYPAD, lines=users("spi0-gpioinfo.txt")))
    assert found.what == 'BCM 12 is the button 5, but "spi0 CS1" has it'
    assert "dtoverlay=spi0-1cs" in found.remedy
    assert (
        only_finding(KEYPAD, fit(KEYPAD, lines=users("debug-gpio.txt"))).what
    ) == 'BCM 4 is the button A, but "spi0 CS0" has it'


def test_another_program_uses_pins():
    found = wrong(KEYPAD, fit(KEYPAD, lines=users("portduino-gpioinfo.txt")))
    assert {int(finding.what.split()[1]) for finding in found} == {12, 13, 16, 18, 20, 21}
    assert all(finding.level == "fault" and '"portduino"' in finding.what for finding in found)


def test_a_program_with_lgpio_has_to_be_found():
    found = only_finding(KEYPAD, fit(KEYPAD, lines=users("lgpio-gpioinfo.txt"), service="active"))
    assert (found.level, found.what) == ("fault", 'BCM 17 is the button 10, but "lg" has it')
    assert "sudo fuser -v /dev/gpiochip*" in found.remedy


def test_the_board_itself_uses_its_pins():
    lines = {17: "muggins"}
    found = only_finding(KEYPAD, fit(KEYPAD, lines=lines))
    assert (found.level, found.what.split(",")[0]) == ("warning", "BCM 17 is the button 10")
    assert wrong(KEYPAD, fit(KEYPAD, lines=lines, service="active")) == []


def test_the_pins_of_a_bus_are_its_own():
    config = profile("oled-hat")
    assert wrong(config, fit(config, lines={8: "spi0 CS0", 7: "spi0 CS1"})) == []


# -- the serial port


def test_the_default_console_does_no_harm_while_the_port_is_off():
    # The capture has console=ttyS0 and 8250.nr_uarts=0.
    machine = fit(KEYPAD, cmdline_txt=text("default-cmdline.txt"), cmdline=text("no-uart-proc-cmdline.txt"))
    found = only_finding(KEYPAD, machine)
    assert found.level == "warning"
    assert found.remedy == f"{CMDLINE}: remove console=serial0,115200 from its one line, and restart"


def test_the_port_is_switched_on():
    machine = fit(KEYPAD, "enable_uart=1\n", cmdline=text("uart-proc-cmdline.txt"))
    number = len(machine.config_txt.splitlines())
    found = only_finding(KEYPAD, machine)
    assert found.what == "enable_uart=1 gives BCM 14 and 15 to the serial port"
    assert found.remedy == f"{TXT}, line {number}: make it enable_uart=0 and restart"


def test_the_port_is_switched_on_with_a_console():
    machine = fit(KEYPAD, "enable_uart=1\n", cmdline_txt=text("default-cmdline.txt"))
    assert [finding.level for finding in wrong(KEYPAD, machine)] == ["fault", "fault"]


@pytest.mark.parametrize(
    ("console", "found"), [("ttyS0", 1), ("ttyS1,115200", 1), ("ttyAMA0", 1), ("ttyS10", 0), ("tty1", 0)]
)
def test_a_console_by_any_name_of_the_port(console, found):
    machine = fit(KEYPAD)
    machine = changed(machine, cmdline_txt=f"console={console} root=/dev/mmcblk0p2", cmdline="")
    remedies = [each.remedy for each in wrong(KEYPAD, machine)]
    assert remedies == [f"{CMDLINE}: remove console={console} from its one line, and restart"] * found


def test_a_console_stays_until_the_next_start():
    machine = fit(KEYPAD, "dtoverlay=disable-bt\n", cmdline=text("pi4-serial-proc-cmdline.txt"))
    assert wrong(KEYPAD, machine) == []  # because of enable_uart=0
    machine = changed(machine, config_txt=machine.config_txt.replace("enable_uart=0", "enable_uart=1"))
    assert wrong(KEYPAD, machine)[-1].remedy == "restart"


@pytest.mark.parametrize("model", [each["name"] for each in models()])
def test_the_port_is_on_as_it_comes_on_models_without_bluetooth(model):
    machine = fit(KEYPAD, model=model)
    machine = changed(machine, config_txt=machine.config_txt.replace("enable_uart=0\n", ""))
    bare = any(name in model for name in ("Pi Model", "Pi 2"))
    assert [finding.what for finding in wrong(KEYPAD, machine)] == (
        ["this model gives BCM 14 and 15 to the serial port"] if bare else []
    )


def test_the_console_of_a_pi_5_is_elsewhere():
    machine = fit(KEYPAD, "enable_uart=1\n", model=PI_5, cmdline_txt=text("default-cmdline.txt"))
    assert wrong(KEYPAD, machine) == []


def test_the_port_of_a_pi_5_can_be_put_on_the_header():
    found = wrong(KEYPAD, fit(KEYPAD, "dtparam=uart0=on\n", model=PI_5))
    assert {int(finding.what.split()[1]) for finding in found} == {14, 15}


def test_pins_that_cannot_be_inspected_are_not_reported_as_ok():
    said = [finding.what for finding in check(KEYPAD, fit(KEYPAD, config_txt=None, lines=None))]
    assert not any("pins" in what and "board's" in what for what in said)


def test_a_board_without_those_buttons_does_not_mind():
    assert wrong(NUMPAD, fit(NUMPAD, "enable_uart=1\n", cmdline_txt=text("default-cmdline.txt"))) == []


def pins_in(found):
    return [each.what for each in found if each.what.startswith("BCM ")]


def test_the_overlay_of_the_amplifier_may_take_its_pins_and_no_other_may():
    config = NUMPAD._replace(speech=SpeechSettings(amplifier="max98357a"))
    mine = "dtoverlay=max98357a,no-sdmode"
    assert mine in fit(config).config_txt
    assert pins_in(wrong(config, fit(config))) == []
    assert pins_in(wrong(config, fit(NUMPAD, "dtoverlay=hifiberry-dac\n"))) == []
    found = pins_in(wrong(config, fit(config, "dtoverlay=spi1-1cs\n")))
    assert set(found) == {
        "BCM 18 is the BCLK of the amplifier, but dtoverlay=spi1-1cs takes it",
        "BCM 19 is the LRC of the amplifier, but dtoverlay=spi1-1cs takes it",
        "BCM 20 is the input of the amplifier, but dtoverlay=spi1-1cs takes it",
        "BCM 21 is the DIN of the amplifier, but dtoverlay=spi1-1cs takes it",
    }


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
