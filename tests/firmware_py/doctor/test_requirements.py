"""The packages, devices and groups that boards need."""

from firmware_py.config.needs import opens_pins
from tests.support.pi_captures import profile

KEYPAD, NUMPAD = profile("keypad-20"), profile("usb-numpad")


def test_only_a_board_with_pins_looks_at_them():
    assert opens_pins(KEYPAD)
    assert not opens_pins(NUMPAD)
