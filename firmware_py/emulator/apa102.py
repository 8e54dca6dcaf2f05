"""An emulated chain of APA102 or SK9822 LEDs, which decodes the bits on its SPI bus.

The emulation is based on measurements of real LEDs, which differ from the data sheet:
https://cpldcpu.com/2014/11/30/understanding-the-apa102-superled/ and, for the SK9822,
https://cpldcpu.com/2016/12/13/sk9822-a-clone-of-the-apa102/.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import NamedTuple

_FRAME = 32
_WAITING_MAX = 100_000


class Led(NamedTuple):
    """The state of an LED: its brightness, from 0 to 31, and its colours, each from 0 to 255."""

    brightness: int
    red: int
    green: int
    blue: int


DARK = Led(0, 0, 0, 0)


class Apa102Chain:
    """An emulated chain of APA102 or SK9822 LEDs with the methods of `spidev.SpiDev`.

    All LEDs are off at power-on. As in a real chain, each LED passes the bits on to the next LED half a clock
    cycle later. An APA102 shows a new colour immediately, an SK9822 only after 32 more zero bits.

    Attributes:
        bytes_sent: the number of bytes that the chain has received.
    """

    def __init__(self, n: int, *, sk9822: bool = False) -> None:
        """Create a chain of LEDs, all switched off.

        Args:
            n: the number of LEDs.
            sk9822: True for SK9822 LEDs, False for APA102 LEDs.
        """
        self.bytes_sent = 0
        self._lock = threading.Lock()  # one thread sends frames while another looks at the LEDs
        self._sk9822 = sk9822
        self._shown = [DARK] * n
        self._clock = 0
        self._waiting = bytearray()
        self._bits = ""
        self._zeros = 0
        self._next = n  # the LED that takes the next frame; n until the first start frame
        # Frames of LEDs that are not shown yet: the LED, its state, and the clock cycle in which LED 0 would
        # show it. For an SK9822 the cycle is None until the zeros arrive that make it show the frame.
        self._coming: list[tuple[int, Led, int | None]] = []

    @property
    def leds(self) -> tuple[Led, ...]:
        """The state of each LED, in chain order.

        Raises:
            ValueError: the chain has received bits that are neither an LED frame nor a start frame.
        """
        with self._lock:
            return self._settled()

    def _settled(self) -> tuple[Led, ...]:
        self._decode()
        still_coming = []
        for led, value, end in self._coming:
            if end is not None and 2 * (self._clock - end) >= led:
                self._shown[led] = value
            else:
                still_coming.append((led, value, end))
        self._coming = still_coming
        return tuple(self._shown)

    def writebytes2(self, data: bytes | bytearray | Sequence[int]) -> None:
        """Receive bytes, highest bit first. They continue the data received in earlier calls."""
        with self._lock:
            self._waiting += bytes(data)
            self.bytes_sent += len(data)
            if len(self._waiting) > _WAITING_MAX:
                self._settled()

    def _decode(self) -> None:
        if not self._waiting:
            return
        bits = self._bits + f"{int.from_bytes(self._waiting, 'big'):0{8 * len(self._waiting)}b}"
        self._waiting.clear()
        at, first = 0, self._clock - len(self._bits)
        self._clock = first + len(bits)
        while at < len(bits):
            if bits[at] == "0":
                at = self._take_zeros(bits, at, first)
            elif len(bits) - at < _FRAME:
                break
            else:
                self._take_frame(bits[at : at + _FRAME], first + at + _FRAME)
                at += _FRAME
        self._bits = bits[at:]

    def xfer2(self, data: Sequence[int]) -> list[int]:
        """Send bytes to the LEDs like `writebytes2`, and return a zero for each byte."""
        self.writebytes2(data)
        return [0] * len(data)

    def close(self) -> None:
        """Do nothing, because the LEDs keep their colours after the port is closed."""

    def _take_zeros(self, bits: str, at: int, first: int) -> int:
        """Add a run of zero bits to the count of consecutive zero bits. If it reaches 32, a new frame starts.

        Args:
            bits: the bits received.
            at: the index of the first zero bit.
            first: the number of the clock cycle in which `bits[0]` arrived.

        Returns:
            The index of the bit after the run.
        """
        end = bits.find("1", at)
        end = len(bits) if end < 0 else end
        before, self._zeros = self._zeros, self._zeros + end - at
        if before < _FRAME <= self._zeros:
            self._next = 0
            if self._sk9822:
                passed = first + at + _FRAME - before
                self._coming = [(led, value, end or passed) for led, value, end in self._coming]
        return end

    def _take_frame(self, frame: str, end: int) -> None:
        if 0 < self._zeros < _FRAME:
            raise ValueError(f"a start frame is {_FRAME} zero bits: got {self._zeros}")
        self._zeros = 0
        if not frame.startswith("111"):
            raise ValueError(f"an LED frame begins with 111: got {frame}")
        # Frames beyond the last LED leave the end of the chain.
        if self._next < len(self._shown):
            word = int(frame, 2)
            value = Led(word >> 24 & 0x1F, word & 0xFF, word >> 8 & 0xFF, word >> 16 & 0xFF)
            self._coming.append((self._next, value, None if self._sk9822 else end))
            self._next += 1
