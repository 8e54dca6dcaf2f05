"""The output for the indicator LEDs, which show whose turn it is, who deals, and whether the game is over."""

from __future__ import annotations

from firmware_py.ports import IndicatorLeds
from firmware_py.view.view import View


class Indicators:
    """An output that shows the turn, the dealer's side and the end of the game on the indicator LEDs."""

    deadline: None = None

    def __init__(self, leds: IndicatorLeds) -> None:
        self._leds = leds

    def show(self, view: View, now: float) -> None:
        """Show on the LEDs whose turn it is, which side deals, and whether the game is over.

        `now` is not used.
        """
        self._leds.show(view.to_act, view.dealer, is_over=view.winner is not None)

    def close(self) -> None:
        """Switch off all indicator LEDs."""
        self._leds.close()
