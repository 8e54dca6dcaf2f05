"""The indicator LEDs as an output: whose turn it is, who deals, and whether the game is over."""

from __future__ import annotations

from firmware_py.ports import IndicatorLeds
from firmware_py.view.view import View


class Indicators:
    """Keeps the indicator LEDs up to date."""

    deadline: None = None

    def __init__(self, leds: IndicatorLeds) -> None:
        """Show the game on these LEDs."""
        self._leds = leds

    def show(self, view: View, now: float) -> None:
        """Light the LEDs of the side in turn and of the dealer's side, and that of a finished game."""
        self._leds.show(view.to_act, view.dealer, is_over=view.winner is not None)

    def close(self) -> None:
        """Leave the LEDs dark."""
        self._leds.close()
