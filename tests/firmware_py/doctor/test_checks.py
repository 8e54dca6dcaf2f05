"""What the doctor says of machines that are as real ones were found to be.

Where no capture shows a fault, a line is changed as the overlays README or a data sheet says; the test
has that line.
"""

import pytest

from firmware_py.config.values import Buttons
from firmware_py.doctor.boot import config_lines, listing
from firmware_py.doctor.checks import check, run
from firmware_py.doctor.machine import Answers
from firmware_py.render.palette import NAMED
from tests.firmware_py.doctor.captures import (
    PI_3,
    PI_4,
    PI_5,
    answers,
    bookworm,
    models,
    only,
    profile,
    text,
    users,
    wrong,
)

TXT = "/boot/firmware/config.txt"
CMDLINE = "/boot/firmware/cmdline.txt"
KEYPAD = profile("keypad-20")
NUMPAD = profile("usb-numpad")


def fit(config, more="", **changes):
    """A machine that has the settings which the board needs, and then some lines."""
    return bookworm(listing(config_lines(config)) + more, **changes)


def without(machine, *devices):
    return machine._replace(
        devices={name: may for name, may in machine.devices.items() if name not in devices}
    )


@pytest.mark.parametrize("name", ["keypad-20", "usb-numpad", "bare", "oled-bonnet", "oled-hat"])
@pytest.mark.parametrize("model", [PI_3, PI_4, PI_5])
def test_nothing_is_wrong_with_a_machine_that_has_what_the_board_needs(name, model):
    config = profile(name)
    assert wrong(config, fit(config, model=model)) == []


def test_the_report_has_a_line_for_each_check_and_the_exit_status():
    report, status = run(NUMPAD, fit(NUMPAD))
    assert status == 0
    assert report.splitlines()[0] == f"ok      this is a {PI_4}"
    assert all(line.startswith("ok ") for line in report.splitlines())
    machine = without(bookworm(), "/dev/i2c-1")
    report, status = run(NUMPAD, machine)
    assert status == 1
    assert (
        "fault   I2C is off: there is no /dev/i2c-1\n"
        f"          {TXT}, line 1: make it dtparam=i2c_arm=on,i2c_arm_baudrate=400000 "
        "(without the #) and restart\n"
    ) in report


def test_a_warning_alone_is_no_failure():
    report, status = run(NUMPAD, fit(NUMPAD, unit="inactive"))
    assert "warning " in report
    assert status == 0


def test_this_is_no_raspberry_pi():
    found = wrong(NUMPAD, fit(NUMPAD, model=None, config_txt=None))
    assert [finding.level for finding in found] == ["warning", "warning"]


# I2C


@pytest.mark.parametrize(("name", "line"), [("bookworm-config.txt", 1), ("bullseye-config.txt", 4)])
def test_i2c_is_off_as_it_comes(name, line):
    machine = without(fit(NUMPAD, config_txt=text(name)), "/dev/i2c-1")
    found = only(NUMPAD, machine)
    assert found.what == "I2C is off: there is no /dev/i2c-1"
    assert found.remedy.startswith(f"{TXT}, line {line}: make it dtparam=i2c_arm=on,i2c_arm_baudrate=400000 ")


def test_i2c_is_switched_off_again_below():
    machine = without(fit(NUMPAD, "dtparam=i2c_arm=off\n"), "/dev/i2c-1")
    number = len(machine.config_txt.splitlines())
    assert only(NUMPAD, machine).remedy.startswith(f"{TXT}, line {number}: make it dtparam=i2c_arm=on,")


def test_i2c_is_on_for_another_model_only():
    machine = without(
        fit(NUMPAD, config_txt="[cm4]\ndtparam=i2c_arm=on\n[all]\ndtparam=spi=on\n"), "/dev/i2c-1"
    )
    assert only(NUMPAD, machine).remedy == (
        f"{TXT}: add dtparam=i2c_arm=on,i2c_arm_baudrate=400000 at the end, under [all], and restart"
    )


