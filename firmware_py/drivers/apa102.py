"""A chain of APA102 or SK9822 LEDs on an SPI bus.

The frame on the wire, from the APA102 data sheet and the measurements of it at
https://cpldcpu.com/2014/11/30/understanding-the-apa102-superled/: 32 zero bits; for each LED three ones, five
bits of brightness, and a byte each of blue, green and red (some are sold with another order); then clock
edges enough to carry the data to the far end. Each LED hands on its data half a clock late, so the last of n
wants n - 1 edges more; the data sheet's 32 bits do for 65 LEDs. These bits are zeros here, not ones as in the
data sheet: ones light any LED beyond those sent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firmware_py.config import defaults
from firmware_py.drivers.led_chain import CHANNEL_MA, LedChain, scaled
from firmware_py.drivers.spi_port import LatePort, Port

MAX_BRIGHTNESS = 31
_LED = 0xE0
_START = bytearray(4)


def level(percent: float) -> int:
    """The brightness, 0 to 31, nearest to one in percent; nothing but 0 % is dark."""
    nearest = round(percent * MAX_BRIGHTNESS / 100)
    return nearest or int(percent > 0)


_BRIGHTNESS = level(defaults.BRIGHTNESS)


class Apa102(LedChain):
    """Shows colours on a chain of LEDs, dimmed as far as the power supply needs it."""

    def __init__(
        self,
        port: Port,
        *,
        order: str = defaults.ORDER["apa102"],
        brightness: int = _BRIGHTNESS,
        limit_ma: int = defaults.LIMIT_MA,
        sk9822: bool = True,
    ) -> None:
        """Set up for a chain on `port`; nothing is sent yet.

        Args:
            port: an open `spidev.SpiDev`, or what looks like one.
            order: the colours as they go over the wire, the first first.
            brightness: 0 to 31, for all LEDs; `level` makes it from a percentage.
            limit_ma: what the LEDs may draw in all, in mA. Colours are scaled down to stay below; the draw is
                estimated as 20 mA for each colour at full, and in proportion (the LEDs' own logic, about 1 mA
                each, is not in it).
            sk9822: send 32 more zero bits before the last clock edges, which an APA102 does not mind: the two
                are sold for each other. An SK9822 shows its data only when 32
                zero bits have passed it (https://cpldcpu.com/2016/12/13/sk9822-a-clone-of-the-apa102/): in a
                long chain the far LEDs would otherwise show each frame one frame late.

        Raises:
            ValueError: an argument is out of range.
        """
        if sorted(order) != sorted("RGB"):
            raise ValueError(f"order is R, G and B in some order: got {order!r}")
        if not 0 <= brightness <= MAX_BRIGHTNESS:
            raise ValueError(f"brightness is 0 to {MAX_BRIGHTNESS}: got {brightness}")
        if limit_ma <= 0:
            raise ValueError(f"limit_ma is more than 0: got {limit_ma}")
        super().__init__(port)
        self._order = ["RGB".index(colour) for colour in order]
        self._brightness = brightness
        # The sum of all colour bytes at which the limit is reached.
        self._most = limit_ma * 255 * MAX_BRIGHTNESS // (CHANNEL_MA * max(brightness, 1))
        self._reset = 4 if sk9822 else 0
        self._frame = bytearray()
        self._leds: int | None = None

    def transfers(self, colours: bytes, *, after_failure: bool) -> list[bytearray]:
        """A frame: what starts it, four bytes an LED, and clock edges enough for the last of them."""
        leds = len(colours) // 3
        end = 4 + 4 * leds
        if self._leds != leds:
            self._leds = leds
            self._frame = bytearray(end + self._reset + (max(leds - 1, 0) + 15) // 16)
            self._frame[4:end:4] = bytes([_LED | self._brightness]) * leds
        shown = scaled(colours, self._most)
        for place, colour in enumerate(self._order, start=5):
            self._frame[place:end:4] = shown[colour::3]
        # An LED left in the midst of its 32 bits takes the first of these zeros for the rest of them.
        return [_START + self._frame if after_failure else self._frame]


def spi_chain(
    bus: int = defaults.LIGHTS_BUS,
    device: int = defaults.LIGHTS_SELECT,
    hz: int = defaults.LIGHTS_HZ["apa102"],
    *,
    order: str = defaults.ORDER["apa102"],
    brightness: int = _BRIGHTNESS,
    limit_ma: int = defaults.LIMIT_MA,
    sk9822: bool = True,
    spidev: Callable[[], Any] | None = None,
) -> Apa102:
    """An `Apa102` on /dev/spidev`bus`.`device`, clocked at `hz`.

    The device is opened at the first `show`, which raises `DisplayError` as long as it or the package spidev
    is missing, and tries again each time. `spidev` makes what takes the place of a `spidev.SpiDev()`.

    Raises:
        ValueError: an argument is out of range.
    """
    port = LatePort(bus, device, hz, spidev)
    return Apa102(port, order=order, brightness=brightness, limit_ma=limit_ma, sk9822=sk9822)
