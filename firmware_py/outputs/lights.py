"""The output for the LED tracks, its finale when a game is won, and the game holes that breathe before it."""

from __future__ import annotations

from collections.abc import Callable

from firmware_py.board.listener import Listener
from firmware_py.board.ports import Lights
from firmware_py.render import leds
from firmware_py.view.view import View

from .screens import Retried

Paint = Callable[[View, float | None], bytes]
"""A function that returns the colours of all LEDs for a view.

Its second argument is the time since the animation began, in seconds, or None while there is none.
"""


class LedTracks:
    """An output that shows the pegs on the board's LED tracks, with animations before and after a game."""

    def __init__(self, lights: Lights, paint: Paint, listener: Listener, *, breathes: bool = False) -> None:
        """Create an output that shows the game on LEDs.

        Args:
            lights: the LEDs.
            paint: a function that returns the colours of the LEDs for a view.
            listener: the listener to notify when the LEDs fail, and when they work again.
            breathes: True if the game holes breathe while all pegs are in the start holes.
        """
        self._lights = lights
        self._sent = Retried("lights", lights.show, listener)
        self._paint, self._breathes = paint, breathes
        self._view: View | None = None
        self._began_at: float | None = None
        self._lasts = leds.FINALE
        self._moves_at: float | None = None

    def show(self, view: View, now: float) -> None:
        """Show the view on the LEDs. `now` is the current time in seconds."""
        new = self._view is None or view.number != self._view.number
        if new:
            self._note_animation(view, now)
            if self._view is None or view.dealer != self._view.dealer:
                self._lights.refresh()  # the LEDs may have lost their power unnoticed
            self._view = view
        if new or self._moves_at is not None:
            self._sent.change(self._paint(view, self._since(now)))
        self._sent.send(now)

    @property
    def deadline(self) -> float | None:
        """The time by which `show` must be called again; None if it need not be.

        It is the time of the next frame of an animation, or of the next attempt to reach LEDs
        that have failed.
        """
        times = (self._moves_at, self._sent.retry_at)
        return min((time for time in times if time is not None), default=None)

    def close(self) -> None:
        """Switch off all LEDs."""
        self._lights.close()

    def _note_animation(self, view: View, now: float) -> None:
        # A game that was won before the board started has no finale.
        if view.winner is None:
            breathes = self._breathes and leds.is_at_start(view)
            self._began_at, self._lasts = now if breathes else None, leds.BREATHING
        elif self._view is not None and self._view.winner is None:
            self._began_at, self._lasts = now, leds.FINALE

    def _since(self, now: float) -> float | None:
        """Also schedule the next frame. Return the seconds since the animation began, or None without one."""
        if self._began_at is None or now - self._began_at >= self._lasts:
            self._moves_at = None
            return None
        self._moves_at = now + leds.STEP
        return now - self._began_at
