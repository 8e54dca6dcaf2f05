"""The parts of a board, emulated and wired together: pins to press, chips to look at."""

from __future__ import annotations

from PIL import Image

from firmware_py.emulator.apa102 import Apa102Chain, Led
from firmware_py.emulator.i2c import EmulatedI2CBus
from firmware_py.emulator.pins import EmulatedPins
from firmware_py.emulator.ssd1306 import Ssd1306
from firmware_py.keys import LONG_PRESS, Key
from firmware_py.wiring import BUTTONS, LIGHTS, OLED_ADDRESS

HELD_FOR = {long: short for short, long in LONG_PRESS.items()}
"""The key that is held down for each key that has no button of its own."""


class EmulatedBoard:
    """What the default board is made of, to the outside.

    Attributes:
        pins: the header's pins.
        bus: the I2C bus.
        chip: the OLED's controller on it.
        chain: the LEDs behind the SPI port.
    """

    def __init__(self) -> None:
        """A board with no key down, its OLED and LEDs just powered on."""
        self.pins = EmulatedPins()
        self.bus = EmulatedI2CBus()
        self.chip = Ssd1306()
        self.bus.attach(OLED_ADDRESS, self.chip)
        self.chain = Apa102Chain(LIGHTS)

    def press(self, key: Key) -> None:
        """Push a key's button down; for a key without one, that of the key it is a long press of."""
        self.pins.press(BUTTONS[HELD_FOR.get(key, key)])

    def release(self, key: Key) -> None:
        """Let that button go."""
        self.pins.release(BUTTONS[HELD_FOR.get(key, key)])

    @property
    def screen(self) -> Image.Image:
        """What the glass of the OLED shows: 128 by 64, mode `1`."""
        return self.chip.image()

    @property
    def lights(self) -> tuple[Led, ...]:
        """What the LEDs show, the first of the chain first."""
        return self.chain.leds
