"""The image of a view on the OLED, 128 by 64 pixels.

    y 0-22   the scores, with a D beside the dealer's score; between them, an arrow that points to the side to
             act and, during the play, contains the count
    y 24-30  the tracks, one pixel per hole: a thick front peg, a thin back peg, a mark after each street
    y 32-63  three lines of text

With three sides, the scores are smaller (y 0-18), and the three tracks begin at y 20. There is no arrow: the
score of the side to act is dark on light, and the count is at the beginning of a line of text, before the
cards played. The scores and the tracks fill whole pages of the controller's memory, so that few bytes are
sent when little changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

from firmware_py.render.font import draw_line, font_for
from firmware_py.render.oled_fitted_text import text_lines
from firmware_py.render.oled_hints import draw_hints, hints_width
from firmware_py.render.oled_scores import draw_scores
from firmware_py.render.oled_tracks import draw_tracks
from firmware_py.render.screen_size import HEIGHT, WIDTH
from firmware_py.view.view import View

if TYPE_CHECKING:
    from firmware_py.input.joystick_picker import PickerView
    from firmware_py.view.page import Page
    from firmware_py.view.phone_page import PhonePicture

_LINES = (32, 43, 54)
"""The y-coordinate of the top of each line of text."""


def draw(view: View) -> Image.Image:
    """Return an image of the view, 128 by 64 pixels, in mode `1`."""
    image = Image.new("1", (WIDTH, HEIGHT))
    if view.phone and not view.message and not view.picker:
        _draw_phone(image, view.phone)
        return image
    if view.page:
        _draw_page(image, view, view.page)
        return image
    draw_scores(image, view)
    draw_tracks(image, view)
    if view.message:
        _draw_message(image, view.message, _LINES, on_page=False)
    elif view.picker:
        _draw_picker(image, view, view.picker)
    else:
        _draw_lines(image, view, text_lines(view))
    return image


# Pages and messages are imported when first needed, so that the first frame appears sooner.


def _draw_phone(image: Image.Image, picture: PhonePicture) -> None:
    from firmware_py.render.oled_phone import draw_phone

    draw_phone(image, picture)


def _draw_page(image: Image.Image, view: View, page: Page) -> None:
    from firmware_py.render.oled_page import draw_page, rows_of

    draw_page(image, page, view.picker)
    if view.message:
        _draw_message(image, view.message, rows_of(page), on_page=True)


def _draw_message(image: Image.Image, message: str, rows: tuple[int, ...], *, on_page: bool) -> None:
    from firmware_py.render.oled_message import draw_message

    draw_message(image, message, rows, on_page=on_page)


def _draw_lines(image: Image.Image, view: View, lines: list[str]) -> None:
    for y, line in zip(_LINES, lines, strict=False):
        draw_line(image, (1, y), line, WIDTH - 1)
    if view.hints:
        draw_hints(image, _LINES[-1], view.hints)


def _draw_picker(image: Image.Image, view: View, picker: PickerView) -> None:
    """Draw the joystick's key picker and the view's text.

    If the picker is open, its grid of keys replaces the text. Otherwise, the chosen key is drawn at the right
    edge of the display, beside a line of text.
    """
    # Imported only for boards with a joystick.
    from firmware_py.render import oled_picker

    if picker.open:
        oled_picker.draw_grid(image, picker)
        return
    width = oled_picker.chosen_width(picker) + 1
    lines = text_lines(view)
    free = [y for y, line in zip(_LINES, lines, strict=False) if 1 + _drawn_width(line) + width <= WIDTH]
    if not free and view.hints and hints_width(view.hints) + width <= WIDTH:
        free = [_LINES[-1]]
    if not free:
        lines = text_lines(view, width)
    _draw_lines(image, view, lines)
    oled_picker.draw_chosen(image, WIDTH - 1, free[-1] if free else _LINES[len(lines) - 1], picker)


def _drawn_width(line: str) -> int:
    return font_for(line, WIDTH - 1).width(line)
