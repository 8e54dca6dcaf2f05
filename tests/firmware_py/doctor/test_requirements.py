"""The packages, devices and groups that boards need."""

from firmware_py.doctor.requirements import uses_lgpio
from tests.support.pi_captures import profile

KEYPAD, NUMPAD = profile("keypad-20"), profile("usb-numpad")


def test_only_a_board_with_pins_looks_at_them():
    assert uses_lgpio(KEYPAD)
    assert not uses_lgpio(NUMPAD)
