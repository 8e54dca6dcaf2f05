"""A page on the OLED, such as the menu: a title, dark on light, and below it rows of text.

Each row has text on the left, on the right, or on both sides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

from firmware_py.render.box import draw_box
from firmware_py.render.font import NARROW, TEXT, fit
from firmware_py.render.screen_size import WIDTH

if TYPE_CHECKING:
    from firmware_py.input.joystick_picker import PickerView
    from firmware_py.view.page import Page

_ROWS = {4: (15, 27, 39, 51), 5: (13, 23, 33, 43, 53)}
"""The y-coordinate of the top of each row, on a page of up to four rows and on a page of five."""


def rows_of(page: Page) -> tuple[int, ...]:
    """Return the y-coordinate of the top of each row on a page, including blank rows."""
    return _ROWS[max(4, len(page.rows))]


def draw_page(image: Image.Image, page: Page, picker: PickerView | None) -> None:
    """Draw a page: its title, dark on light, and its rows below.

    Args:
        image: the image to draw on.
        page: the page.
        picker: the joystick's key picker, to be drawn on the page; None if there is none.
    """
    draw_box(image, 0, 0, WIDTH - 1, 11)
    right, ends = WIDTH - 2, (WIDTH - 1,) * len(page.rows)
    if picker:
        from firmware_py.render import oled_picker

        right, ends = oled_picker.draw_on_page(image, picker, page)
    if right:
        _draw_row(image, (2, 2), (page.title, page.corner), right, fill=0)
    for y, row, end in zip(rows_of(page), page.rows, ends, strict=False):
        _draw_row(image, (0, y), row, end)


def _draw_row(image: Image.Image, xy: tuple[int, int], row: tuple[str, str], end: int, fill: int = 1) -> None:
    """Draw a row: one string on the left and one on the right, in the narrow font if they are too wide.

    `end` is the x-coordinate at which the string on the right ends.
    """
    x, y = xy
    left, right = row
    face = TEXT if x + TEXT.width(left) + 3 + TEXT.width(right) <= end else NARROW
    room = end - face.width(right)
    face.draw(image, (x, y), fit(left, room - 3 - x, face), fill)
    face.draw(image, (room, y), right, fill)
