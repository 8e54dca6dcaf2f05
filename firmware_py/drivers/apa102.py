"""A chain of APA102 or SK9822 LEDs on an SPI bus.

A frame begins with 32 zero bits. Then come, for each LED, three ones, five bits of brightness, and one byte
each for blue, green and red (some LEDs use a different order). The frame ends with enough clock edges to
carry the data to the last LED. Each LED delays its data by half a clock cycle, so each LED after the first
needs one more edge. The data sheet's 32 bits have 64 edges, enough for 65 LEDs. Here the frame ends with
zeros, not with ones as in the data sheet, because ones would light any LED beyond the last one sent.

The sources are the APA102 data sheet and these measurements:
https://cpldcpu.com/2014/11/30/understanding-the-apa102-superled/
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firmware_py.config import defaults
from firmware_py.config.led_chips import LED_CHIPS
from firmware_py.drivers.led_chain import LedChain
from firmware_py.drivers.led_current import capped, sum_at_limit
from firmware_py.drivers.spi_port import LatePort, Port

MAX_BRIGHTNESS = 31
_LED = 0xE0
_START = bytearray(4)


def level(percent: float) -> int:
    """Convert a percentage to the nearest brightness setting of an APA102, 0 to 31. Only 0% gives 0."""
    nearest = round(percent * MAX_BRIGHTNESS / 100)
    return nearest or int(percent > 0)


_BRIGHTNESS = level(defaults.BRIGHTNESS)


class Apa102(LedChain):
    """A chain of APA102 or SK9822 LEDs. The LEDs are dimmed if they would otherwise draw too much current."""

    def __init__(
        self,
        port: Port,
        *,
        order: str = LED_CHIPS["apa102"].order,
        brightness: int = _BRIGHTNESS,
        limit_ma: int = defaults.LIMIT_MA,
        sk9822: bool = True,
    ) -> None:
        """Create the driver. Nothing is sent before the first call to `show`.

        Args:
            port: an open `spidev.SpiDev`, or an object with the same methods.
            order: the order of the colours on the wire, such as `BGR`.
            brightness: the brightness of all LEDs, 0 to 31; `level` converts a percentage.
            limit_ma: the maximum total current of all LEDs, in mA. If necessary, the colours are dimmed.
            sk9822: if True, send 32 more zero bits after the colours. An SK9822 needs them
                (https://cpldcpu.com/2016/12/13/sk9822-a-clone-of-the-apa102/), and an APA102 ignores them.

        Raises:
            ValueError: an argument is out of range.
        """
        if sorted(order) != sorted("RGB"):
            raise ValueError(f"order is R, G and B in some order: got {order!r}")
        if not 0 <= brightness <= MAX_BRIGHTNESS:
            raise ValueError(f"brightness is 0 to {MAX_BRIGHTNESS}: got {brightness}")
        super().__init__(port)
        self._order = ["RGB".index(colour) for colour in order]
        self._brightness = brightness
        self._limit = sum_at_limit(limit_ma, max(brightness, 1), MAX_BRIGHTNESS)
        self._reset = 4 if sk9822 else 0
        self._frame = bytearray()
        self._leds: int | None = None

    def transfers(self, colours: bytes, *, after_failure: bool) -> list[bytearray]:
        """Encode the colours of all LEDs for the SPI bus. Return a list that contains a single transfer.

        Args:
            colours: three bytes for each LED: red, green and blue.
            after_failure: True if the previous transfer was interrupted. The 32 zero bits at the start of the
                transfer are then sent twice.
        """
        leds = len(colours) // 3
        end = 4 + 4 * leds
        if self._leds != leds:
            self._leds = leds
            self._frame = bytearray(end + self._reset + (max(leds - 1, 0) + 15) // 16)
            self._frame[4:end:4] = bytes([_LED | self._brightness]) * leds
        shown = capped(colours, self._limit)
        for position, colour in enumerate(self._order, start=5):
            self._frame[position:end:4] = shown[colour::3]
        # After a failure, an LED that got only some of its 32 bits takes zeros for the missing bits, so the
        # 32 zeros are sent twice.
        return [_START + self._frame if after_failure else self._frame]


def spi_chain(
    bus: int = defaults.LIGHTS_BUS,
    device: int = defaults.LIGHTS_SELECT,
    hz: int = LED_CHIPS["apa102"].default_hz,
    *,
    order: str = LED_CHIPS["apa102"].order,
    brightness: int = _BRIGHTNESS,
    limit_ma: int = defaults.LIMIT_MA,
    sk9822: bool = True,
    spidev: Callable[[], Any] | None = None,
) -> Apa102:
    """Return an `Apa102` on /dev/spidev`bus`.`device`, clocked at `hz`.

    The device is opened by the first call to `show`, which raises `DisplayError` if that fails. In tests,
    `spidev` replaces `spidev.SpiDev`. For the other arguments, see `Apa102`.

    Raises:
        ValueError: an argument is out of range.
    """
    port = LatePort(bus, device, hz, spidev)
    return Apa102(port, order=order, brightness=brightness, limit_ma=limit_ma, sk9822=sk9822)
