"""The parts that all LED chains share, whatever their protocol."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress

from firmware_py.drivers.spi_port import Port
from firmware_py.errors import DisplayError

CHANNEL_MA = 20
"""Current of one colour of one LED at full brightness, in mA (APA102 data sheet; an estimate for WS2812B)."""


class LedChain(ABC):
    """Sends a frame where something has changed, and again where that is not certain to have arrived."""

    def __init__(self, port: Port) -> None:
        """Set up for a chain on `port`, an open `spidev.SpiDev` or what looks like one. Nothing is sent."""
        self._port = port
        self._lit = 0
        self._sent: bytes | None = None
        self._failed = False

    def show(self, colours: bytes) -> None:
        """Show three bytes (red, green, blue) for each LED, in chain order; nothing changed, nothing sent.

        LEDs that were shown something before and are not now go out.

        Raises:
            DisplayError: the bus does not take it, and the next `show` sends it all again; or there are more
                LEDs than it can take.
            ValueError: not three bytes an LED.
        """
        if len(colours) % 3:
            raise ValueError(f"expected three bytes for each LED: got {len(colours)} bytes")
        colours = bytes(colours).ljust(3 * self._lit, b"\0")
        if colours == self._sent:
            return
        transfers = self.transfers(colours, after_failure=self._failed)
        self._lit = len(colours) // 3
        self._sent = None
        try:
            for transfer in transfers:
                self._port.writebytes2(transfer)
        except OSError as error:
            self._failed = True
            raise DisplayError(f"the LEDs cannot be reached: {error}") from error
        self._sent, self._failed = colours, False

    def refresh(self) -> None:
        """Send the next frame even if it is the one before: the chain may have lost its power, unnoticed."""
        self._sent = None

    def close(self) -> None:
        """Put all LEDs out and let go of the bus; a bus that is gone is no error."""
        if self._lit:
            with suppress(DisplayError):
                self.show(bytes(3 * self._lit))
        self._port.close()

    @abstractmethod
    def transfers(self, colours: bytes, *, after_failure: bool) -> Sequence[bytes | bytearray]:
        """Encode colours for the wire; each item is one transfer.

        Args:
            colours: three bytes an LED.
            after_failure: the frame before broke off somewhere: its rest must not be taken for this one's.

        Raises:
            DisplayError: there are more LEDs than it can take.
        """


def scaled(colours: bytes | bytearray, most: int) -> bytes | bytearray:
    """Colours in proportion, rounded down, so that they add up to `most` at the most."""
    total = sum(colours)
    if total <= most:
        return colours
    return colours.translate(bytes(value * most // total for value in range(256)))
