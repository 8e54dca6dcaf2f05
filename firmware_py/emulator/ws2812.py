"""A chain of WS2812B or SK6812 LEDs on an SPI port's MOSI, decoded as the waveform it is.

Nothing but the lengths of high and low matter. A bit's value is told by its high time; both chips' data
sheets are satisfied by what is accepted here:

=====  ==================  ============  ========
time   WS2812B (V5)        SK6812        here, ns
=====  ==================  ============  ========
T0H    220 to 380 ns       300 ± 150 ns  220 to 380
T1H    580 to 1000 ns      600 ± 150 ns  580 to 750
reset  more than 280 us    80 us         280000 or more
=====  ==================  ============  ========

The sheets do not agree about the low time of a bit. Measured
(https://wp.josh.com/2014/05/13/ws2812-neopixels-are-not-so-finicky-once-you-get-to-know-them/) it is 450 to
5000 ns; what is longer may be a reset or not, and is refused unless it is one for certain.
"""

from __future__ import annotations

import re
import threading
from operator import add
from typing import NamedTuple

from firmware_py.emulator.spi import SpiPort

ZERO_NS = (220, 380)
ONE_NS = (580, 750)
LOW_NS = (450, 5000)
RESET_NS = 280_000
_WAITING_MAX = 64
_PULSE = re.compile("1+0*")
_RESET = "|"


class Rgb(NamedTuple):
    """The colours of one LED, each 0 to 255."""

    red: int
    green: int
    blue: int


class Rgbw(NamedTuple):
    """The colours of one LED with a fourth, white die, each 0 to 255."""

    red: int
    green: int
    blue: int
    white: int


class Ws2812Chain(SpiPort):
    """LEDs, dark at power-on, behind something shaped as `spidev.SpiDev`, open.

    After a reset each LED keeps the first bits that reach it and hands on what follows; all show what they
    hold at the next reset. One that got only a part of its bits keeps what it showed.

    Between two transfers the line idles long enough for a reset. What `writebytes2` is given beyond
    `spi.BUFSIZ` bytes is another transfer. MOSI may idle high: the first pulse of a transfer is lost unless a
    zero byte goes before it.
    """

    def __init__(self, n: int, *, order: str = "GRB", hz: int = 3_200_000) -> None:
        """Power on `n` LEDs.

        Args:
            n: how many.
            order: the colours as they come, the first first; four of them for LEDs with white.
            hz: the clock until the driver sets `max_speed_hz`.

        Raises:
            ValueError: `order` is not made of R, G and B, or of R, G, B and W.
        """
        if "".join(sorted(order)) not in ("BGR", "BGRW"):
            raise ValueError(f"order is R, G, B and perhaps W in some order: got {order!r}")
        super().__init__(hz)
        self._lock = threading.Lock()  # one thread lights the chain, another looks at it
        self._led = Rgbw if len(order) == 4 else Rgb
        self._places = [order.index(colour) for colour in "RGBW"[: len(order)]]
        self._shown: list[Rgb | Rgbw] = [self._led(*[0] * len(order))] * n
        self._waiting: list[tuple[bytes, int]] = []  # transfers and the clock of each

    @property
    def leds(self) -> tuple[Rgb | Rgbw, ...]:
        """The colours that each LED shows by now, the nearest first.

        Raises:
            ValueError: the bits received are no waveform for such LEDs.
        """
        with self._lock:
            self._decode()
            return tuple(self._shown)

    def _transfer(self, data: bytes) -> None:
        # Decoded when somebody looks, so that a driver can be timed.
        with self._lock:
            self.bytes_sent += len(data)
            self._waiting.append((data, self.max_speed_hz))
            if len(self._waiting) > _WAITING_MAX:
                self._decode()

    def _decode(self) -> None:
        waiting, self._waiting = self._waiting, []
        for data, hz in waiting:
            for bits in _frames(data, 1e9 / hz):
                self._latch(bits)

    def _latch(self, bits: str) -> None:
        size = 8 * len(self._places)
        whole = min(len(bits) // size, len(self._shown))
        for led in range(whole):
            colours = int(bits[led * size : (led + 1) * size], 2).to_bytes(len(self._places), "big")
            self._shown[led] = self._led(*[colours[place] for place in self._places])


def _frames(data: bytes, period: float) -> list[str]:
    """The bits between resets of one transfer, whose clock has this period in ns."""
    line = f"{int.from_bytes(data, 'big'):0{8 * len(data)}b}"
    if line.endswith("1"):
        raise ValueError("the line is left high")
    pulses = _PULSE.findall(line)
    # Most pulses are one of two: each kind is judged once. The one that has no beginning is no bit, and after
    # the last one the line stays low.
    spoilt = 1 if data[0] else 0
    values = {pulse: _bit(pulse.count("1") * period) for pulse in set(pulses[spoilt:])}
    after = {pulse: _gap(pulse.count("0") * period) for pulse in set(pulses[:-1])}
    bits = [""] * spoilt + [values[pulse] for pulse in pulses[spoilt:]]
    gaps = [after[pulse] for pulse in pulses[:-1]] + [""]
    return "".join(map(add, bits, gaps)).split(_RESET)


def _bit(high: float) -> str:
    """Return the bit that a pulse of so many ns stands for."""
    if ZERO_NS[0] <= high <= ZERO_NS[1]:
        return "0"
    if ONE_NS[0] <= high <= ONE_NS[1]:
        return "1"
    raise ValueError(
        f"{high:.1f} ns high are no bit: a 0 is {ZERO_NS[0]} to {ZERO_NS[1]} ns, "
        f"a 1 is {ONE_NS[0]} to {ONE_NS[1]} ns"
    )


def _gap(low: float) -> str:
    """Return `_RESET` for a low time that is a reset, and nothing for the gap after a bit."""
    if low >= RESET_NS:
        return _RESET
    if LOW_NS[0] <= low <= LOW_NS[1]:
        return ""
    raise ValueError(f"{low:.1f} ns low are neither the end of a bit nor a reset of {RESET_NS} ns")
