"""An emulated chain of WS2812B or SK6812 LEDs on the data line of an SPI port, which decodes the waveform.

Only the times for which the line is high or low matter. The high time of a bit determines its value. The
times accepted here satisfy the data sheets of both chips:

=====  ==================  ============  ========
time   WS2812B (V5)        SK6812        here, ns
=====  ==================  ============  ========
T0H    220 to 380 ns       300 ± 150 ns  220 to 380
T1H    580 to 1000 ns      600 ± 150 ns  580 to 750
reset  more than 280 us    80 us         280000 or more
=====  ==================  ============  ========

The data sheets disagree about the low time of a bit. Measurements show that 450 to 5000 ns works
(https://wp.josh.com/2014/05/13/ws2812-neopixels-are-not-so-finicky-once-you-get-to-know-them/). Between
5000 ns and a reset, a low time is an error, because real LEDs may or may not take it for a reset.
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
            if len(self._waiting) > _WAITING_MAX:
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
    """Decode an SPI transfer into strings of the characters 0 and 1, split at each reset pulse.

    Args:
        data: the bytes of the transfer.
        period: the length of an SPI clock cycle, in ns.

    Raises:
        ValueError: a pulse or a pause is too short or too long, or the line stays high at the end.
    """
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
    """Return the bit, `0` or `1`, for a pulse that was high for `high` ns.

    Raises:
        ValueError: a pulse of this length is neither a 0 nor a 1.
    """
    if ZERO_NS[0] <= high <= ZERO_NS[1]:
        return "0"
    if ONE_NS[0] <= high <= ONE_NS[1]:
        return "1"
    raise ValueError(
        f"{high:.1f} ns high are no bit: a 0 is {ZERO_NS[0]} to {ZERO_NS[1]} ns, "
        f"a 1 is {ONE_NS[0]} to {ONE_NS[1]} ns"
    )


def _gap(low: float) -> str:
    """Return `_RESET` if the line was low for long enough to reset the LEDs, or "" if a bit ended.

    Args:
        low: the time for which the line was low, in nanoseconds.

    Raises:
        ValueError: this time fits neither the end of a bit nor a reset.
    """
    if low >= RESET_NS:
        return _RESET
    if LOW_NS[0] <= low <= LOW_NS[1]:
        return ""
    raise ValueError(f"{low:.1f} ns low are neither the end of a bit nor a reset of {RESET_NS} ns")
