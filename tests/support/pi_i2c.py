"""luma's interface to an emulated I2C bus, as luma opens a real bus on a Raspberry Pi."""

from typing import Any

import smbus2
from luma.core.interface.serial import i2c

from firmware_py.config import defaults
from firmware_py.emulator.wires import EmulatedI2CBus


def pi_i2c(bus: EmulatedI2CBus, address: int = defaults.ADDRESS) -> Any:
    """Return luma's `i2c` interface to a chip on an emulated bus.

    The interface sends up to 4096 bytes at once, like the one that the real driver uses on a Raspberry Pi. By
    default, luma would send at most 32 bytes at once.

    Args:
        bus: the emulated bus.
        address: the address of the chip.
    """
    serial = i2c(bus=bus, address=address)
    serial._managed = True
    serial._i2c_msg_write = smbus2.i2c_msg.write
    return serial
