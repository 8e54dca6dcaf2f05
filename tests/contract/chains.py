"""The kinds of LED chains that the tests cover, and buses that fail on request.

Each kind is a driver and an emulated chain that decodes the signal as described in its data sheet.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from firmware_py.drivers.leds import Apa102, Ws2812, level, spi_chain, ws2812_chain
from firmware_py.emulator.led_chips import Apa102Chain, Ws2812Chain

FREE = 10**6
"""A current limit, in mA, that is never reached."""
WIDE = 8192
"""The largest possible transfer, in bytes; 363 LEDs with a white channel need 5932."""


class Chain(NamedTuple):
    """A type of LED chain, with functions to create such a chain and to read its LEDs.

    Attributes:
        power: a function that returns an emulated chain with the given number of LEDs, all switched off.
        driver: a function that returns a driver for an SPI port, a brightness in percent and a current limit
            in mA.
        opener: a function that takes the numbers of an SPI bus and device, and returns a driver that opens
            the device when the driver is first used.
        size: a function that returns the number of bytes in a frame for the given number of LEDs.
        seen: a function that returns the red, green and blue values, from 0 to 255, shown by each LED.
        draws: a function that returns the current in mA drawn by the LEDs.
        step: the largest difference allowed between a requested colour and the colour shown.
        stride: the step from one chain length to the next in a test of many chain lengths.
    """

    power: Callable[[int], Any]
    driver: Callable[..., Any]
    opener: Callable[..., Any]
    size: Callable[[int], int]
    seen: Callable[[Any], list[tuple[float, ...]]]
    draws: Callable[[Any], float]
    step: float
    stride: int


def apa_seen(leds: Any) -> list[tuple[float, ...]]:
    return [tuple(part * led.brightness / 31 for part in (led.red, led.green, led.blue)) for led in leds]


def apa_draws(leds: Any) -> float:
    return sum(sum(colour) for colour in apa_seen(leds)) / 255 * 20


def ws_seen(leds: Any) -> list[tuple[float, ...]]:
    return [tuple(part + getattr(led, "white", 0) for part in (led.red, led.green, led.blue)) for led in leds]


def ws_draws(leds: Any) -> float:
    return sum(sum(led) for led in leds) / 255 * 20


def apa_driver(port: Any, brightness: int, limit_ma: int, sk9822: bool) -> Apa102:
    return Apa102(port, brightness=level(brightness), limit_ma=limit_ma, sk9822=sk9822)


def ws_driver(port: Any, brightness: int, limit_ma: int, order: str) -> Ws2812:
    return Ws2812(port, order=order, brightness=brightness, limit_ma=limit_ma, most_bytes=WIDE)


def clocked(sk9822: bool) -> Chain:
    return Chain(
        power=partial(Apa102Chain, sk9822=sk9822),
        driver=partial(apa_driver, sk9822=sk9822),
        opener=partial(spi_chain, sk9822=sk9822, brightness=31, limit_ma=FREE),
        size=lambda leds: 4 + 4 * leds + 4 * sk9822 + -(-(leds - 1) // 16),
        seen=apa_seen,
        draws=apa_draws,
        step=1 / 31,
        stride=1,
    )


def pulsed(order: str) -> Chain:
    return Chain(
        power=partial(Ws2812Chain, order=order),
        driver=partial(ws_driver, order=order),
        opener=partial(ws2812_chain, order=order, brightness=100, limit_ma=FREE, most_bytes=WIDE),
        size=lambda leds: 4 + 4 * len(order) * leds + 120,
        seen=ws_seen,
        draws=ws_draws,
        step=2.0 if "W" in order else 1.0,
        stride=11,
    )


CHAINS = {
    "APA102": clocked(sk9822=False),
    "SK9822": clocked(sk9822=True),
    "WS2812": pulsed("GRB"),
    "SK6812 RGBW": pulsed("GRBW"),
}


class Bus:
    """A fake SPI port that can fail at any byte. The bytes before the failure still reach the LEDs."""

    def __init__(self, leds: Any) -> None:
        self.leds = leds
        self.transfers = 0
        self.fail_after: int | None = None
        self.closed = False

    def writebytes2(self, data: bytes) -> None:
        self.transfers += 1
        if self.fail_after is not None:
            self.leds.writebytes2(bytes(data[: self.fail_after]))
            self.fail_after = None
            raise OSError(5, "Input/output error")
        self.leds.writebytes2(data)

    def close(self) -> None:
        self.closed = True


class SpiDev:
    """A test double for `spidev.SpiDev` that drives emulated LEDs. It fails while `there` is False."""

    there = True

    def __init__(self, leds: Any) -> None:
        self._leds = leds
        self._open = False
        self.mode = 3
        self.max_speed_hz = 500_000

    def open(self, bus: int, device: int) -> None:
        if not SpiDev.there:
            raise FileNotFoundError(2, "No such file or directory")
        self._open = True

    def writebytes2(self, data: bytes) -> None:
        if not (self._open and SpiDev.there):
            raise OSError(108, "Cannot send after transport endpoint shutdown")
        assert self.mode == 0
        self._leds.max_speed_hz = self.max_speed_hz
        self._leds.writebytes2(data)

    def close(self) -> None:
        self._open = False
