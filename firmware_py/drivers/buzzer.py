"""An active buzzer on a GPIO pin, driven by gpiozero."""

from __future__ import annotations

from typing import Any

from gpiozero import Buzzer as Pin

from firmware_py.drivers.gpio_factory import default_factory
from firmware_py.ports import Sound

BEEPS = {Sound.PEG: (0.03, 0.0, 1), Sound.REFUSAL: (0.08, 0.08, 2), Sound.WIN: (0.25, 0.15, 4)}
"""For each sound: the length of a beep and of the pause after it, in seconds, and the number of beeps."""


class PinBuzzer:
    """A buzzer that sounds while its pin is high.

    A buzzer that draws more than 16 mA must be switched by a transistor.
    """

    def __init__(self, pin: int, factory: Any = None) -> None:
        """Open the buzzer's BCM pin and set it low.

        Args:
            factory: gpiozero's pin factory; None for `default_factory`.

        Raises:
            Exception: the pin does not exist or is in use, or there is no GPIO. The error is raised by
                gpiozero or its pin factory.
        """
        self._pin = Pin(pin, pin_factory=default_factory() if factory is None else factory)

    def sound(self, sound: Sound) -> None:
        """Start a sound and return immediately. A gpiozero thread then switches the pin on and off."""
        on, off, times = BEEPS[sound]
        self._pin.beep(on_time=on, off_time=off, n=times)

    def close(self) -> None:
        """Silence the buzzer and release its pin."""
        self._pin.close()
