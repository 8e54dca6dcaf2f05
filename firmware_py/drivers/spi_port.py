"""The SPI port of the LEDs, opened at the first write and reopened after a failure."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from firmware_py.config.led_chips import BUFSIZ
from firmware_py.errors import DisplayError

_BUFSIZ_FILE = Path("/sys/module/spidev/parameters/bufsiz")


class Port(Protocol):
    """The methods of `spidev.SpiDev` that the LED drivers use."""

    def writebytes2(self, data: bytes | bytearray) -> None:
        """Send any number of bytes, in transfers of at most spidev's `bufsiz` bytes."""

    def close(self) -> None:
        """Release the bus."""


class LatePort:
    """The device /dev/spidev`bus`.`device` in SPI mode 0, opened by the first write.

    If a write fails, the next write opens the device again.
    """

    def __init__(self, bus: int, device: int, hz: int, spidev: Callable[[], Any] | None = None) -> None:
        """Create the port without opening the device.

        Args:
            bus: the number of the bus.
            device: the chip select.
            hz: the clock frequency in Hz.
            spidev: a replacement for `spidev.SpiDev` in tests; None for the real one.
        """
        self._device = (bus, device)
        self._hz = hz
        self._spidev = spidev
        self._port: Any = None

    def writebytes2(self, data: bytes | bytearray) -> None:
        """Send bytes to the device.

        Raises:
            DisplayError: the device or the spidev package is missing.
            OSError: the bus does not accept the bytes.
        """
        if self._port is None:
            self._port = self._opened()
        try:
            self._port.writebytes2(data)
        except OSError:
            self.close()
            raise

    def close(self) -> None:
        """Close the device if it is open."""
        port, self._port = self._port, None
        if port is not None:
            with suppress(OSError):
                port.close()

    def _opened(self) -> Any:
        make = self._spidev
        if make is None:
            try:
                import spidev
            except ImportError as error:
                raise DisplayError("the LEDs need the package spidev, which is not installed") from error
            make = spidev.SpiDev
        port = make()
        bus, device = self._device
        try:
            port.open(bus, device)
            port.max_speed_hz = self._hz
            port.mode = 0
        except OSError as error:
            port.close()
            raise DisplayError(f"cannot open /dev/spidev{bus}.{device}: {error}") from error
        return port


def bufsiz(path: Path = _BUFSIZ_FILE) -> int:
    """Return the number of bytes that spidev can send in one transfer, or `BUFSIZ` if it is not known."""
    try:
        return int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return BUFSIZ
