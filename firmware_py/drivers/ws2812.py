"""A chain of WS2812 or SK6812 LEDs on the data line of an SPI bus.

These LEDs have no clock: a bit is a pulse, short for 0 and long for 1, and a pause shows what came. Each bit
is sent as four bits of SPI at 3.2 MHz, 1000 or 1100, so that it is high for 312 or 625 ns. That suits the
data sheets of the newer WS2812B (220 to 380 and 580 ns or more) and of the SK6812 (300 and 600 ns, each ± 150
ns); the older WS2812B (800 ± 150 ns for a 1) was measured to take 550 ns and more for a 1
(https://wp.josh.com/2014/05/13/ws2812-neopixels-are-not-so-finicky-once-you-get-to-know-them/). The pause is
280 us for the newer WS2812B, 80 us for the SK6812.

The pulses must not be interrupted, so a frame goes out in one transfer. On a Raspberry Pi the SPI clock hangs
on that of the processor's core: a Pi 3 wants `core_freq=250`, a Pi 4 `core_freq=500` and `core_freq_min=500`,
in config.txt.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firmware_py.config import defaults
from firmware_py.config.led_chips import BUFSIZ, LEAD, PAUSE, TIMED_HZ, timed_frame, wanted_bufsiz
from firmware_py.drivers.led_chain import CHANNEL_MA, LedChain, scaled
from firmware_py.drivers.spi_port import LatePort, Port, bufsiz
from firmware_py.errors import DisplayError

_LEAD = bytes(LEAD)
_PAUSE = bytes(PAUSE)


class Ws2812(LedChain):
    """Shows colours on a chain of LEDs, dimmed as far as the power supply needs it."""

    def __init__(
        self,
        port: Port,
        *,
        order: str = defaults.ORDER["ws2812"],
        brightness: float = defaults.BRIGHTNESS,
        limit_ma: int = defaults.LIMIT_MA,
        most_bytes: int = BUFSIZ,
    ) -> None:
        """Set up for a chain on `port`; nothing is sent yet.

        Args:
            port: an open `spidev.SpiDev` clocked at 3.2 MHz, or what looks like one.
            order: the colours as they go over the wire, the first first. One with a W is for LEDs that have
                a white part too, such as `GRBW`: it shows what red, green and blue have in common.
            brightness: 0 to 100 percent, for all LEDs. A colour's part that is not 0 stays 1 at least.
            limit_ma: what the LEDs may draw in all, in mA. Colours are scaled down to stay below; the draw is
                estimated as 20 mA for each colour at full, and in proportion (the LEDs' own logic, about 1 mA
                each, is not in it).
            most_bytes: what goes out in one transfer at the most: `spi_port.bufsiz()`.

        Raises:
            ValueError: an argument is out of range.
        """
        if sorted(order) not in (sorted("RGB"), sorted("RGBW")):
            raise ValueError(f"order is R, G and B in some order, and perhaps W: got {order!r}")
        if not 0 <= brightness <= 100:
            raise ValueError(f"brightness is 0 to 100 percent: got {brightness}")
        if limit_ma <= 0:
            raise ValueError(f"limit_ma is more than 0: got {limit_ma}")
        super().__init__(port)
        self._order = order
        self._dimmed = bytes(_dimmed(value, brightness) for value in range(256))
        # The sum of all colour bytes at which the limit is reached.
        self._most = limit_ma * 255 // CHANNEL_MA
        self._most_bytes = most_bytes

    def transfers(self, colours: bytes, *, after_failure: bool) -> list[bytes]:
        """A frame in one transfer, so that there is no pause in it.

        Raises:
            DisplayError: it would be more than goes out in one.
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
        # What came of a frame that failed ends with a pause, and is no part of this one.
        return [_PAUSE, frame] if after_failure else [frame]

    def _pulses(self, colours: bytes) -> bytearray:
        """The symbols of a frame: four bytes for each byte that an LED gets."""
        dimmed = colours.translate(self._dimmed)
        parts = {"R": dimmed[0::3], "G": dimmed[1::3], "B": dimmed[2::3]}
        step = len(self._order)
        if step == 4:
            white = bytes(map(min, *parts.values()))
            parts = {name: _less(part, white) for name, part in parts.items()} | {"W": white}
        values = bytearray(step * (len(colours) // 3))
        for place, name in enumerate(self._order):
            values[place::step] = parts[name]
        shown = scaled(values, self._most)
        pulses = bytearray(4 * len(shown))
        for place, table in enumerate(_SYMBOLS):
            pulses[place::4] = shown.translate(table)
        return pulses


def ws2812_chain(
    bus: int = defaults.LIGHTS_BUS,
    device: int = defaults.LIGHTS_SELECT,
    hz: int = defaults.LIGHTS_HZ["ws2812"],
    *,
    order: str = defaults.ORDER["ws2812"],
    brightness: float = defaults.BRIGHTNESS,
    limit_ma: int = defaults.LIMIT_MA,
    most_bytes: int | None = None,
    spidev: Callable[[], Any] | None = None,
) -> Ws2812:
    """A `Ws2812` on the data line of /dev/spidev`bus`.`device`, clocked at `hz`.

    The device is opened at the first `show`, which raises `DisplayError` as long as it or the package spidev
    is missing, and tries again each time. `spidev` makes what takes the place of a `spidev.SpiDev()`. With
    `most_bytes` None the kernel is asked.

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
    return max(round(value * brightness / 100), 1) if value and brightness else 0


def _less(some: bytes, less: bytes) -> bytes:
    """Byte by byte some - less, none of which is below 0: so nothing is borrowed between the bytes."""
    return (int.from_bytes(some, "big") - int.from_bytes(less, "big")).to_bytes(len(some), "big")


def _symbols(bits: int) -> int:
    """Two bits as the eight that go over the wire for them."""
    return (0xC0 if bits & 2 else 0x80) | (0x0C if bits & 1 else 0x08)


# For each pair of bits of a byte, the highest first: the byte on the wire, for all values at once.
_SYMBOLS = tuple(bytes(_symbols(value >> shift & 3) for value in range(256)) for shift in (6, 4, 2, 0))
