"""The indicator LEDs and an active buzzer on GPIO pins, driven by gpiozero."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gpiozero import LED
from gpiozero import Buzzer as Pin

from firmware_py.config.lights import SignalSettings

from . import Wires
from .gpio_factory import default_factory

if TYPE_CHECKING:
    from firmware_py.board.ports import Sound
    from firmware_py.view.view import View


class PinIndicators:
    """The indicator LEDs for the side to play, the dealer's side and the end of the game, on GPIO pins."""

    deadline: None = None

    def __init__(self, settings: SignalSettings, wires: Wires) -> None:
        """Open the LEDs' pins and set them low. The buzzer's pin is not opened.

        Raises:
            Exception: a pin does not exist or is in use, or there is no GPIO. The error is raised by gpiozero
                or its pin factory. All pins that were already open are then closed.
        """
        factory = wires.pins or default_factory()
        self._open: list[Any] = []
        try:
            self._turn = [self._led(pin, factory) for pin in settings.turn]
            self._dealer = [self._led(pin, factory) for pin in settings.dealer]
            self._over = None if settings.game_over is None else self._led(settings.game_over, factory)
        except BaseException:
            self.close()
            raise

    def show(self, view: View, now: float) -> None:
        """Show whose turn it is, which side deals, and whether the game is over. `now` is not used."""
        for side, led in enumerate(self._turn):
            led.value = side == view.to_act
        for side, led in enumerate(self._dealer):
            led.value = side == view.dealer
        if self._over:
            self._over.value = view.winner is not None

    def close(self) -> None:
        """Switch off all LEDs and release their pins."""
        while self._open:
            self._open.pop().close()

    def _led(self, pin: int, factory: Any) -> Any:
        led = LED(pin, pin_factory=factory)
        self._open.append(led)
        return led


class PinBuzzer:
    """A buzzer that sounds while its pin is high.

    A buzzer that draws more than 16 mA must be switched by a transistor.
    """

    def __init__(self, pin: int, wires: Wires) -> None:
        """Open the buzzer's BCM pin and set it low.

        Raises:
            Exception: the pin does not exist or is in use, or there is no GPIO. The error is raised by
                gpiozero or its pin factory.
        """
        self._pin = Pin(pin, pin_factory=wires.pins or default_factory())

    def sound(self, sound: Sound) -> None:
        """Start a sound and return immediately. A gpiozero thread then switches the pin on and off."""
        on, off, times = sound.value
        self._pin.beep(on_time=on, off_time=off, n=times)

    def close(self) -> None:
        """Silence the buzzer and release its pin."""
        self._pin.close()