def test_i2c_is_set_but_the_bus_is_not_there():
    found = only(NUMPAD, without(fit(NUMPAD), "/dev/i2c-1"))
    assert "switched on" in found.what
    assert "i2c-dev" in found.remedy


def test_i2c_is_slow():
    # The usual clock: overlays README, i2c_arm_baudrate.
    machine = bookworm("dtparam=i2c_arm=on\n", i2c_hz={1: 100_000})
    found = only(NUMPAD, machine)
    number = len(machine.config_txt.splitlines())
    assert found.level == "warning"
    assert "100 kHz" in found.what
    assert found.remedy.startswith(
        f"{TXT}, line {number}: make it dtparam=i2c_arm=on,i2c_arm_baudrate=400000"
    )


def test_i2c_is_slow_until_the_next_start():
    assert only(NUMPAD, fit(NUMPAD, i2c_hz={1: 100_000})).remedy.endswith("restart")


def test_no_display_answers():
    found = only(NUMPAD, fit(NUMPAD, answers={1: answers("i2cdetect-none.txt")}))
    assert found.what == "the display does not answer at 0x3c on I2C bus 1, nor anywhere else"
    assert "BCM 2" in found.remedy


def test_a_display_answers_at_the_other_address():
    config = NUMPAD._replace(displays=(NUMPAD.display._replace(address=0x3D),))
    found = only(config, fit(config))
    assert found.what == "nothing answers at 0x3d on I2C bus 1, but 0x3c does, which a display may have"
    assert found.remedy == "in the configuration, under [display]: address = 0x3c"


def test_something_else_answers():
    # A NeoTrellis is at 0x2E.
    assert "there are 0x2e" in only(NUMPAD, fit(NUMPAD, answers={1: Answers((0x2E,))})).what


@pytest.mark.parametrize(
    ("controller", "status", "kind"),
    [  # the status bytes of bitbank2/OneBitDisplay; bit 6 is set while the panel is off
        ("ssd1306", 0x48, "sh1106"),
        ("ssd1306", 0x08, "sh1106"),
        ("ssd1309", 0x08, "sh1106"),
        ("sh1106", 0x46, "ssd1306"),
        ("sh1106", 0x03, "ssd1306"),
    ],
)
def test_the_display_is_of_another_kind(controller, status, kind):
    config = NUMPAD._replace(displays=(NUMPAD.display._replace(controller=controller),))
    found = only(config, fit(config, answers={1: answers("i2cdetect-3c.txt", x3c=status)}))
    assert kind in found.what
    assert found.remedy == f'in the configuration, under [display]: controller = "{kind}"'


@pytest.mark.parametrize(
    ("controller", "status"), [("ssd1306", 0x46), ("ssd1309", 0x43), ("sh1106", 0x48), ("ssd1306", 0x47)]
)
def test_the_display_is_what_it_is_set_as_or_does_not_say(controller, status):
    config = NUMPAD._replace(displays=(NUMPAD.display._replace(controller=controller),))
    assert wrong(config, fit(config, answers={1: answers("i2cdetect-3c.txt", x3c=status)})) == []


def test_a_driver_of_the_kernel_has_the_display():
    machine = fit(NUMPAD, "dtoverlay=ssd1306\n", answers={1: Answers(busy=(0x3C,))})
    assert only(NUMPAD, machine).remedy.endswith("take away dtoverlay=ssd1306")


# SPI


def test_spi_is_off_as_it_comes():
    machine = bookworm("dtparam=i2c_arm=on,i2c_arm_baudrate=400000\n")
    found = only(NUMPAD, without(machine, "/dev/spidev0.0", "/dev/spidev0.1"))
    assert found.what == "SPI is off: there is no /dev/spidev0.0"
    assert found.remedy == f"{TXT}, line 3: make it dtparam=spi=on (without the #) and restart"


def test_who_switches_spi_on_is_told_of_its_pins():
    machine = without(bookworm("dtparam=i2c_arm=on\n"), "/dev/spidev0.0", "/dev/spidev0.1")
    assert only(KEYPAD, machine).remedy.splitlines()[1:] == [
        "add dtoverlay=spi0-1cs as well: it leaves pins of SPI0 to other parts"
    ]


