"""The base class of the LED chain drivers, which decides when to send a frame."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress

from firmware_py.drivers.spi_port import Port
from firmware_py.errors import DisplayError


class LedChain(ABC):
    """The base class for drivers of a chain of LEDs.

    `show` sends the colours to the LEDs only if they have changed since the last call. After an error or a
    call to `refresh`, `show` sends them even if they have not changed.
    """

    def __init__(self, port: Port) -> None:
        """Create the driver. `port` is an open `spidev.SpiDev`, or an object with the same methods."""
        self._port = port
        self._lit = 0
        self._sent: bytes | None = None
        self._failed = False

    def show(self, colours: bytes) -> None:
        """Show the given colours: three bytes (red, green, blue) for each LED, in chain order.

        If no colour changed, nothing is sent. If `colours` is for fewer LEDs than last time, the remaining
        LEDs are switched off.

        Raises:
            DisplayError: the bus does not accept the colours, or there are more LEDs than the bus can send in
                one transfer.
            ValueError: the number of bytes is not a multiple of three.
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
        """Make the next call to `show` send the colours even if they have not changed.

        This is useful if the LEDs may have lost power.
        """
        self._sent = None

    def close(self) -> None:
        """Switch off all LEDs and release the bus. It is not an error if the bus is missing."""
        if self._lit:
            with suppress(DisplayError):
                self.show(bytes(3 * self._lit))
        self._port.close()

    @abstractmethod
    def transfers(self, colours: bytes, *, after_failure: bool) -> Sequence[bytes | bytearray]:
        """Encode the colours of all LEDs for the wire and return them as a list of bus transfers.

        Args:
            colours: three bytes for each LED.
            after_failure: True if the previous transfer was interrupted. The result must then begin in such
                a way that the LEDs do not mistake it for the rest of the previous transfer.

        Raises:
            DisplayError: there are more LEDs than the bus can send in one transfer.
        """
