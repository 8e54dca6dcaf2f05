"""The tracks of LEDs as time goes by: the game as it stands, and the finale."""

from __future__ import annotations

from collections.abc import Callable

from firmware_py.outputs.retry import Shown
from firmware_py.ports import Lights
from firmware_py.render import led_finale
from firmware_py.view.view import View

Paint = Callable[[View, float | None], bytes]
"""The colours of all LEDs for a view, so many seconds after the game was won; None at rest."""


class Tracks:
    """Keeps the LEDs showing what there is to see."""

    def __init__(self, lights: Lights, paint: Paint, tell: Callable[[str], None]) -> None:
        """Tracks of these LEDs, painted so; `tell` takes a line when they fail, and when they are back."""
        self._lights = lights
        self._shown = Shown("lights", lights.show, tell)
        self._paint = paint
        self._view: View | None = None
        self._won_at: float | None = None
        self._moves_at: float | None = None

    def show(self, view: View, now: float) -> None:
        """Show a view as it looks at a time."""
        new = view is not self._view
        if new:
            self._note_winner(view, now)
            if self._view is None or view.dealer != self._view.dealer:
                self._lights.refresh()  # they may have lost their power, unnoticed
            self._view = view
        if new or self._moves_at is not None:
            self._shown.change(self._paint(view, self._finale(now)))
        self._shown.send(now)

    @property
    def deadline(self) -> float | None:
        """When `show` must be called at the latest: for the finale, or to try again."""
        times = (self._moves_at, self._shown.retry)
        return min((time for time in times if time is not None), default=None)

    def _note_winner(self, view: View, now: float) -> None:
        """The finale is for a game won while the board looks on, not for one that it finds won."""
        if view.winner is None:
            self._won_at = None
        elif self._view is not None and self._view.winner is None:
            self._won_at = now

    def _finale(self, now: float) -> float | None:
        """Seconds since the game was won, None when that is long ago; notes when the finale moves on."""
        if self._won_at is None or now - self._won_at >= led_finale.FINALE:
            self._moves_at = None
            return None
        self._moves_at = now + led_finale.STEP
        return now - self._won_at