def test_too_few_chip_selects():
    config = NUMPAD._replace(lights=NUMPAD.lights._replace(device=1))
    machine = without(fit(config, "dtoverlay=spi0-1cs\n"), "/dev/spidev0.1")
    assert "dtoverlay=spi0-1cs leaves SPI bus 0 too few" in only(config, machine).what


def test_another_bus_needs_its_overlay():
    config = NUMPAD._replace(lights=NUMPAD.lights._replace(bus=1))
    assert "dtoverlay=spi1-1cs" in only(config, bookworm("dtparam=i2c_arm=on\n")).remedy


def test_spi_is_set_but_the_bus_is_not_there():
    found = only(NUMPAD, without(fit(NUMPAD), "/dev/spidev0.0"))
    assert found.what == "SPI is switched on, but there is no /dev/spidev0.0"


def chain(chip, leds=121, order="GRB"):
    shape = NUMPAD.lights.shape._replace(leds=leds)
    return NUMPAD._replace(lights=NUMPAD.lights._replace(chip=chip, order=order, shape=shape))


@pytest.mark.parametrize("model", [each["name"] for each in models()])
def test_ws2812_needs_a_still_clock_on_some_models(model):
    config = chain("ws2812")
    assert wrong(config, fit(config, model=model)) == []
    bare = fit(NUMPAD, model=model)
    needed = any(name in model for name in ("Zero 2", "3 Model", "4", "400"))
    assert [finding.level for finding in wrong(config, bare)] == (["fault"] if needed else [])


def test_the_clock_of_a_pi_4_may_be_left_but_not_its_least():
    found = only(chain("ws2812"), fit(NUMPAD, model=PI_4))
    assert found.remedy == f"{TXT}: add core_freq_min=500 at the end, under [all], and restart"


def test_a_wrong_clock_is_named_by_its_line():
    machine = fit(NUMPAD, "core_freq=400\n", model=PI_3)
    number = len(machine.config_txt.splitlines())
    assert only(chain("ws2812"), machine).remedy == (
        f"{TXT}, line {number}: make it core_freq=250 and restart"
    )


def test_a_long_chain_of_ws2812_needs_a_larger_piece():
    config = chain("ws2812", 363)
    found = only(config, fit(config))
    assert found.remedy.startswith(f"{CMDLINE}: add spidev.bufsiz=8192 at the end of its one line")
    written = bookworm().cmdline_txt + " spidev.bufsiz=8192"
    assert only(config, fit(config, cmdline_txt=written)).remedy.endswith("restart")
    assert wrong(config, fit(config, bufsiz=8192)) == []


# Who may what


def test_groups_are_missing():
    machine = fit(KEYPAD, groups=frozenset({"pi", "sudo"}), named_groups=frozenset({"pi", "sudo"}))
    found = only(KEYPAD, machine)
    assert found.what == "pi is not in the groups gpio, i2c, spi"
    assert found.remedy == "sudo usermod -aG gpio,i2c,spi pi, then log out and in again"


def test_groups_count_after_the_next_login():
    found = only(NUMPAD, fit(NUMPAD, groups=frozenset({"pi", "i2c", "spi"})))
    assert found.what == "pi has been put into the group input since logging in"


def test_root_needs_no_groups():
    assert wrong(KEYPAD, fit(KEYPAD, groups=frozenset(), is_root=True)) == []


def test_a_device_cannot_be_opened():
    machine = fit(NUMPAD)
    machine = machine._replace(devices=dict(machine.devices) | {"/dev/spidev0.0": False})
    assert only(NUMPAD, machine).what == "pi cannot open /dev/spidev0.0"


@pytest.mark.parametrize(
    ("config", "module", "apt"),
    [
        (KEYPAD, "lgpio", "python3-lgpio"),
        (KEYPAD, "spidev", "python3-spidev"),
        (NUMPAD, "smbus2", "python3-smbus2"),
    ],
)
def test_a_package_is_missing(config, module, apt):
    found = only(config, fit(config, modules=bookworm().modules - {module}))
    assert module in found.what
    assert found.remedy.startswith(f"sudo apt install {apt},")


