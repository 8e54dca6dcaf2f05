"""Finding the programs and drivers that use the pins, on simulated GPIO chips."""

from firmware_py.doctor.check_pins import users_on_chip
from firmware_py.system.gpio_chip import LineSettings, header_chip
from tests.support.gpio_wire import GpioWire
from tests.support.pi_captures import users


def test_the_users_of_pins_are_those_of_the_header():
    # On a Pi 5, the header is not on the first chip; on that chip, line 1 is in use.
    wire = GpioWire({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"})
    wire.others |= users("portduino-gpioinfo.txt")
    assert users_on_chip(wire.folder) == users("portduino-gpioinfo.txt")
    wire.close()


def test_the_board_itself_is_a_user():
    wire = GpioWire()
    chip = header_chip(wire.folder)
    line = chip.request(17, LineSettings())
    assert users_on_chip(wire.folder) == {17: "muggins"}
    line.close()
    chip.close()
    assert users_on_chip(wire.folder) == {}
    wire.close()


def test_pins_that_cannot_be_looked_at_are_not_known(tmp_path):
    assert users_on_chip(str(tmp_path)) is None
    wire = GpioWire({0: "INT34C6:00"})
    assert users_on_chip(wire.folder) is None
    wire.close()
