"""Scanning an I2C bus, with smbus2 replaced."""

import errno

from firmware_py.doctor.check_buses import scan
from tests.support.pi_captures import profile

KEYPAD, NUMPAD = profile("keypad-20"), profile("usb-numpad")


class Port:
    """A test double for an I2C bus with exactly two devices: a display, and a device claimed by a driver."""

    def __init__(self, bus):
        assert bus == 1

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None

    def read_byte(self, address):
        if address == 0x3C:
            return 0
        raise OSError(errno.EBUSY if address == 0x68 else errno.EREMOTEIO, "no")

    def read_byte_data(self, address, register):
        assert (address, register) == (0x3C, 0)
        return 0x48


def test_a_bus_is_scanned(monkeypatch):
    monkeypatch.setattr("smbus2.SMBus", Port)
    found = scan(1, {0x3C, 0x3D})
    assert found == ((0x3C,), (0x68,), {0x3C: 0x48})