def test_a_package_that_apt_does_not_have():
    found = only(NUMPAD, fit(NUMPAD, modules=bookworm().modules - {"inotify_simple"}))
    assert found.remedy == "pip install inotify-simple where Muggins is installed"


def test_lgpio_needs_a_folder_to_write_in():
    machine = fit(KEYPAD, folder="/", folder_writable=False)
    assert "nothing can be written in /" in only(KEYPAD, machine).what
    assert wrong(NUMPAD, fit(NUMPAD, folder_writable=False)) == []


def test_a_machine_without_pins():
    assert "gpiochip" in only(KEYPAD, without(fit(KEYPAD), "/dev/gpiochip0")).what


@pytest.mark.parametrize(("unit", "level"), [("failed", "fault"), ("inactive", "warning"), ("active", "ok")])
def test_the_service(unit, level):
    assert check(NUMPAD, fit(NUMPAD, unit=unit))[-1].level == level


# Pins


def test_1_wire_is_on_a_button():
    found = only(KEYPAD, fit(KEYPAD, "dtoverlay=w1-gpio\n"))
    assert found.what == "BCM 4 is the button A, but dtoverlay=w1-gpio takes it"
    assert "give it another pin" in found.remedy


def test_the_second_chip_select_is_a_button():
    # keypad-20 without the line that frees BCM 7
    machine = fit(KEYPAD)
    machine = machine._replace(config_txt=machine.config_txt.replace("dtoverlay=spi0-1cs\n", ""))
    found = only(KEYPAD, machine)
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
    # gpioinfo of that machine has "spi1 CS2" on line 16; config.txt says so without asking it.
    own = text("spi1-config.txt") + "dtoverlay=spi0-1cs\nenable_uart=0\n"
    machine = fit(KEYPAD, model=PI_5, config_txt=own, lines=users("spi1-gpioinfo.txt"))
    found = wrong(KEYPAD, machine)
    assert [int(finding.what.split()[1]) for finding in found] == [16, 17, 18, 19, 20, 21]


def test_a_driver_has_a_pin_that_config_txt_says_nothing_of():
    found = only(KEYPAD, fit(KEYPAD, lines={16: users("spi1-gpioinfo.txt")[16]}))
    assert found.what == 'BCM 16 is the button 9, but "spi1 CS2" has it'
    assert "spi1" in found.remedy


def test_a_chip_select_was_moved_onto_a_button():
    found = only(KEYPAD, fit(KEYPAD, lines=users("spi0-gpioinfo.txt")))
    assert found.what == 'BCM 12 is the button 5, but "spi0 CS1" has it'
    assert "dtoverlay=spi0-1cs" in found.remedy
    assert (
        only(KEYPAD, fit(KEYPAD, lines=users("debug-gpio.txt"))).what
    ) == 'BCM 4 is the button A, but "spi0 CS0" has it'


def test_another_program_has_pins():
    found = wrong(KEYPAD, fit(KEYPAD, lines=users("portduino-gpioinfo.txt")))
    assert {int(finding.what.split()[1]) for finding in found} == {12, 13, 16, 18, 20, 21}
    assert all(finding.level == "fault" and '"portduino"' in finding.what for finding in found)


def test_a_program_with_lgpio_may_be_the_board_itself():
    lines = users("lgpio-gpioinfo.txt")
    found = only(KEYPAD, fit(KEYPAD, lines=lines))
    assert (found.level, found.what.split(",")[0]) == ("warning", "BCM 17 is the button 10")
    assert wrong(KEYPAD, fit(KEYPAD, lines=lines, unit="active")) == []


def test_the_pins_of_a_bus_are_its_own():
    config = profile("oled-hat")
    assert wrong(config, fit(config, lines={8: "spi0 CS0", 7: "spi0 CS1"})) == []


