"""The emulated chains of LEDs, which decode the signal on their SPI port.

**APA102 and SK9822.** The emulation is based on measurements of real LEDs, which differ from the data sheet:
https://cpldcpu.com/2014/11/30/understanding-the-apa102-superled/ and, for the SK9822,
https://cpldcpu.com/2016/12/13/sk9822-a-clone-of-the-apa102/.

**WS2812B and SK6812.** Only the times for which the data line is high or low matter. The high time of a bit
determines its value. The times accepted here satisfy the data sheets of both chips:

    =====  ==================  ============  ========
    time   WS2812B (V5)        SK6812        here, ns
    =====  ==================  ============  ========
    T0H    220 to 380 ns       300 ± 150 ns  220 to 380
    T1H    580 to 1000 ns      600 ± 150 ns  580 to 750
    reset  more than 280 us    80 us         280000 or more
    =====  ==================  ============  ========

The data sheets disagree about the low time of a bit. Measurements show that 450 to 5000 ns works
(https://wp.josh.com/2014/05/13/ws2812-neopixels-are-not-so-finicky-once-you-get-to-know-them/). Between 5000
ns and a reset, a low time is an error, because real LEDs may or may not take it for a reset.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from operator import add
from typing import NamedTuple

from .wires import SpiPort

_FRAME = 32
_MOST_BYTES = 100_000
_MOST_TRANSFERS = 64
ZERO_NS = (220, 380)
ONE_NS = (580, 750)
LOW_NS = (450, 5000)
RESET_NS = 280_000
_PULSE = re.compile("1+0*")
_RESET = "|"


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
            if len(self._waiting) > _MOST_BYTES:
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
        """32 of them in a row start a new frame. Return the index of the bit after the run."""
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


class Rgb(NamedTuple):
    """The red, green and blue values of an LED, each from 0 to 255."""

    red: int
    green: int
    blue: int


class Rgbw(NamedTuple):
    """The red, green, blue and white values of an LED, each from 0 to 255."""

    red: int
    green: int
    blue: int
    white: int


class Ws2812Chain(SpiPort):
    """An emulated chain of WS2812B or SK6812 LEDs with the methods of an open `spidev.SpiDev`.

    As in a real chain, each LED keeps the first bits that reach it after a reset, passes all later bits on,
    and shows its colour at the next reset.

    The first pulse of a transfer is lost unless the transfer begins with a zero byte.
    """

    def __init__(self, n: int, *, order: str = "GRB", hz: int = 3_200_000) -> None:
        """Create a chain with all LEDs off.

        Args:
            n: the number of LEDs.
            order: the order of the colours on the wire, such as `GRB`, or `GRBW` for RGBW LEDs.
            hz: the clock frequency in Hz until the driver sets `max_speed_hz`.

        Raises:
            ValueError: `order` does not consist of R, G and B, or of R, G, B and W.
        """
        if "".join(sorted(order)) not in ("BGR", "BGRW"):
            raise ValueError(f"order is R, G, B and perhaps W in some order: got {order!r}")
        super().__init__(hz)
        self._lock = threading.Lock()  # one thread sends frames while another looks at the LEDs
        self._led = Rgbw if len(order) == 4 else Rgb
        self._positions = [order.index(colour) for colour in "RGBW"[: len(order)]]
        self._shown: list[Rgb | Rgbw] = [self._led(*[0] * len(order))] * n
        self._waiting: list[tuple[bytes, int]] = []  # transfers and the clock of each, in Hz

    @property
    def leds(self) -> tuple[Rgb | Rgbw, ...]:
        """The colour that each LED shows, in chain order.

        Raises:
            ValueError: the waveform on the data line is not valid for these LEDs.
        """
        with self._lock:
            self._decode()
            return tuple(self._shown)

    def _transfer(self, data: bytes) -> None:
        # Data are decoded only when `leds` is read, so that decoding does not count when a driver is timed.
        with self._lock:
            self.bytes_sent += len(data)
            self._waiting.append((data, self.max_speed_hz))
            if len(self._waiting) > _MOST_TRANSFERS:
                self._decode()

    def _decode(self) -> None:
        waiting, self._waiting = self._waiting, []
        for data, hz in waiting:
            for bits in _frames(data, 1e9 / hz):
                self._latch(bits)

    def _latch(self, bits: str) -> None:
        size = 8 * len(self._positions)
        whole = min(len(bits) // size, len(self._shown))
        for led in range(whole):
            colours = int(bits[led * size : (led + 1) * size], 2).to_bytes(len(self._positions), "big")
            self._shown[led] = self._led(*[colours[position] for position in self._positions])


def _frames(data: bytes, period: float) -> list[str]:
    """Decode an SPI transfer, whose clock cycle takes `period` ns, into bits, split at each reset pulse."""
    line = f"{int.from_bytes(data, 'big'):0{8 * len(data)}b}"
    if line.endswith("1"):
        raise ValueError("the line is left high")
    pulses = _PULSE.findall(line)
    # There are few different pulses, so each kind is decoded only once. A pulse at the very start may have
    # begun earlier, so it is not taken for a bit. After the last pulse the line stays low.
    spoilt = 1 if data[0] else 0
    values = {pulse: _bit(pulse.count("1") * period) for pulse in set(pulses[spoilt:])}
    after = {pulse: _gap(pulse.count("0") * period) for pulse in set(pulses[:-1])}
    bits = [""] * spoilt + [values[pulse] for pulse in pulses[spoilt:]]
    gaps = [after[pulse] for pulse in pulses[:-1]] + [""]
    return "".join(map(add, bits, gaps)).split(_RESET)


def _bit(high: float) -> str:
    if ZERO_NS[0] <= high <= ZERO_NS[1]:
        return "0"
    if ONE_NS[0] <= high <= ONE_NS[1]:
        return "1"
    raise ValueError(
        f"{high:.1f} ns high are no bit: a 0 is {ZERO_NS[0]} to {ZERO_NS[1]} ns, "
        f"a 1 is {ONE_NS[0]} to {ONE_NS[1]} ns"
    )


def _gap(low: float) -> str:
    """Return `_RESET` if the line was low for long enough to reset the LEDs, or "" if a bit ended."""
    if low >= RESET_NS:
        return _RESET
    if LOW_NS[0] <= low <= LOW_NS[1]:
        return ""
    raise ValueError(f"{low:.1f} ns low are neither the end of a bit nor a reset of {RESET_NS} ns")
