"""Keeping all that shows the game showing what there is to see: screens, tracks and signals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from firmware_py.errors import DisplayError
from firmware_py.outputs.retry import Shown
from firmware_py.outputs.screen import AWAKE, DARK, Screen
from firmware_py.ports import Lights, Signals, Sound
from firmware_py.render import oled
from firmware_py.view.view import View

if TYPE_CHECKING:
    from PIL import Image

    from firmware_py.outputs.led_tracks import Paint, Tracks


class Frames:
    """All that shows the game. A part that does not answer is left alone for a second, and the game goes on.

    Attributes:
        signals: single LEDs and a buzzer; None for none. They may come later than the first frame.
        tell: takes a line for whoever looks after the board.
    """

    def __init__(
        self,
        screens: Sequence[Screen] = (),
        lights: Lights | None = None,
        tell: Callable[[str], None] = lambda text: None,
        *,
        signals: Signals | None = None,
    ) -> None:
        """Frames for these parts, any of which may be missing.

        Args:
            screens: the screens.
            lights: the LEDs of the tracks, in the usual shape and colours; `light` takes others.
            tell: takes a line about a part that fails, or answers again.
            signals: single LEDs and a buzzer.
        """
        names = ("display", "second display") if len(screens) > 1 else ("display",)
        self._screens = [
            (screen, Shown(name, screen.show, tell)) for name, screen in zip(names, screens, strict=False)
        ]
        self.tell = tell
        self.signals = signals
        self._tracks: Tracks | None = None
        self._view: View | None = None
        self._image: Image.Image | None = None
        self._stages = [AWAKE] * len(screens)
        self._stirred_at = 0.0
        self._stage_ends: float | None = None
        if lights:
            self.light(lights)

    def light(self, lights: Lights, paint: Paint | None = None) -> None:
        """Have LEDs for the tracks from the next `show` on.

        Args:
            lights: the LEDs.
            paint: what gives them their colours; the usual shape and colours if None.
        """
        # Imported here: the first picture on the screen need not wait for them.
        from firmware_py.outputs.led_tracks import Tracks
        from firmware_py.render.leds import LedPainter

        self._tracks = Tracks(lights, paint or LedPainter().paint, self.tell)

    def show(self, view: View, now: float) -> None:
        """Show a view as it looks at a time. A part that does not answer is left for later.

        A view that is not the one shown before is a sign of life: screens wake up.
        """
        new = view is not self._view
        if new:
            self._stirred_at = now
            if self._screens:
                self._image = oled.draw(view)
        self._show_on_screens(view, now, new)
        if self._tracks:
            self._tracks.show(view, now)
        if self.signals:
            self.signals.show(view)
            sound = _sound(self._view, view) if new else None
            if sound:
                self.signals.sound(sound)
        self._view = view

    @property
    def deadline(self) -> float | None:
        """When `show` must be called at the latest: something moves, or a part is to be tried again."""
        times = [self._stage_ends, *(shown.retry for _, shown in self._screens)]
        if self._tracks:
            times.append(self._tracks.deadline)
        return min((time for time in times if time is not None), default=None)

    @property
    def asleep(self) -> bool:
        """Whether all screens have gone dark by themselves: nobody can see what a press would do."""
        return bool(self._screens) and all(
            stage == DARK and shown.retry is None
            for stage, (_, shown) in zip(self._stages, self._screens, strict=True)
        )

    def farewell(self, image: Image.Image, *, stays: bool = False) -> bool:
        """Show a last picture on all screens that answer; whether any does.

        Args:
            image: the picture.
            stays: it is to be seen after the board has ended, until the next `show`.
        """
        seen = False
        for screen, _ in self._screens:
            with suppress(DisplayError):
                screen.last(image, stays=stays)
                seen = True
        return seen

    def _show_on_screens(self, view: View, now: float, new: bool) -> None:
        idle = now - self._stirred_at
        dealt = new and (self._view is None or view.dealer != self._view.dealer)
        ends: list[float] = []
        for place, (screen, shown) in enumerate(self._screens):
            stage = screen.stage(idle)
            if dealt:
                screen.display.refresh()  # it may have lost its power, unnoticed
            if new or stage != self._stages[place]:
                self._stages[place] = stage
                assert self._image
                shown.change(screen.picture(self._image, view, stage))
            end = screen.next_stage(idle)
            if end is not None:
                ends.append(self._stirred_at + end)
            shown.send(now)
        self._stage_ends = min(ends, default=None)


def _sound(before: View | None, after: View) -> Sound | None:
    """What is to be heard of a press."""
    if before is None:
        return None
    if after.winner is not None and before.winner is None:
        return Sound.WIN
    if after.refusal and not after.notice:  # with a notice it is the view after the press, said already
        return Sound.REFUSAL
    fronts = [track.front for track in before.tracks]
    if len(fronts) == len(after.tracks) and any(
        track.front > front for front, track in zip(fronts, after.tracks, strict=True)
    ):
        return Sound.PEG
    return None