# The serial port


def test_the_usual_console_is_none_while_the_port_is_off():
    # no-uart-proc-cmdline.txt: console=ttyS0 and 8250.nr_uarts=0
    machine = fit(KEYPAD, cmdline_txt=text("default-cmdline.txt"), cmdline=text("no-uart-proc-cmdline.txt"))
    found = only(KEYPAD, machine)
    assert found.level == "warning"
    assert found.remedy == f"{CMDLINE}: take console=serial0,115200 out of its one line, and restart"


def test_the_port_is_switched_on():
    machine = fit(KEYPAD, "enable_uart=1\n", cmdline=text("uart-proc-cmdline.txt"))
    number = len(machine.config_txt.splitlines())
    found = only(KEYPAD, machine)
    assert found.what == "enable_uart=1 gives BCM 14 and 15 to the serial port"
    assert found.remedy == f"{TXT}, line {number}: make it enable_uart=0 and restart"


def test_the_port_is_switched_on_with_a_console():
    machine = fit(KEYPAD, "enable_uart=1\n", cmdline_txt=text("default-cmdline.txt"))
    assert [finding.level for finding in wrong(KEYPAD, machine)] == ["fault", "fault"]


def test_a_console_stays_until_the_next_start():
    machine = fit(KEYPAD, "dtoverlay=disable-bt\n", cmdline=text("pi4-serial-proc-cmdline.txt"))
    assert wrong(KEYPAD, machine) == []  # enable_uart=0 is set
    machine = machine._replace(config_txt=machine.config_txt.replace("enable_uart=0", "enable_uart=1"))
    assert wrong(KEYPAD, machine)[-1].remedy == "restart"


@pytest.mark.parametrize("model", [each["name"] for each in models()])
def test_the_port_is_on_as_it_comes_on_models_without_bluetooth(model):
    machine = fit(KEYPAD, model=model)
    machine = machine._replace(config_txt=machine.config_txt.replace("enable_uart=0\n", ""))
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


def test_what_cannot_be_looked_at_is_not_said_to_be_well():
    said = [finding.what for finding in check(KEYPAD, fit(KEYPAD, config_txt=None, lines=None))]
    assert not any("pins" in what and "board's" in what for what in said)


def test_a_board_without_those_buttons_does_not_mind():
    assert wrong(NUMPAD, fit(NUMPAD, "enable_uart=1\n", cmdline_txt=text("default-cmdline.txt"))) == []


# Keys


def test_the_keypad_is_not_plugged_in():
    buttons = text("keyboard-inputs.txt").split("\n\nI: Bus=0003")[0]
    found = only(NUMPAD, fit(NUMPAD, inputs=buttons))
    assert found.what == "no input device has the keys of [keyboard.codes]"


def test_a_key_has_another_code():
    keyboard = NUMPAD.inputs[0]
    # 125 is LEFTMETA, which the keyboard of the capture has; 0x2ff, the last there is, it has not.
    config = NUMPAD._replace(inputs=(keyboard._replace(codes=dict(keyboard.codes) | {"GO": (0x2FF,)}),))
    assert only(config, fit(config)).what == "no input device has these keys: GO (767)"
    config = NUMPAD._replace(inputs=(keyboard._replace(codes=dict(keyboard.codes) | {"GO": (0x2FF, 125)}),))
    assert wrong(config, fit(config)) == []


def test_words_of_32_bits_are_read_as_such():
    machine = fit(NUMPAD, inputs=text("uinput-inputs.txt"), word_bits=32)
    assert wrong(NUMPAD, machine) == []


def test_a_device_is_named():
    keyboard = NUMPAD.inputs[0]._replace(device="Logitech K750")
    config = NUMPAD._replace(inputs=(keyboard,))
    assert wrong(config, fit(config)) == []
    config = NUMPAD._replace(inputs=(keyboard._replace(device="/dev/input/event7"),))
    found = only(config, fit(config))
    assert found.what == "there is no input device /dev/input/event7"
    assert "Logitech K750" in found.remedy


