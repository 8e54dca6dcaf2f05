"""How a screen shows a picture as time goes by: turned to a player, dimmed, moved about, dark.

An OLED burns in: a picture that stays leaves its shadow. So a screen that nobody keys anything at is dimmed
and its picture moved by a pixel now and then, and later it goes dark. Time is an argument.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from firmware_py.config.displays import DisplaySettings
from firmware_py.ports import Display

if TYPE_CHECKING:
    from PIL import Image

    from firmware_py.view.view import View

SHIFT = 60
"""Seconds that a picture stays in a place while the screen is dimmed."""
PLACES = ((0, 0), (1, 0), (1, 1), (0, 1))
"""Where it is moved to, one after the other: pixels right and down."""
STEADY = DisplaySettings(contrast=207, dim_after=0, blank_after=0)
"""A screen that stays as it is; 207 is the contrast that luma gives an SSD1306."""

AWAKE, DARK = 0, -1
"""Stages of a screen; those from 1 up are dimmed, with the picture in the first place, the second …"""


class Picture(NamedTuple):
    """What a screen is to show.

    Attributes:
        image: 128 by 64, mode `1`.
        upside_down: turned by half a turn.
        contrast: 0 to 255.
        on: whether anything is to be seen of it.
    """

    image: Image.Image
    upside_down: bool
    contrast: int
    on: bool


class Screen:
    """A display, and how it is to be used.

    Attributes:
        display: the display.
    """

    def __init__(self, display: Display, manner: DisplaySettings = STEADY) -> None:
        """Use a display in a manner: `rotate`, `facing`, and the settings of contrast and time are used."""
        self.display = display
        self._manner = manner
        self._turned = False
        self._stays = False
        # What the display was told last; None when it has to be told.
        self._contrast: int | None = None
        self._on: bool | None = None

    def stage(self, idle: float) -> int:
        """`AWAKE`, `DARK`, or a dimmed stage, so many seconds after the last press."""
        manner = self._manner
        if manner.blank_after and idle >= manner.blank_after:
            return DARK
        if manner.dim_after and idle >= manner.dim_after:
            return 1 + int((idle - manner.dim_after) / SHIFT) % len(PLACES)
        return AWAKE

    def next_stage(self, idle: float) -> float | None:
        """Seconds after the last press at which the stage changes next; None if it stays."""
        manner = self._manner
        stage = self.stage(idle)
        ends = [manner.blank_after] if manner.blank_after and stage != DARK else []
        if stage == AWAKE and manner.dim_after:
            ends.append(manner.dim_after)
        elif stage > AWAKE:
            moved = int((idle - manner.dim_after) / SHIFT) + 1
            ends.append(manner.dim_after + moved * SHIFT)
        return min(ends, default=None)

    def picture(self, image: Image.Image, view: View, stage: int) -> Picture:
        """What it shows of a view at a stage."""
        manner = self._manner
        if manner.facing == "turn":
            turned = opposite(view)
            self._turned = self._turned if turned is None else turned
        return Picture(
            _moved(image, *PLACES[stage - 1]) if stage > AWAKE else image,
            self._turned != (manner.rotate == 180),
            manner.dim_contrast if stage > AWAKE else manner.contrast,
            stage != DARK,
        )

    def last(self, image: Image.Image, *, stays: bool = False) -> None:
        """Show a picture that has nothing to do with the game.

        Args:
            image: the picture.
            stays: `close` leaves it there. It may then stand for days, so it is shown dimmed.

        Raises:
            DisplayError: the display does not answer.
        """
        manner = self._manner
        contrast = manner.dim_contrast if stays else manner.contrast
        self.show(Picture(image, manner.rotate == 180, contrast, True))
        self._stays = stays

    def close(self) -> None:
        """Leave the panel dark, but for a last picture that stays."""
        if not self._stays:
            self.display.close()

    def show(self, picture: Picture) -> None:
        """Show a picture.

        Raises:
            DisplayError: the display does not answer.
        """
        contrast, on = self._contrast, self._on
        self._contrast = self._on = None
        self._stays = False
        if picture.on and on is False:
            # A panel that is off and one that lost its power are alike: it is set up anew, with this picture.
            self.display.refresh()
            self.display.power(True)
        if picture.contrast != contrast:
            self.display.contrast(picture.contrast)
        # One that goes dark need not be sent what nobody sees, unless it has yet to say that it is there.
        if picture.on or on is None:
            self.display.show(picture.image, upside_down=picture.upside_down)
        if picture.on != on:
            self.display.power(picture.on)
        self._contrast, self._on = picture.contrast, picture.on


def opposite(view: View) -> bool | None:
    """Whether the player in turn sits opposite seat 0; None for nobody, or somebody at the side."""
    seat = view.seat
    if seat is None or (view.players == 4 and seat % 2):
        return None
    return seat != 0


def _moved(image: Image.Image, right: int, down: int) -> Image.Image:
    """A picture moved, black where nothing comes in."""
    if not (right or down):
        return image
    moved = image.copy()
    moved.paste(0, (0, 0, *image.size))
    moved.paste(image, (right, down))
    return moved
