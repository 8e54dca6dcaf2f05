"""The kinds of LED chains that the tests cover, and a bus that fails on request.

Each kind is the settings for a driver, and an emulated chain that decodes the signal as described in its data
sheet.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from firmware_py.config.lights import lights
from firmware_py.drivers import Wires, from_config
from firmware_py.drivers.leds import LedChain
from firmware_py.emulator.led_chips import Apa102Chain, Ws2812Chain

FREE = 10**6
"""A current limit, in mA, that is never reached."""
WIDE = 8192
"""The largest possible transfer, in bytes; 363 LEDs with a white channel need 5932."""


class Bus:
    """A fake SPI device that can be missing, and can fail at any byte. Bytes before that reach the LEDs."""

    def __init__(self, leds: Any) -> None:
        self.leds = leds
        self.transfers = 0
        self.fail_after: int | None = None
        self.there = True
        self.is_open = False
        self.mode = 3
        self.max_speed_hz = 500_000

    def open(self, bus: int, device: int) -> None:
        if not self.there:
            raise FileNotFoundError(2, "No such file or directory")
        self.is_open = True

    def writebytes2(self, data: bytes) -> None:
        if not (self.is_open and self.there):
            raise OSError(108, "Cannot send after transport endpoint shutdown")
        assert self.mode == 0
        self.leds.max_speed_hz = self.max_speed_hz
        self.transfers += 1
        if self.fail_after is not None:
            self.leds.writebytes2(bytes(data[: self.fail_after]))
            self.fail_after = None
            raise OSError(5, "Input/output error")
        self.leds.writebytes2(data)

    def close(self) -> None:
        self.is_open = False


class Chain(NamedTuple):
    """A type of LED chain, with functions to create such a chain and to read its LEDs.

    Attributes:
        chip: the chip's name in a configuration.
        order: the order of the colours on the wire.
        power: a function that returns an emulated chain with the given number of LEDs, all switched off.
        size: a function that returns the number of bytes in a frame for the given number of LEDs.
        seen: a function that returns the red, green and blue values, from 0 to 255, shown by each LED.
        draws: a function that returns the current in mA drawn by the LEDs, at 20 mA for each colour.
        step: the largest difference allowed between a requested colour and the colour shown.
        stride: the step from one chain length to the next in a test of many chain lengths.
    """

    chip: str
    order: str
    power: Callable[[int], Any]
    size: Callable[[int], int]
    seen: Callable[[Any], list[tuple[float, ...]]]
    draws: Callable[[Any], float]
    step: float
    stride: int

    def driver(self, port: Any, brightness: int, limit_ma: int) -> LedChain:
        """Return the driver for LEDs or a `Bus`, with a brightness in percent and a current limit in mA."""
        bus = port if isinstance(port, Bus) else Bus(port)
        table = {"chip": self.chip, "order": self.order, "brightness": brightness, "limit_ma": limit_ma}
        return from_config.lights(lights("test", table, speaks=False), Wires(spidev=lambda: bus))


def apa_seen(leds: Any) -> list[tuple[float, ...]]:
    return [tuple(part * led.brightness / 31 for part in (led.red, led.green, led.blue)) for led in leds]


def ws_seen(leds: Any) -> list[tuple[float, ...]]:
    return [tuple(part + getattr(led, "white", 0) for part in (led.red, led.green, led.blue)) for led in leds]


def draws(leds: Any) -> float:
    return sum(sum(colours) for colours in leds) / 255 * 20


def clocked(chip: str) -> Chain:
    return Chain(
        chip=chip,
        order="BGR",
        power=partial(Apa102Chain, sk9822=chip == "sk9822"),
        size=lambda leds: 4 + 4 * leds + 4 + -(-(leds - 1) // 16),
        seen=apa_seen,
        draws=lambda leds: draws(apa_seen(leds)),
        step=1 / 31,
        stride=1,
    )


def pulsed(chip: str, order: str) -> Chain:
    return Chain(
        chip=chip,
        order=order,
        power=partial(Ws2812Chain, order=order),
        size=lambda leds: 4 + 4 * len(order) * leds + 120,
        seen=ws_seen,
        draws=draws,
        step=2.0 if "W" in order else 1.0,
        stride=11,
    )


CHAINS = {
    "APA102": clocked("apa102"),
    "SK9822": clocked("sk9822"),
    "WS2812": pulsed("ws2812", "GRB"),
    "SK6812 RGBW": pulsed("sk6812", "GRBW"),
}
