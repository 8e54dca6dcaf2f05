"""luma's own drivers, connected to the emulated buses as on a Pi."""

from __future__ import annotations

import random
from typing import Any

import pytest
from gpiozero import OutputDevice
from luma.core.interface.serial import spi
from PIL import Image

from firmware_py.emulator.wires import EmulatedPins, EmulatedSpi

DC, RST = 24, 25

# luma uses Image.getdata, which Pillow has deprecated. That is luma's concern, and only these tests use it.
luma_draws = pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning")


class Gpio:
    """A test double for the functions of RPi.GPIO that luma uses. It controls gpiozero's emulated pins."""

    LOW, HIGH, OUT = 0, 1, "out"

    def __init__(self, pins: EmulatedPins) -> None:
        self._pins = pins
        self._devices: dict[int, Any] = {}

    def setup(self, pin: int, direction: str) -> None:
        assert direction == self.OUT
        self._devices[pin] = OutputDevice(pin, initial_value=True, pin_factory=self._pins.factory)

    def output(self, pin: int, value: int) -> None:
        self._devices[pin].value = value

    def cleanup(self, pins: object = None) -> None:
        for device in self._devices.values():
            device.close()


def luma_spi(port: EmulatedSpi, pins: EmulatedPins) -> Any:
    return spi(spi=port, gpio=Gpio(pins), gpio_DC=DC, gpio_RST=RST)


def noise(seed: int) -> Image.Image:
    return Image.frombytes("1", (128, 64), random.Random(seed).randbytes(1024))


def lit(image: Image.Image) -> set[tuple[int, int]]:
    return {(x, y) for y in range(image.height) for x in range(image.width) if image.getpixel((x, y))}
