"""An output that shows the same image on all of the board's displays."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from firmware_py.errors import DisplayError
from firmware_py.listeners.listener import Listener
from firmware_py.outputs.retry_failed_part import Retried
from firmware_py.outputs.screen_dimming import AWAKE, DARK, DimmingScreen
from firmware_py.render import oled
from firmware_py.view.view import View

if TYPE_CHECKING:
    from PIL import Image


class Screens:
    """An output that keeps all displays up to date.

    Each view is drawn only once, even if there are two displays.
    """

    def __init__(self, screens: Sequence[DimmingScreen], listener: Listener) -> None:
        """Create an output for zero, one or two displays.

        The listener is notified when a display fails, and when it works again.
        """
        names = ("display", "second display")
        self._screens = [
            (screen, Retried(name, screen.show, listener))
            for name, screen in zip(names, screens, strict=False)
        ]
        self._view: View | None = None
        self._image: Image.Image | None = None
        self._stages = [AWAKE] * len(screens)
        self._woken_at = 0.0
        self._stage_ends: float | None = None

    def show(self, view: View, now: float) -> None:
        """Show the view on the displays. A new view brightens every display that is dimmed or dark."""
        if not self._screens:
            return
        new = self._view is None or view.number != self._view.number
        # At a new deal, set the panels up again: they may have lost their power unnoticed.
        refreshes = new and (self._view is None or view.dealer != self._view.dealer)
        if new:
            self._woken_at = now
            self._view = view
            self._image = oled.draw(view)
        idle = now - self._woken_at
        ends: list[float] = []
        for index, (screen, sent) in enumerate(self._screens):
            stage = screen.stage(idle)
            if refreshes:
                screen.display.refresh()
            if new or stage != self._stages[index]:
                self._stages[index] = stage
                assert self._image
                sent.change(screen.picture(self._image, view, stage))
            end = screen.next_stage(idle)
            if end is not None:
                ends.append(self._woken_at + end)
            sent.send(now)
        self._stage_ends = min(ends, default=None)

    @property
    def deadline(self) -> float | None:
        """The time by which `show` must be called again, for example to dim a display or to resend an image.

        None if nothing needs to be done.
        """
        times = [self._stage_ends, *(sent.retry_at for _, sent in self._screens)]
        return min((time for time in times if time is not None), default=None)

    @property
    def asleep(self) -> bool:
        """True if all displays have gone dark because no key has been pressed for some time."""
        return bool(self._screens) and all(
            stage == DARK and sent.retry_at is None
            for stage, (_, sent) in zip(self._stages, self._screens, strict=True)
        )

    def farewell(self, image: Image.Image, *, stays: bool = False) -> bool:
        """Show a final image on all working displays. Return True if at least one display shows it.

        Args:
            image: the image to show.
            stays: if True, the image remains on the displays after `close`.
        """
        seen = False
        for screen, _ in self._screens:
            with suppress(DisplayError):
                screen.last(image, stays=stays)
                seen = True
        return seen

    def close(self) -> None:
        """Switch off each display, unless it should continue to show its final image."""
        for screen, _ in self._screens:
            screen.close()
