"""Keeping screens, lights and signals showing what there is to see, and trying again what fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Generic, TypeVar

from firmware_py.ports import Display, DisplayError, Lights, Signals, Sound
from firmware_py.render import leds, oled
from firmware_py.screen import AWAKE, DARK, Screen
from firmware_py.view import View

if TYPE_CHECKING:
    from PIL import Image

_Frame = TypeVar("_Frame")

RETRY = 0.9
"""Seconds between two tries to reach a display that does not answer.

With the frame itself, which takes up to 93 ms on a slow bus, it has been dark for a second at most when it
comes back."""


class Frames:
    """All that shows the game. A part that does not answer is left alone for a second, and the game goes on.

    Attributes:
        signals: single LEDs and a buzzer; None for none. They may come later than the first frame.
    """

    def __init__(
        self,
        screens: Sequence[Screen] = (),
        lights: Lights | None = None,
        tell: Callable[[str], None] = lambda text: None,
        *,
        paint: Callable[[View, float | None], bytes] = leds.draw,
        signals: Signals | None = None,
    ) -> None:
        """Frames for these parts, any of which may be missing.

        Args:
            screens: the screens.
            lights: the LEDs of the tracks.
            tell: takes a line about a part that fails, or answers again.
            paint: the colours of the LEDs for a view, so many seconds after the game was won.
            signals: single LEDs and a buzzer.
        """
        names = ("display", "second display") if len(screens) > 1 else ("display",)
        self._screens = [
            (screen, _Shown(name, screen.show, tell)) for name, screen in zip(names, screens, strict=False)
        ]
        self._lights = _Shown("lights", lights.show, tell) if lights else None
        # What may have lost its power unnoticed is sent everything again with each deal.
        self._refreshed: list[Display | Lights] = [screen.display for screen in screens]
        if lights:
            self._refreshed.append(lights)
        self._paint = paint
        self.signals = signals
        self._signalled: View | None = None
        self._view: View | None = None
        self._image: Image.Image | None = None
        self._stages = [AWAKE] * len(screens)
        self._stirred_at = 0.0
        self._stage_ends: float | None = None
        self._won_at: float | None = None
        self._moves_at: float | None = None

    def show(self, view: View, now: float) -> None:
        """Show a view as it looks at a time. A part that does not answer is left for later.

        A view that is not the one shown before is a sign of life: screens wake up.
        """
        new = view is not self._view
        if new:
            self._note_winner(view, now)
            if self._screens:
                self._image = oled.draw(view)
            self._stirred_at = now
        if new and (self._view is None or view.dealer != self._view.dealer):
            for part in self._refreshed:
                part.refresh()
        self._show_on_screens(view, now, new)
        if self._lights and (new or self._moves_at is not None):
            self._lights.change(self._paint(view, self._finale(now)))
        if self.signals and view is not self._signalled:
            self.signals.show(view)
            sound = _sound(self._signalled, view)
            if sound:
                self.signals.sound(sound)
            self._signalled = view
        self._view = view
        for _, shown in self._screens:
            shown.send(now)
        if self._lights:
            self._lights.send(now)

    @property
    def deadline(self) -> float | None:
        """When `show` must be called at the latest: something moves, or a part is to be tried again."""
        retries = [shown.retry for _, shown in self._screens]
        if self._lights:
            retries.append(self._lights.retry)
        times = (self._moves_at, self._stage_ends, *retries)
        return min((time for time in times if time is not None), default=None)

    @property
    def asleep(self) -> bool:
        """Whether all screens have gone dark by themselves: nobody can see what a press would do."""
        return bool(self._screens) and all(
            stage == DARK and shown.retry is None
            for stage, (_, shown) in zip(self._stages, self._screens, strict=True)
        )

    def farewell(self, image: Image.Image) -> bool:
        """Show a last picture on all screens that answer; whether any does."""
        shown = False
        for screen, _ in self._screens:
            with suppress(DisplayError):
                screen.last(image)
                shown = True
        return shown

    def _show_on_screens(self, view: View, now: float, new: bool) -> None:
        idle = now - self._stirred_at
        ends: list[float] = []
        for place, (screen, shown) in enumerate(self._screens):
            stage = screen.stage(idle)
            if new or stage != self._stages[place]:
                self._stages[place] = stage
                assert self._image
                shown.change(screen.picture(self._image, view, stage))
            end = screen.next_stage(idle)
            if end is not None:
                ends.append(self._stirred_at + end)
        self._stage_ends = min(ends, default=None)

    def _note_winner(self, view: View, now: float) -> None:
        """The finale is for a game won while the board looks on, not for one that it finds won."""
        if view.winner is None:
            self._won_at = None
        elif self._view is not None and self._view.winner is None:
            self._won_at = now

    def _finale(self, now: float) -> float | None:
        """Seconds since the game was won, None when that is long ago; notes when the finale moves on."""
        if self._won_at is None or now - self._won_at >= leds.FINALE:
            self._moves_at = None
            return None
        self._moves_at = now + leds.STEP
        return now - self._won_at


def _sound(before: View | None, after: View) -> Sound | None:
    """What is to be heard of a press."""
    if before is None:
        return None
    if after.winner is not None and before.winner is None:
        return Sound.WIN
    if after.refusal:
        return Sound.REFUSAL
    fronts = [track.front for track in before.tracks]
    if len(fronts) == len(after.tracks) and any(
        track.front > front for front, track in zip(fronts, after.tracks, strict=True)
    ):
        return Sound.PEG
    return None


class _Shown(Generic[_Frame]):
    """A part that shows frames: what it is to show, and when to try again once it failed.

    Attributes:
        retry: when to try again; None while it answers.
    """

    def __init__(self, name: str, show: Callable[[_Frame], None], tell: Callable[[str], None]) -> None:
        self.retry: float | None = None
        self._name = name
        self._show = show
        self._tell = tell
        self._frame: _Frame | None = None

    def change(self, frame: _Frame) -> None:
        """From now on it is to show this frame."""
        self._frame = frame

    def send(self, now: float) -> None:
        """Show the frame if it is new, but leave a part alone that failed less than `RETRY` seconds ago."""
        if self._frame is None or (self.retry is not None and now < self.retry):
            return
        try:
            self._show(self._frame)
        except DisplayError as error:
            if self.retry is None:
                self._tell(f"{self._name}: {error}; the game goes on, trying again every second")
            self.retry = now + RETRY
            return
        self._frame = None
        if self.retry is not None:
            self._tell(f"{self._name}: back")
        self.retry = None
