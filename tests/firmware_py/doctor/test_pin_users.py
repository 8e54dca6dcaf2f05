"""Finding the programs that use the pins, with a replaced lgpio."""

import sys
import types

from firmware_py.doctor.pin_users import pin_users
from tests.support.pi_captures import profile, users

KEYPAD, NUMPAD = profile("keypad-20"), profile("usb-numpad")


def lgpio(chips, lines):
    """Return a stand-in for lgpio, and a list of the chips that are open in it.

    Args:
        chips: the label of each GPIO chip, by the number of the chip.
        lines: the user of each pin that is in use, by the number of the pin.
    """
    opened = []

    def open_chip(number):
        opened.append(number)
        return number

    def line(chip, pin):
        # The other chip is the first one of a Pi 5 (golemparts/rppal issue 127).
        user = (lines if chips[chip].startswith("pinctrl-") else {1: "spi10 CS0"}).get(pin, "")
        return [0, pin, 3 if user else 0, f"GPIO{pin}", user]

    fake = types.ModuleType("lgpio")
    fake.gpiochip_open = open_chip
    fake.gpiochip_close = opened.remove
    fake.gpio_get_chip_info = lambda chip: [0, 54, f"gpiochip{chip}", chips[chip]]
    fake.gpio_get_line_info = line
    return fake, opened


def test_the_users_of_pins_are_those_of_the_header(monkeypatch):
    # On a Pi 5, the header is not on the first chip.
    fake, opened = lgpio({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"}, users("portduino-gpioinfo.txt"))
    monkeypatch.setitem(sys.modules, "lgpio", fake)
    found = pin_users({"/dev/gpiochip0": True, "/dev/gpiochip4": True, "/dev/i2c-1": True})
    assert found == users("portduino-gpioinfo.txt")
    assert opened == []


def test_pins_that_cannot_be_looked_at_are_not_known(monkeypatch):
    fake, _ = lgpio({}, {})
    monkeypatch.setitem(sys.modules, "lgpio", fake)
    assert pin_users({"/dev/gpiochip0": False}) is None
    assert pin_users({}) is None
