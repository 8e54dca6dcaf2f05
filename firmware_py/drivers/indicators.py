"""The indicator LEDs on GPIO pins, through gpiozero."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gpiozero import LED

from firmware_py.drivers.gpio_factory import default_factory

if TYPE_CHECKING:
    from firmware_py.config.signals import SignalSettings


class PinIndicators:
    """LEDs for the side in turn, the dealer's side and a finished game. Each is lit while its pin is high.

    Each LED needs a resistor.
    """

    def __init__(self, pins: SignalSettings, factory: Any = None) -> None:
        """Open the pins of the LEDs and set them low. The buzzer's pin is not opened.

        Args:
            factory: gpiozero's pin factory; None for `default_factory`.

        Raises:
            Exception: a pin does not exist or is in use, or there is no GPIO. gpiozero or its pin factory
                raises the error. No pin is left open.
        """
        factory = default_factory() if factory is None else factory
        self._open: list[Any] = []
        try:
            self._turn = [self._led(pin, factory) for pin in pins.turn]
            self._dealer = [self._led(pin, factory) for pin in pins.dealer]
            self._over = None if pins.game_over is None else self._led(pins.game_over, factory)
        except BaseException:
            self.close()
            raise

    def show(self, turn: int | None, dealer: int | None, *, is_over: bool) -> None:
        """Light the LEDs for the side in turn and the dealer's side, and the game-over LED if `is_over`.

        `turn` and `dealer` are the numbers of the sides. If one of them is None, no LED is lit for it.
        """
        for side, led in enumerate(self._turn):
            led.value = side == turn
        for side, led in enumerate(self._dealer):
            led.value = side == dealer
        if self._over:
            self._over.value = is_over

    def close(self) -> None:
        """Switch all LEDs off and release their pins."""
        while self._open:
            self._open.pop().close()

    def _led(self, pin: int, factory: Any) -> Any:
        led = LED(pin, pin_factory=factory)
        self._open.append(led)
        return led
