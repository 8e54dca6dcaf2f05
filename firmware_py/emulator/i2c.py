"""An I2C bus, shaped as luma uses smbus2, with emulated chips on it."""

from __future__ import annotations

import errno
import os
import time
from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from luma.core.interface.serial import i2c

from firmware_py.config import defaults


class Chip(Protocol):
    """Something with an I2C address."""

    def write(self, payload: bytes) -> None:
        """Take the bytes of one write transaction, those after the address."""

    def status(self) -> int:
        """The byte that a read returns."""

    def power_cycle(self) -> None:
        """Lose all memory, as when the power goes and comes back."""


class Transaction(NamedTuple):
    """One transaction, between two starts: the bytes after the address that the chip has taken."""

    address: int
    payload: bytes


_READ = 0x0001  # I2C_M_RD of linux/i2c.h
_BLOCK_MAX = 32  # I2C_SMBUS_BLOCK_MAX of linux/i2c.h


class EmulatedI2CBus:
    """A bus that counts its bytes, keeps the last transactions and fails when told to.

    Attributes:
        bytes_sent: bytes on the bus so far, the address byte of each transaction included, answered or not.
        log: the last 1000 writes.
        busy: seconds of processor time that the chips took; real ones take none.
    """

    def __init__(self) -> None:
        """Start with nobody on the bus."""
        self.bytes_sent = 0
        self.busy = 0.0
        self.log: deque[Transaction] = deque(maxlen=1000)
        self._chips: dict[int, Chip] = {}
        self._unplugged: dict[int, Chip] = {}
        self._left: int | None = None

    def attach(self, address: int, chip: Chip) -> None:
        """Put a chip on the bus."""
        self._chips[address] = chip

    def unplug(self, address: int = defaults.ADDRESS) -> None:
        """Pull a chip out: nobody answers at its address any more."""
        self._unplugged[address] = self._chips.pop(address)

    def plug(self, address: int = defaults.ADDRESS) -> None:
        """Put a chip back that was pulled out; it starts as after power-on."""
        chip = self._unplugged.pop(address)
        chip.power_cycle()
        self._chips[address] = chip

    def fail_after(self, n_bytes: int) -> None:
        """Let `n_bytes` more bytes through, addresses included, and fail the byte after them, once."""
        self._left = n_bytes

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """Write one byte and up to 32 more in one transaction, as smbus2 does.

        Raises:
            OSError: errno EREMOTEIO: nobody answered.
            ValueError: more than 32 bytes.
        """
        if len(data) > _BLOCK_MAX:
            raise ValueError(f"a block is {_BLOCK_MAX} bytes at most: got {len(data)}")
        self._write(i2c_addr, bytes([register, *data]))

    def i2c_rdwr(self, *messages: Any) -> None:
        """Take `smbus2.i2c_msg` messages of any length, each a transaction of its own (a repeated start).

        A message to be read is filled with the chip's status, over and over; one that fails is left as it is.

        Raises:
            OSError: errno EREMOTEIO: nobody answered.
        """
        for message in messages:
            if message.flags & _READ:
                self._read(message)
            else:
                self._write(message.addr, bytes(message))

    def close(self) -> None:
        """Do nothing: the chips stay as they are."""

    def _read(self, message: Any) -> None:
        chip, _, failing = self._pass(message.addr, 1 + message.len)
        if chip is None or failing:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        for at in range(message.len):
            message.buf[at] = bytes([chip.status()])

    def _write(self, address: int, payload: bytes) -> None:
        chip, through, failing = self._pass(address, 1 + len(payload))
        if chip is not None and through:
            taken = payload[: through - 1]
            self.log.append(Transaction(address, taken))
            begun = time.thread_time()
            chip.write(taken)
            self.busy += time.thread_time() - begun
        if failing:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))

    def _pass(self, address: int, size: int) -> tuple[Chip | None, int, bool]:
        """Who answers at an address, how many of so many bytes get through, and whether one is missing."""
        through, failing = size, False
        if self._left is not None:
            through = min(size, self._left)
            failing = through < size
            self._left = None if failing else self._left - through
        chip = self._chips.get(address)
        if chip is None:
            # The address goes out, and nobody pulls the line down to acknowledge it.
            through, failing = min(through, 1), True
        self.bytes_sent += through
        return chip, through, failing


def pi_i2c(bus: EmulatedI2CBus, address: int = defaults.ADDRESS) -> Any:
    """luma's own `i2c` over an emulated bus, working as it does on a Pi.

    Given a bus, luma falls back to blocks of 32 bytes; on a Pi it opens one itself, is "managed", and sends
    data of up to 4096 bytes in one `i2c_rdwr`. There is no public way to have both.
    """
    import smbus2

    serial = i2c(bus=bus, address=address)
    serial._managed = True
    serial._i2c_msg_write = smbus2.i2c_msg.write
    return serial
