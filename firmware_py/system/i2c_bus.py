"""The kernel's device file of an I2C bus, `/dev/i2c-1` for example.

Each write and each read on it is one I2C message, from a start condition to a stop condition, of at most 8192
bytes (Linux kernel documentation, I2C device interface). The package smbus2 does more, but importing it takes
longer than everything that is done here, and the first picture would wait for it.
"""

from __future__ import annotations

import fcntl
import os

_I2C_SLAVE = 0x0703  # linux/i2c-dev.h


class I2CBus:
    """An open I2C bus."""

    def __init__(self, number: int) -> None:
        """Open the bus with the given number.

        Raises:
            OSError: there is no such bus, or no permission to use it.
        """
        self._file = os.open(f"/dev/i2c-{number}", os.O_RDWR | os.O_CLOEXEC)

    def select(self, address: int) -> None:
        """Set the address of the chip to which all further messages go.

        Raises:
            OSError: a driver of the kernel uses the chip (errno EBUSY), or there is no such address.
        """
        fcntl.ioctl(self._file, _I2C_SLAVE, address)

    def write(self, message: bytes) -> None:
        """Send a message to the chip.

        Raises:
            OSError: the chip does not acknowledge it.
        """
        os.write(self._file, message)

    def read(self, size: int) -> bytes:
        """Read a message of `size` bytes from the chip.

        Raises:
            OSError: the chip does not acknowledge its address.
        """
        return os.read(self._file, size)

    def close(self) -> None:
        """Close the bus."""
        os.close(self._file)
