"""An active buzzer on a GPIO pin, through gpiozero."""

from __future__ import annotations

from typing import Any

from gpiozero import Buzzer as Pin

from firmware_py.ports import Sound

BEEPS = {Sound.PEG: (0.03, 0.0, 1), Sound.REFUSAL: (0.08, 0.08, 2), Sound.WIN: (0.25, 0.15, 4)}
"""Seconds on, seconds off, and how often: one tick for a peg, two beeps for a refusal, four for a win."""


class PinBuzzer:
    """A buzzer that sounds while its pin is high. One that draws more than 16 mA needs a transistor."""

    def __init__(self, pin: int, factory: Any = None) -> None:
        """Open the pin, low.

        Args:
            pin: the BCM number of the pin.
            factory: gpiozero's pin factory, the default one if None.

        Raises:
            Exception: no such pin, one in use, or no GPIO at all: gpiozero's errors, and lgpio's own.
        """
        self._pin = Pin(pin, pin_factory=factory)

    def sound(self, sound: Sound) -> None:
        """Make a sound, and return at once: gpiozero times it in a thread that ends with it."""
        on, off, times = BEEPS[sound]
        self._pin.beep(on_time=on, off_time=off, n=times)

    def close(self) -> None:
        """Silence the buzzer and give its pin back."""
        self._pin.close()
