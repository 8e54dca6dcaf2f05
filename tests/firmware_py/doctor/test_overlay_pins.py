"""The GPIO pins that settings in config.txt take. The expected pins are from the overlays README."""

import pytest

from firmware_py.doctor.config_txt import read
from firmware_py.doctor.overlay_pins import taken
from tests.support.pi_captures import PI_4, PI_5, text


def pins(lines, model=PI_4):
    return {each.pin for each in taken(read(lines, "config.txt", model))}


@pytest.mark.parametrize("name", ["bullseye-config.txt", "bookworm-config.txt"])
def test_no_pin_is_taken_by_default(name):
    assert pins(text(name)) == set()


def test_two_buses_and_three_chip_selects():
    # gpioinfo of the same machine agrees: it has "spi1 CS2" on line 16.
    found = {each.pin: each for each in taken(read(text("spi1-config.txt"), "config.txt", PI_5))}
    assert set(found) == {2, 3, 7, 8, 9, 10, 11, 16, 17, 18, 19, 20, 21}
    assert found[16].by == "dtoverlay=spi1-3cs"
    assert found[16].place == "config.txt, line 5"


def test_a_network_card_on_spi0_takes_its_interrupt():
    assert pins(text("cm4-config.txt")) == {25}


def test_keys_of_the_kernel_are_taken():
    assert pins(text("gpio-keys-config.txt")) == {5, 17, 22, 25, 27}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("dtoverlay=audremap,enable_jack=on", {12, 13}),
        ("dtoverlay=audremap,pins_18_19", {18, 19}),
        ("dtoverlay=max98357a", {4, 18, 19, 20, 21}),
        ("dtoverlay=max98357a,sdmode-pin=17", {17, 18, 19, 20, 21}),
        ("dtoverlay=max98357a,no-sdmode", {18, 19, 20, 21}),
        ("dtoverlay=w1-gpio", {4}),
        ("dtoverlay=w1-gpio,gpiopin=17", {17}),
        ("dtoverlay=w1-gpio-pullup", {4, 5}),
        ("dtoverlay=gpio-shutdown", {3}),
        ("dtoverlay=gpio-shutdown,gpio_pin=26", {26}),
        ("dtoverlay=gpio-poweroff", {26}),
        ("dtoverlay=gpio-fan", {12}),
        ("dtoverlay=gpio-led", {19}),
        ("dtoverlay=pwm", {18}),
        ("dtoverlay=pwm-2chan", {18, 19}),
        ("dtoverlay=hifiberry-dacplus", {18, 19, 20, 21}),
        ("dtoverlay=rotary-encoder,pin_b=27", {4, 27}),
        ("dtoverlay=uart3", {4, 5}),
        ("dtoverlay=i2c-gpio", {23, 24}),
        ("dtoverlay=muggins-keypad-4x4", {5, 6, 12, 13, 16, 19, 20, 21}),
        ("dtoverlay=muggins-keypad-4x4,row0=4", {4, 6, 12, 13, 16, 19, 20, 21}),
        ("dtparam=i2s=on", {18, 19, 20, 21}),
        ("dtparam=spi=on", {7, 8, 9, 10, 11}),
        ("dtparam=spi=on\ndtoverlay=spi0-1cs", {8, 9, 10, 11}),
        ("dtparam=spi=on\ndtoverlay=spi0-1cs,cs0_pin=4", {4, 9, 10, 11}),  # as in debug-gpio.txt
        ("dtparam=spi=on\ndtoverlay=spi0-0cs,no_miso", {10, 11}),
        ("dtoverlay=spi1-1cs", {18, 19, 20, 21}),
    ],
)
def test_pins_of_settings(line, expected):
    assert pins(line) == expected
