"""Single LEDs and a buzzer on GPIO pins, through gpiozero."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gpiozero import LED, Buzzer

from firmware_py.ports import Sound

if TYPE_CHECKING:
    from firmware_py.config.signals import SignalSettings
    from firmware_py.view.view import View

BEEPS = {Sound.PEG: (0.03, 0.0, 1), Sound.REFUSAL: (0.08, 0.08, 2), Sound.WIN: (0.25, 0.15, 4)}
"""Seconds on, seconds off, and how often: a tick for a peg, two short ones for a refusal, four for a win."""


class Signals:
    """LEDs that tell whose turn it is, who deals and that the game is over, and an active buzzer.

    Each LED lights while its pin is high, and wants a resistor. A buzzer that draws more than a pin gives,
    16 mA, wants a transistor.
    """

    def __init__(self, pins: SignalSettings, factory: Any = None) -> None:
        """Open the pins, all low.

        Args:
            pins: which are used.
            factory: gpiozero's pin factory, the default one if None.

        Raises:
            Exception: no such pin, one in use, or no GPIO at all: gpiozero's errors, and lgpio's own. No pin
                is left open then.
        """
        self._open: list[Any] = []
        try:
            self._turn = [self._led(pin, factory) for pin in pins.turn]
            self._dealer = [self._led(pin, factory) for pin in pins.dealer]
            self._over = None if pins.game_over is None else self._led(pins.game_over, factory)
            self._buzzer: Any = None
            if pins.buzzer is not None:
                self._buzzer = Buzzer(pins.buzzer, pin_factory=factory)
                self._open.append(self._buzzer)
        except BaseException:
            self.close()
            raise

    def show(self, view: View) -> None:
        """Show whose turn it is, who deals, and whether the game is over."""
        for side, led in enumerate(self._turn):
            led.value = side == view.to_act
        for side, led in enumerate(self._dealer):
            led.value = side == view.dealer
        if self._over:
            self._over.value = view.winner is not None

    def sound(self, sound: Sound) -> None:
        """Make a sound, and return at once: gpiozero times it in a thread that ends with it."""
        if self._buzzer:
            on, off, times = BEEPS[sound]
            self._buzzer.beep(on_time=on, off_time=off, n=times)

    def close(self) -> None:
        """Leave all dark and silent, and give the pins back."""
        while self._open:
            self._open.pop().close()

    def _led(self, pin: int, factory: Any) -> Any:
        led = LED(pin, pin_factory=factory)
        self._open.append(led)
        return led
