"""An SPI port, shaped as `spidev.SpiDev`, with an emulated OLED controller behind it."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Sequence
from typing import Any, Protocol

from firmware_py.emulator.oled_controller import ProtocolError
from firmware_py.emulator.pins import EmulatedPins

BUFSIZ = 4096
"""Bytes in one transfer at the most: spidev's module parameter, as the kernel has it by default."""

_LIST_MAX = 4096  # SPIDEV_MAXPATH of the Python module: lists in one call


class SpiPort:
    """The work of `spidev.SpiDev` and the kernel, up to the pins.

    Attributes:
        max_speed_hz: the clock, as the driver has set it.
        mode: clock polarity and phase, 0 to 3.
        no_cs: whether chip select stays idle.
        bytes_sent: bytes clocked out so far, whether anybody took them or not.
    """

    def __init__(self, hz: int) -> None:
        """An open port with this clock."""
        self.max_speed_hz = hz
        self.mode = 0
        self.no_cs = False
        self.bytes_sent = 0
        self._open = True

    def open(self, bus: int, device: int) -> None:
        """Open the port, whatever its number: there is only this one."""
        self._open = True

    def close(self) -> None:
        """Close the port; what is behind it stays as it is."""
        self._open = False

    def writebytes(self, data: Sequence[int]) -> None:
        """Clock out up to 4096 bytes in one transfer.

        Raises:
            OSError: errno EBADF: the port is closed.
            OverflowError: more than 4096 bytes.
            TypeError: no bytes at all.
        """
        if not len(data):
            raise TypeError("Empty argument list.")
        if len(data) > _LIST_MAX:
            raise OverflowError(f"Argument list size exceeds {_LIST_MAX} bytes.")
        self._clock_out(bytes(data))

    def writebytes2(self, data: bytes | bytearray | Sequence[int]) -> None:
        """Clock out bytes of any number, `BUFSIZ` in each transfer, with a gap after each.

        Raises:
            OSError: errno EBADF: the port is closed.
        """
        whole = bytes(data)
        for at in range(0, len(whole), BUFSIZ):
            self._clock_out(whole[at : at + BUFSIZ])

    def xfer2(self, data: Sequence[int]) -> list[int]:
        """Clock out bytes as `writebytes` does, and return zeros."""
        self.writebytes(data)
        return [0] * len(data)

    def _clock_out(self, data: bytes) -> None:
        if not self._open:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        self._transfer(data)

    def _transfer(self, data: bytes) -> None:
        """Take the bytes of one transfer: clocked out without a gap."""
        raise NotImplementedError


class SerialChip(Protocol):
    """Something with 4-wire SPI; the OLED controllers are."""

    def serial(self, sent: bytes, data: bool) -> None:
        """Take bytes clocked in with D/C# high (data) or low."""

    def reset(self) -> None:
        """Do what a low level at RES# does."""

    def power_cycle(self) -> None:
        """Lose all memory, as when the power goes and comes back."""


class EmulatedSpi(SpiPort):
    """A port with a controller behind it, whose D/C# and RES# are connected to two pins of the header.

    While RES# is low the chip is in its reset state and deaf. A pin that the program has not set up yet is
    low. There is no acknowledge on SPI: nobody notices a chip that is not there.

    Attributes:
        busy: seconds of processor time that the chip took; a real one takes none.
    """

    def __init__(self, chip: SerialChip, *, pins: EmulatedPins, dc: int, reset: int | None = None) -> None:
        """Connect a chip: `dc` and `reset` are BCM pins; without `reset`, RES# is tied high."""
        super().__init__(hz=500_000)
        self.busy = 0.0
        self._chip = chip
        self._plugged = True
        self._left: int | None = None
        self._dc = pins.factory.pin(dc)
        self._res = None if reset is None else self._watched(pins.factory.pin(reset))

    def unplug(self) -> None:
        """Pull the chip out; whatever is sent from now on goes nowhere, and no error tells."""
        self._plugged = False

    def plug(self) -> None:
        """Put the chip back; it starts as after power-on."""
        self._chip.power_cycle()
        self._plugged = True

    def fail_after(self, n_bytes: int) -> None:
        """Let `n_bytes` more bytes through and fail at the byte after them, once, with errno EIO."""
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
            # SSD1306, 8.1.3: a bit is taken at the rising edge of the clock.
            raise ProtocolError(f"the chip takes bits at rising edges: SPI mode 0 or 3, not {self.mode}")
        if self._dc.function != "output":
            raise ProtocolError("nothing drives D/C#")
        begun = time.thread_time()
        self._chip.serial(data, bool(self._dc.state))
        self.busy += time.thread_time() - begun

    def _watched(self, pin: Any) -> Any:
        """The pin, which resets the chip from now on whenever it goes low.

        gpiozero's mock pins tell of changes only while they are inputs, and a pulse is over long before the
        next transfer: so the change itself is caught.
        """
        change = pin._change_state

        def changing(value: bool) -> bool:
            changed: bool = change(value)
            if changed and not value and self._plugged:
                self._chip.reset()
            return changed

        pin._change_state = changing
        return pin