def kernel_lines(config, user):
    keyboard = config.inputs[0]
    return dict.fromkeys([*keyboard.pins.values(), *keyboard.rows, *keyboard.columns], user)


@pytest.mark.parametrize(("name", "user"), [("gpio-keys", "A"), ("keypad-4x4", "matrix_kbd_row")])
def test_keys_on_pins_are_the_kernels(name, user):
    config = profile(name)
    assert wrong(config, fit(config, lines=kernel_lines(config, user))) == []
    found = wrong(config, fit(config))
    assert all(finding.what.startswith("no driver of the kernel has BCM") for finding in found)
    assert len(found) == len(kernel_lines(config, user))


def test_another_driver_has_the_pin_of_a_key():
    config = profile("gpio-keys")
    lines = kernel_lines(config, "A") | {7: users("spi0-gpioinfo.txt")[12]}
    assert only(config, fit(config, lines=lines)).what == 'BCM 7 is keyboard.pins.4, but "spi0 CS1" has it'


def test_the_keyboard_is_named_and_not_each_device_that_has_one_of_its_keys():
    keyboard = NUMPAD.inputs[0]
    # 116, which the power buttons have too
    config = NUMPAD._replace(inputs=(keyboard._replace(codes=dict(keyboard.codes) | {"GO": (116,)}),))
    assert check(config, fit(config))[-1].what == "all 17 keys are there: Logitech K750"


def test_overlays_of_keys_are_missing():
    config = profile("gpio-keys")
    machine = fit(config, lines=None)
    line = "dtoverlay=gpio-key,gpio=27,active_low=1,gpio_pull=up,label=UNDO,keycode=14"
    machine = machine._replace(config_txt=machine.config_txt.replace(line + "\n", ""))
    found = only(config, machine)
    assert found.what == f"{TXT} does not load the overlay of 1 keys"
    assert found.remedy.splitlines()[1:] == [line]
    # active_low and gpio_pull are what they are anyway (overlays README).
    machine = machine._replace(config_txt=machine.config_txt + "dtoverlay=gpio-key,gpio=27,keycode=14\n")
    assert wrong(config, machine) == []


def test_the_matrix_keypad_is_not_loaded():
    config = profile("keypad-4x4")
    found = only(config, fit(NUMPAD, lines=None))
    assert found.remedy.splitlines()[1:] == ["dtoverlay=muggins-keypad-4x4"]


def test_direct_buttons_are_not_read_by_the_kernel_too():
    found = wrong(KEYPAD, fit(KEYPAD, text("gpio-keys-config.txt")))
    assert {int(finding.what.split()[1]) for finding in found} == {5, 17, 22, 25, 27}


def coloured(*names):
    palette = KEYPAD.lights.palette._replace(sides=tuple(NAMED[name] for name in names))
    return KEYPAD._replace(lights=KEYPAD.lights._replace(palette=palette))


def test_colours_that_some_people_confuse():
    # Two kinds of red and green cones missing: orange and vermilion differ in little else (Okabe and Ito
    # give them as neighbours that are to be told apart by lightness).
    found = only(coloured("orange", "vermilion"), fit(KEYPAD))
    assert found.level == "warning"
    assert "sides 1 and 2" in found.what
    assert "deuteranopia" in found.what
    assert "lights.colours" in found.remedy
    assert wrong(coloured("vermilion", "sky blue"), fit(KEYPAD)) == []
    assert any("told apart" in each.what for each in check(KEYPAD, fit(KEYPAD)))
    assert not any("colour" in each.what for each in check(KEYPAD._replace(lights=None), fit(KEYPAD)))


def test_a_board_on_which_something_cannot_be_keyed():
    some = {key: pin for key, pin in KEYPAD.inputs[0].pins.items() if key not in ("10", "GO")}
    found = only(KEYPAD._replace(inputs=(Buttons(some),)), fit(KEYPAD))
    assert (found.level, found.what) == ("fault", "no key is 10, GO")
    assert wrong(profile("oled-bonnet"), fit(profile("oled-bonnet"))) == []
