"""An emulated I2C bus with emulated chips, which replaces `smbus2.SMBus` for luma."""

from __future__ import annotations

import errno
import os
import time
from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from firmware_py.config import defaults


class Chip(Protocol):
    """The interface of an emulated chip on an I2C bus."""

    def write(self, payload: bytes) -> None:
        """Receive the bytes that follow the address in one write transaction."""

    def status(self) -> int:
        """Return the byte that the chip sends when it is read over the bus."""

    def power_cycle(self) -> None:
        """Simulate a loss of power, so that the contents of all memory and registers are lost."""


class Transaction(NamedTuple):
    """A write transaction on the bus: the chip's address, followed by the bytes that reached the chip."""

    address: int
    payload: bytes


_READ = 0x0001  # I2C_M_RD of linux/i2c.h
_BLOCK_MAX = 32  # I2C_SMBUS_BLOCK_MAX of linux/i2c.h


class EmulatedI2CBus:
    """An emulated I2C bus that counts bytes, logs writes, and can be made to fail.

    Attributes:
        bytes_sent: the number of bytes sent, including addresses and bytes that no chip received.
        log: the last 1000 writes.
        busy: the processor time, in seconds, spent emulating the chips.
    """

    def __init__(self) -> None:
        self.bytes_sent = 0
        self.busy = 0.0
        self.log: deque[Transaction] = deque(maxlen=1000)
        self._chips: dict[int, Chip] = {}
        self._resets: dict[int, Any] = {}
        self._unplugged: dict[int, Chip] = {}
        self._left: int | None = None

    def attach(self, address: int, chip: Chip, reset: Any = None) -> None:
        """Connect a chip to the bus.

        Args:
            address: the I2C address of the chip.
            chip: the chip.
            reset: the pin connected to the chip's reset input, as returned by `reset_line`; None if there is
                no such pin. While the pin is low, the chip does not respond.
        """
        self._chips[address] = chip
        self._resets[address] = reset

    def unplug(self, address: int = defaults.ADDRESS) -> None:
        """Unplug the chip at the given address, so that nothing responds there any more."""
        self._unplugged[address] = self._chips.pop(address)

    def plug(self, address: int = defaults.ADDRESS) -> None:
        """Plug the chip at the given address back in. It starts in its power-on state."""
        chip = self._unplugged.pop(address)
        chip.power_cycle()
        self._chips[address] = chip

    def fail_after(self, n_bytes: int) -> None:
        """Make the bus fail once, after `n_bytes` more bytes (including addresses) have been sent."""
        self._left = n_bytes

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """Write the byte `register`, followed by up to 32 bytes of data, in one transaction, as smbus2 does.

        Args:
            i2c_addr: the address of the chip.
            register: the first byte to write.
            data: the other bytes.

        Raises:
            OSError: no chip responded (errno EREMOTEIO).
            ValueError: `data` is longer than 32 bytes.
        """
        if len(data) > _BLOCK_MAX:
            raise ValueError(f"a block is {_BLOCK_MAX} bytes at most: got {len(data)}")
        self._write(i2c_addr, bytes([register, *data]))

    def i2c_rdwr(self, *messages: Any) -> None:
        """Transfer `smbus2.i2c_msg` messages of any length. A read returns copies of the chip's status byte.

        Raises:
            OSError: no chip responded (errno EREMOTEIO).
        """
        for message in messages:
            if message.flags & _READ:
                self._read(message)
            else:
                self._write(message.addr, bytes(message))

    def close(self) -> None:
        """Do nothing. The chips on the bus stay as they are."""

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
        through, failing = size, False
        if self._left is not None:
            through = min(size, self._left)
            failing = through < size
            self._left = None if failing else self._left - through
        chip, reset = self._chips.get(address), self._resets.get(address)
        if reset is not None and not reset.state:
            chip = None
        if chip is None:
            # The address is sent, but no chip acknowledges it.
            through, failing = min(through, 1), True
        self.bytes_sent += through
        return chip, through, failing
