"""A display that can face the current player, and that dims and later goes dark when idle.

An image that stays on an OLED for a long time burns in. So an idle display is dimmed, and its image is
moved by a pixel at intervals; later the display goes dark. No function here reads the clock. Times are
passed as arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from firmware_py.ports import Display

if TYPE_CHECKING:
    from PIL import Image

    from firmware_py.config.displays import DisplaySettings
    from firmware_py.view.view import View

SHIFT = 60
"""The time between two moves of the image while the display is dimmed, in seconds."""
PLACES = ((0, 0), (1, 0), (1, 1), (0, 1))
"""The successive offsets of a dimmed image, in pixels to the right and down."""

AWAKE, DARK = 0, -1
"""Stages of dimming. From stage 1 on, the display is dimmed, and each stage has its own image offset."""


class Picture(NamedTuple):
    """An image for a display, with the settings used to show it.

    Attributes:
        image: the pixels, 128 by 64, in Pillow's mode `1`.
        upside_down: True if the image is rotated by 180 degrees.
        contrast: the panel's contrast, 0 to 255.
        on: True to switch the panel on, False to switch it off.
    """

    image: Image.Image
    upside_down: bool
    contrast: int
    on: bool


class DimmingScreen:
    """A display that is rotated and dimmed according to its settings.

    Attributes:
        display: the driver of the display.
    """

    def __init__(self, display: Display, settings: DisplaySettings) -> None:
        """Create a screen.

        Args:
            display: the driver of the display.
            settings: the settings of the display.
        """
        self.display = display
        self._settings = settings
        self._turned = False
        self._stays = False
        # The picture last sent to the display; None if the next picture must be sent in any case.
        self._contrast: int | None = None
        self._on: bool | None = None

    def stage(self, idle: float) -> int:
        """Return the stage of dimming after `idle` seconds without a key press.

        Returns:
            `AWAKE` while the display is bright, and `DARK` after it has been switched off. While the display
            is dimmed, 1 if the image is shifted by the first offset in `PLACES`, 2 for the second, and so on.
        """
        settings = self._settings
        if settings.blank_after and idle >= settings.blank_after:
            return DARK
        if settings.dim_after and idle >= settings.dim_after:
            return 1 + int((idle - settings.dim_after) / SHIFT) % len(PLACES)
        return AWAKE

    def next_stage(self, idle: float) -> float | None:
        """Return how many seconds after the last key press the next stage of dimming begins.

        Return None if the current stage is the last one.

        Args:
            idle: the time since the last key press, in seconds.
        """
        settings = self._settings
        stage = self.stage(idle)
        ends = [settings.blank_after] if settings.blank_after and stage != DARK else []
        if stage == AWAKE and settings.dim_after:
            ends.append(settings.dim_after)
        elif stage > AWAKE:
            moved = int((idle - settings.dim_after) / SHIFT) + 1
            ends.append(settings.dim_after + moved * SHIFT)
        return min(ends, default=None)

    def picture(self, image: Image.Image, view: View, stage: int) -> Picture:
        """Return the picture to send to the display at a given stage of dimming.

        Args:
            image: the image drawn for the view.
            view: the view, which says which player a rotating display should face.
            stage: the stage of dimming, as returned by the method `stage`.
        """
        settings = self._settings
        if settings.facing == "turn":
            turned = opposite(view)
            self._turned = self._turned if turned is None else turned
        return Picture(
            _moved(image, *PLACES[stage - 1]) if stage > AWAKE else image,
            self._turned != (settings.rotate == 180),
            settings.dim_contrast if stage > AWAKE else settings.contrast,
            stage != DARK,
        )

    def last(self, image: Image.Image, *, stays: bool = False) -> None:
        """Show a final image, such as a goodbye message.

        Args:
            image: the image to show.
            stays: if True, the image remains on the display after `close`. It is then dimmed, because it
                may remain there for days.

        Raises:
            DisplayError: the display is not responding.
        """
        settings = self._settings
        contrast = settings.dim_contrast if stays else settings.contrast
        self.show(Picture(image, settings.rotate == 180, contrast, True))
        self._stays = stays

    def close(self) -> None:
        """Switch off the panel, unless it should continue to show its final image."""
        if not self._stays:
            self.display.close()

    def show(self, picture: Picture) -> None:
        """Send a picture to the display.

        Raises:
            DisplayError: the display is not responding.
        """
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
            self.display.show(picture.image, upside_down=picture.upside_down)
        if picture.on != on:
            self.display.power(picture.on)
        self._contrast, self._on = picture.contrast, picture.on


def opposite(view: View) -> bool | None:
    """Return False if the current player sits in seat 0, or True if the player sits opposite seat 0.

    With two or three players, all other seats count as opposite. With four, only seat 2 does, and the result
    is None for seats 1 and 3. The result is also None if there is no current player.
    """
    seat = view.seat
    if seat is None or (view.players == 4 and seat % 2):
        return None
    return seat != 0


def _moved(image: Image.Image, right: int, down: int) -> Image.Image:
    if not (right or down):
        return image
    moved = image.copy()
    moved.paste(0, (0, 0, *image.size))
    moved.paste(image, (right, down))
    return moved
