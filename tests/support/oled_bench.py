"""A test rig for the OLED driver: an emulated panel on an emulated I2C bus, and its driver."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PIL import Image

from firmware_py.drivers.oled import Oled
from firmware_py.emulator.oled_chips import Ssd1306
from firmware_py.emulator.wires import EmulatedI2CBus

Bus = TypeVar("Bus", bound=EmulatedI2CBus)


class OledBench(Generic[Bus]):
    """An emulated SSD1306 display on an emulated I2C bus, and its driver.

    Attributes:
        bus: the emulated bus.
        chip: the display's controller.
        oled: the driver.
    """

    def __init__(self, bus: Bus, open_oled: Callable[[Bus], Oled]) -> None:
        """Attach an emulated display to a bus.

        Args:
            bus: the bus.
            open_oled: a function that returns a driver for the display on this bus.
        """
        self.bus, self.chip = bus, Ssd1306()
        self.bus.attach(0x3C, self.chip)
        self.oled = open_oled(bus)

    def shows(self, image: Image.Image) -> bool:
        return self.chip.image().tobytes() == image.tobytes()

    def bytes_for(self, image: Image.Image) -> int:
        """Show a picture, and return the number of bytes that were sent for it."""
        before = self.bus.bytes_sent
        self.oled.show(image)
        return self.bus.bytes_sent - before
