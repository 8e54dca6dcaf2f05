"""Emulated SPI ports with the methods of `spidev.SpiDev`: a base class, and a port for an OLED controller."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Sequence
from typing import Protocol

from firmware_py.emulator.oled_controller import ProtocolError
from firmware_py.emulator.pins import EmulatedPins
from firmware_py.emulator.reset_line import reset_line

BUFSIZ = 4096
"""The size of the largest transfer, in bytes: the default of spidev's module parameter `bufsiz`."""

_LIST_MAX = 4096  # the longest list in one call, SPIDEV_MAXPATH of the Python module


class SpiPort:
    """An emulated SPI port with the methods of `spidev.SpiDev`.

    Attributes:
        max_speed_hz: the clock frequency in Hz, as set by the driver.
        mode: the SPI mode, 0 to 3, which determines the clock polarity and phase.
        no_cs: True if the driver does not use the chip select line.
        bytes_sent: the number of bytes sent, including bytes that no chip received.
    """

    def __init__(self, hz: int) -> None:
        self.max_speed_hz = hz
        self.mode = 0
        self.no_cs = False
        self.bytes_sent = 0
        self._open = True

    def open(self, bus: int, device: int) -> None:
        """Open the port. `bus` and `device` are ignored."""
        self._open = True

    def close(self) -> None:
        """Close the port. The chips connected to it stay as they are."""
        self._open = False

    def writebytes(self, data: Sequence[int]) -> None:
        """Send up to 4096 bytes in one transfer.

        Raises:
            OSError: the port is closed (errno EBADF).
            OverflowError: `data` is longer than 4096 bytes.
            TypeError: `data` is empty.
        """
        if not len(data):
            raise TypeError("Empty argument list.")
        if len(data) > _LIST_MAX:
            raise OverflowError(f"Argument list size exceeds {_LIST_MAX} bytes.")
        self._clock_out(bytes(data))

    def writebytes2(self, data: bytes | bytearray | Sequence[int]) -> None:
        """Send any number of bytes, in transfers of `BUFSIZ` bytes.

        Raises:
            OSError: the port is closed (errno EBADF).
        """
        whole = bytes(data)
        for at in range(0, len(whole), BUFSIZ):
            self._clock_out(whole[at : at + BUFSIZ])

    def xfer2(self, data: Sequence[int]) -> list[int]:
        """Send bytes as `writebytes` does, and return a zero for each byte."""
        self.writebytes(data)
        return [0] * len(data)

    def _clock_out(self, data: bytes) -> None:
        if not self._open:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        self._transfer(data)

    def _transfer(self, data: bytes) -> None:
        """Pass the bytes of one transfer to the chips on the port. Subclasses implement this method."""
        raise NotImplementedError


class SerialChip(Protocol):
    """A chip on 4-wire SPI, such as an OLED controller."""

    def serial(self, sent: bytes, data: bool) -> None:
        """Receive bytes over SPI.

        Args:
            sent: the bytes.
            data: True if they are display data (D/C# high); False if they are commands (D/C# low).
        """

    def reset(self) -> None:
        """Reset the chip, as a low level on its RES# input does."""

    def power_cycle(self) -> None:
        """Simulate a loss of power, so that the contents of all memory and registers are lost."""


class EmulatedSpi(SpiPort):
    """An emulated SPI port to which an OLED controller is connected.

    The controller's D/C# and RES# inputs are connected to GPIO pins. While RES# is low, the controller
    ignores the bus. A missing controller is not an error, because SPI has no acknowledgement.

    Attributes:
        busy: the processor time, in seconds, spent emulating the chip.
    """

    def __init__(self, chip: SerialChip, *, pins: EmulatedPins, dc: int, reset: int | None = None) -> None:
        """Create a port with a chip connected to it.

        Args:
            chip: the OLED controller.
            pins: the GPIO header with the pins `dc` and `reset`.
            dc: the BCM pin that is connected to D/C#.
            reset: the BCM pin that is connected to RES#; None if RES# is always high.
        """
        super().__init__(hz=500_000)
        self.busy = 0.0
        self._chip = chip
        self._plugged = True
        self._left: int | None = None
        self._dc = pins.factory.pin(dc)
        self._res = None if reset is None else reset_line(pins.factory.pin(reset), self._reset)

    def unplug(self) -> None:
        """Unplug the chip. Bytes sent to it are lost, and no error is raised."""
        self._plugged = False

    def plug(self) -> None:
        """Plug the chip back in. It starts in its power-on state."""
        self._chip.power_cycle()
        self._plugged = True

    def fail_after(self, n_bytes: int) -> None:
        """Make the port fail once (errno EIO), after `n_bytes` more bytes have been sent."""
        self._left = n_bytes

    def _transfer(self, data: bytes) -> None:
        through, failing = len(data), False
        if self._left is not None:
            through = min(through, self._left)
            failing = through < len(data)
            self._left = None if failing else self._left - through
        self.bytes_sent += through
        if self._plugged and through and (self._res is None or self._res.state):
            self._give(data[:through])
        if failing:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    def _give(self, data: bytes) -> None:
        if self.mode not in (0, 3):
            # SSD1306 data sheet, 8.1.3: the chip reads a bit at the rising edge of the clock.
            raise ProtocolError(f"the chip takes bits at rising edges: SPI mode 0 or 3, not {self.mode}")
        if self._dc.function != "output":
            raise ProtocolError("nothing drives D/C#")
        begun = time.thread_time()
        self._chip.serial(data, bool(self._dc.state))
        self.busy += time.thread_time() - begun

    def _reset(self) -> None:
        if self._plugged:
            self._chip.reset()
