"""A chain of WS2812 or SK6812 LEDs on the data line of an SPI bus.

These LEDs have no clock wire: a bit is a pulse, short for 0 and long for 1, and after a pause the LEDs show
the bits they received. Each bit is sent as four bits of SPI at 3.2 MHz, 1000 or 1100, so it is high for 312
or 625 ns. These times are within the limits of the newer WS2812B (220 to 380 ns, and 580 ns or more) and of
the SK6812 (300 and 600 ns, each ± 150 ns). The older WS2812B's data sheet asks for 800 ± 150 ns for a 1, but
measurements show that 550 ns is enough
(https://wp.josh.com/2014/05/13/ws2812-neopixels-are-not-so-finicky-once-you-get-to-know-them/). The pause is
280 us for the newer WS2812B and 80 us for the SK6812.

The pulses must not be interrupted, so a frame is sent in one transfer. On a Raspberry Pi, the SPI clock is
derived from the processor's core clock: a Pi 3 needs `core_freq=250` in config.txt, and a Pi 4 needs
`core_freq=500` and `core_freq_min=500`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firmware_py.config import defaults
from firmware_py.config.led_chips import BUFSIZ, LEAD, LED_CHIPS, PAUSE, TIMED_HZ, timed_frame, wanted_bufsiz
from firmware_py.drivers.led_chain import LedChain
from firmware_py.drivers.led_current import capped, sum_at_limit
from firmware_py.drivers.spi_port import LatePort, Port, bufsiz
from firmware_py.errors import DisplayError

_LEAD = bytes(LEAD)
_PAUSE = bytes(PAUSE)


class Ws2812(LedChain):
    """A chain of WS2812 or SK6812 LEDs. The LEDs are dimmed if they would otherwise draw too much current."""

    def __init__(
        self,
        port: Port,
        *,
        order: str = LED_CHIPS["ws2812"].order,
        brightness: float = defaults.BRIGHTNESS,
        limit_ma: int = defaults.LIMIT_MA,
        most_bytes: int = BUFSIZ,
    ) -> None:
        """Create the driver. Nothing is sent before the first call to `show`.

        Args:
            port: an open `spidev.SpiDev` clocked at 3.2 MHz, or an object with the same methods.
            order: the order of the colours on the wire, such as `GRB`, or `GRBW` for RGBW LEDs.
            brightness: the brightness of all LEDs, in percent, from 0 to 100. Dimming turns a lit colour
                off only at a brightness of 0.
            limit_ma: the maximum total current of all LEDs, in mA. If necessary, the colours are dimmed.
            most_bytes: the size of the largest transfer that the kernel accepts; see `spi_port.bufsiz`.

        Raises:
            ValueError: an argument is out of range.
        """
        if sorted(order) not in (sorted("RGB"), sorted("RGBW")):
            raise ValueError(f"order is R, G and B in some order, and perhaps W: got {order!r}")
        if not 0 <= brightness <= 100:
            raise ValueError(f"brightness is 0 to 100 percent: got {brightness}")
        super().__init__(port)
        self._order = order
        self._dimmed = bytes(_dimmed(value, brightness) for value in range(256))
        self._limit = sum_at_limit(limit_ma)
        self._most_bytes = most_bytes

    def transfers(self, colours: bytes, *, after_failure: bool) -> list[bytes]:
        """Return the SPI transfers that show these colours.

        A single transfer contains the colours of all LEDs, so that nothing interrupts the pulses.

        Args:
            colours: three bytes for each LED.
            after_failure: True if the previous transfer was interrupted. If so, the first transfer returned
                contains only a pause, and the second one the colours.

        Raises:
            DisplayError: the transfer is larger than the kernel accepts.
        """
        leds = len(colours) // 3
        size = timed_frame(leds, self._order)
        if size > self._most_bytes:
            wanted = wanted_bufsiz(leds, self._order)
            raise DisplayError(
                f"{leds} LEDs take {size} bytes in one transfer and spidev takes {self._most_bytes}: "
                f"add spidev.bufsiz={wanted} to /boot/firmware/cmdline.txt and restart"
            )
        frame = b"".join((_LEAD, self._pulses(colours), _PAUSE))
        # After a failure, a pause separates this frame from the part of the last frame that was sent.
        return [_PAUSE, frame] if after_failure else [frame]

    def _pulses(self, colours: bytes) -> bytearray:
        """Return the SPI bytes that produce the pulses for the given colours of the LEDs.

        Each LED takes four SPI bytes for each of its three or four colours.
        """
        dimmed = colours.translate(self._dimmed)
        parts = {"R": dimmed[0::3], "G": dimmed[1::3], "B": dimmed[2::3]}
        step = len(self._order)
        if step == 4:
            white = bytes(map(min, *parts.values()))
            parts = {name: _difference(part, white) for name, part in parts.items()} | {"W": white}
        values = bytearray(step * (len(colours) // 3))
        for position, name in enumerate(self._order):
            values[position::step] = parts[name]
        shown = capped(values, self._limit)
        pulses = bytearray(4 * len(shown))
        for position, table in enumerate(_SYMBOLS):
            pulses[position::4] = shown.translate(table)
        return pulses


def ws2812_chain(
    bus: int = defaults.LIGHTS_BUS,
    device: int = defaults.LIGHTS_SELECT,
    hz: int = LED_CHIPS["ws2812"].default_hz,
    *,
    order: str = LED_CHIPS["ws2812"].order,
    brightness: float = defaults.BRIGHTNESS,
    limit_ma: int = defaults.LIMIT_MA,
    most_bytes: int | None = None,
    spidev: Callable[[], Any] | None = None,
) -> Ws2812:
    """Return a `Ws2812` on the data line of /dev/spidev`bus`.`device`, clocked at `hz`.

    The device is opened by the first call to `show`, which raises `DisplayError` if that fails. In tests,
    `spidev` replaces `spidev.SpiDev`. If `most_bytes` is None, the kernel's limit applies. For the other
    arguments, see `Ws2812`.

    Raises:
        ValueError: an argument is out of range.
    """
    if not TIMED_HZ[0] <= hz <= TIMED_HZ[1]:
        raise ValueError(f"hz is {TIMED_HZ[0]} to {TIMED_HZ[1]} for such LEDs: got {hz}")
    return Ws2812(
        LatePort(bus, device, hz, spidev),
        order=order,
        brightness=brightness,
        limit_ma=limit_ma,
        most_bytes=bufsiz() if most_bytes is None else most_bytes,
    )


def _dimmed(value: int, brightness: float) -> int:
    """Return a colour byte dimmed to `brightness` percent. The result is 0 only if either argument is 0."""
    return max(round(value * brightness / 100), 1) if value and brightness else 0


def _difference(some: bytes, less: bytes) -> bytes:
    return (int.from_bytes(some, "big") - int.from_bytes(less, "big")).to_bytes(len(some), "big")


def _symbols(bits: int) -> int:
    """Return the byte to send over SPI for two bits of a colour.

    Each bit of the colour is encoded as four bits on SPI: 1 as 1100, and 0 as 1000.
    """
    return (0xC0 if bits & 2 else 0x80) | (0x0C if bits & 1 else 0x08)


# Four tables, one for each pair of bits in a byte, the highest pair first. Each maps a byte to the pulses
# of its pair.
_SYMBOLS = tuple(bytes(_symbols(value >> shift & 3) for value in range(256)) for shift in (6, 4, 2, 0))
