"""The output for the displays: one image on all of them, turned, dimmed, and sent again if a display fails.

`Screens` draws each view once, turns the image towards the current player on each display, and dims it while
the board is idle: an image that stays on an OLED for a long time burns in, so an idle display is dimmed, its
image is moved by a pixel at intervals, and later the display goes dark. `Retried`
sends frames to a display (or to the LEDs), and tries again if it stops responding. No function here reads the
clock. Times are passed as arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from firmware_py.board.listener import Listener
from firmware_py.board.ports import Display
from firmware_py.render import oled
from firmware_py.render.font import Bitmap
from firmware_py.system.errors import DisplayError
from firmware_py.view.view import View

if TYPE_CHECKING:
    from firmware_py.config.displays import DisplaySettings

_Frame = TypeVar("_Frame")
RETRY = 0.9
"""The time between two attempts to reach a display that is not responding, in seconds.

A frame takes up to 93 ms on a slow bus, so a display that works again stays dark for a second at most.
"""
SHIFT = 60
"""The time between two moves of the image while the display is dimmed, in seconds."""
PLACES = ((0, 0), (1, 0), (1, 1), (0, 1))
"""The successive offsets of a dimmed image, in pixels to the right and down."""
AWAKE, DARK = 0, -1
"""Stages of dimming. From stage 1 on, the display is dimmed, and each stage has its own image offset."""


class Screens:
    """An output that keeps all displays up to date.

    Each view is drawn only once, even if there are two displays.
    """

    def __init__(self, displays: Sequence[tuple[Display, DisplaySettings]], listener: Listener) -> None:
        """Create an output for zero, one or two displays, each with its settings.

        The listener is notified when a display fails, and when it works again.
        """
        names = ("display", "second display")
        screens = [_Screen(*display) for display in displays]
        self._screens = [
            (screen, Retried(name, screen.show, listener))
            for name, screen in zip(names, screens, strict=False)
        ]
        self._view: View | None = None
        self._image: Bitmap | None = None
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

    def farewell(self, image: Bitmap, *, stays: bool = False) -> bool:
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


class _Picture(NamedTuple):
    image: Bitmap
    upside_down: bool
    contrast: int
    on: bool


class _Screen:
    def __init__(self, display: Display, settings: DisplaySettings) -> None:
        self.display = display
        self._settings = settings
        self._turned = False
        self._stays = False
        # The picture last sent to the display; None if the next picture must be sent in any case.
        self._contrast: int | None = None
        self._on: bool | None = None

    def stage(self, idle: float) -> int:
        """While the display is dimmed, 1 for the first offset in `PLACES`, 2 for the second, and so on."""
        settings = self._settings
        if settings.blank_after and idle >= settings.blank_after:
            return DARK
        if settings.dim_after and idle >= settings.dim_after:
            return 1 + int((idle - settings.dim_after) / SHIFT) % len(PLACES)
        return AWAKE

    def next_stage(self, idle: float) -> float | None:
        """The seconds after the last key press at which it begins; None if the current stage is the last."""
        settings = self._settings
        stage = self.stage(idle)
        ends = [settings.blank_after] if settings.blank_after and stage != DARK else []
        if stage == AWAKE and settings.dim_after:
            ends.append(settings.dim_after)
        elif stage > AWAKE:
            moved = int((idle - settings.dim_after) / SHIFT) + 1
            ends.append(settings.dim_after + moved * SHIFT)
        return min(ends, default=None)

    def picture(self, image: Bitmap, view: View, stage: int) -> _Picture:
        settings = self._settings
        if settings.facing == "turn":
            turned = _opposite(view)
            self._turned = self._turned if turned is None else turned
        return _Picture(
            _moved(image, *PLACES[stage - 1]) if stage > AWAKE else image,
            self._turned != (settings.rotate == 180),
            settings.dim_contrast if stage > AWAKE else settings.contrast,
            stage != DARK,
        )

    def last(self, image: Bitmap, *, stays: bool = False) -> None:
        """A picture that stays is dimmed, because it may remain there for days."""
        settings = self._settings
        contrast = settings.dim_contrast if stays else settings.contrast
        self.show(_Picture(image, settings.rotate == 180, contrast, True))
        self._stays = stays

    def close(self) -> None:
        if not self._stays:
            self.display.close()

    def show(self, picture: _Picture) -> None:
        contrast, on = self._contrast, self._on
        self._contrast = self._on = None
        self._stays = False
        if picture.on and on is False:
            # The panel may have lost its power while it was off, so set it up again with this picture.
            self.display.refresh()
            self.display.power(True)
        if picture.contrast != contrast:
            self.display.contrast(picture.contrast)
        # A panel that goes dark needs no picture, unless it has never answered yet.
        if picture.on or on is None:
            self.display.show(picture.image.frame(), upside_down=picture.upside_down)
        if picture.on != on:
            self.display.power(picture.on)
        self._contrast, self._on = picture.contrast, picture.on


def _opposite(view: View) -> bool | None:
    """None for the seats beside seat 0 at a table of four, and if nobody is to act."""
    seat = view.seat
    if seat is None or (view.players == 4 and seat % 2):
        return None
    return seat != 0


def _moved(image: Bitmap, right: int, down: int) -> Bitmap:
    if not (right or down):
        return image
    moved = Bitmap(image.width, image.height)
    moved.paste(image, right, down)
    return moved


class Retried(Generic[_Frame]):
    """A display or set of LEDs to which frames are sent. If sending a frame fails, it is sent again later.

    Attributes:
        retry_at: the time of the next attempt, in seconds; None while the display or LEDs are responding.
    """

    def __init__(self, part: str, show: Callable[[_Frame], None], listener: Listener) -> None:
        """Prepare to send frames to a part of the board, such as a display or the LEDs.

        Args:
            part: the part's name, for messages.
            show: a function that sends a frame to the part, and raises DisplayError if it does not respond.
            listener: the listener to notify when the part fails, and when it works again.
        """
        self.retry_at: float | None = None
        self._part = part
        self._show = show
        self._listener = listener
        self._frame: _Frame | None = None

    def change(self, frame: _Frame) -> None:
        """Set the frame to be sent by the next call to `send`."""
        self._frame = frame

    def send(self, now: float) -> None:
        """Send the frame, if it has not been sent yet. After a failure, nothing is sent until `retry_at`.

        `now` is the current time in seconds.
        """
        if self._frame is None or (self.retry_at is not None and now < self.retry_at):
            return
        try:
            self._show(self._frame)
        except DisplayError as error:
            if self.retry_at is None:
                self._listener.failed(self._part, error)
            self.retry_at = now + RETRY
            return
        self._frame = None
        if self.retry_at is not None:
            self._listener.noticed(f"{self._part}: back")
        self.retry_at = None
