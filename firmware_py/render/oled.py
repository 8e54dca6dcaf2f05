"""The image of a view on the OLED, and the images before and after the game.

    y 0-22   the scores, with a D beside the dealer's score; between them, an arrow that points to the side to
             act and, during the play, contains the count
    y 24-30  the tracks, one pixel per hole: a thick front peg, a thin back peg, a mark after each street
    y 32-63  three lines of text, the last of which may be key hints; a message covers them, dark on light

With three sides, the scores are smaller (y 0-18), and the three tracks begin at y 20. There is no arrow: the
score of the side to act is dark on light, and the count is at the beginning of a line of text, before the
cards played. The scores and the tracks fill whole pages of the controller's memory, so that few bytes are
sent when little changes. Four scores are narrower (y 0-17), and the four tracks lie close together from y 19.

`render/game` draws the three parts of the game. A page, a phone's code and the joystick's grid take the place
of some or all of them; `render/pages` draws these, and is imported when the first is shown, so that the first
frame appears sooner.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from firmware_py.view.view import View
from firmware_py.words.in_use import words

from .font import HEIGHT, LARGE, NARROW, TEXT, WIDTH, Bitmap, draw_line, font_for, lines_of, wrap
from .game import draw_scores, draw_tracks, text_lines

if TYPE_CHECKING:
    from firmware_py.input.joystick import PickerView
    from firmware_py.input.page import Hint, Page

_LINES = (32, 43, 54)
"""The y-coordinate of the top of each line of text."""
_CLOSE = 10
"""The distance between lines in a message that fills the whole display, in pixels."""
_MOST_LINES = HEIGHT // _CLOSE
_ROOMY = 12
"""The rows are widely spaced if the last row begins more than this many pixels above the lower edge."""
_APART = 10
"""The space between two hints, in pixels."""


def draw(view: View) -> Bitmap:
    """Return an image of the view."""
    image = Bitmap(WIDTH, HEIGHT)
    if view.phone and not view.message and not view.picker:
        from .pages import draw_phone

        draw_phone(image, view.phone)
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


def _draw_page(image: Bitmap, view: View, page: Page) -> None:
    from .pages import draw_page, rows_of

    draw_page(image, page, view.picker)
    if view.message:
        _draw_message(image, view.message, rows_of(page), on_page=True)


def _draw_lines(image: Bitmap, view: View, lines: list[str]) -> None:
    for y, line in zip(_LINES, lines, strict=False):
        draw_line(image, (1, y), line, WIDTH - 1)
    if view.hints:
        _draw_hints(image, _LINES[-1], view.hints)


def _draw_picker(image: Bitmap, view: View, picker: PickerView) -> None:
    # An open picker takes the place of the text. Otherwise, the chosen key is drawn at the right edge, beside
    # a line of text.
    from . import pages

    if picker.open:
        pages.draw_grid(image, picker)
        return
    width = pages.chosen_width(picker) + 1
    lines = text_lines(view)
    free = [y for y, line in zip(_LINES, lines, strict=False) if 1 + _drawn_width(line) + width <= WIDTH]
    if not free and view.hints and _hints_width(view.hints) + width <= WIDTH:
        free = [_LINES[-1]]
    if not free:
        lines = text_lines(view, width)
    _draw_lines(image, view, lines)
    pages.draw_chosen(image, WIDTH - 1, free[-1] if free else _LINES[len(lines) - 1], picker)


def _drawn_width(line: str) -> int:
    return font_for(line, WIDTH - 1).width(line)


def _draw_message(image: Bitmap, message: str, rows: tuple[int, ...], *, on_page: bool) -> None:
    """Dark on light, unlike a score. A message with more lines than `rows` stands at the bottom."""
    lines = lines_of(message, WIDTH - 4, _MOST_LINES)
    if len(lines) > len(rows):
        rows = tuple(HEIGHT + 1 - _CLOSE * (len(lines) - row) for row in range(len(lines)))
    elif on_page:
        rows = rows[-len(lines) :]
    margin = 2 if HEIGHT - rows[-1] > _ROOMY else 1
    image.box(0, max(0, rows[0] - margin), WIDTH - 1, HEIGHT - 1)
    for y, line in zip(rows, lines, strict=False):
        draw_line(image, (2, y), line, WIDTH - 4, fill=0)


def _hints_width(hints: Sequence[Hint]) -> int:
    return sum(TEXT.width(key.value) + TEXT.width(meaning) + 8 + _APART for key, meaning in hints) - _APART


def _draw_hints(image: Bitmap, y: int, hints: Sequence[Hint]) -> None:
    """A row that is too wide is drawn closer together, or in the narrow font."""
    over = max(0, _hints_width(hints) - WIDTH)
    apart, face = (_APART - over, TEXT) if over < _APART // 2 else (_APART, NARROW)
    x = 0
    for key, meaning in hints:
        width = face.width(key.value)
        image.box(x, y - 1, x + width + 3, y + 9)
        face.draw(image, (x + 2, y), key.value, fill=0)
        x = face.draw(image, (x + width + 7, y), meaning) + apart


def splash() -> Bitmap:
    """Return the image that is shown when the board starts: the name Muggins above a cribbage board."""
    image = _titled("Muggins")
    for row, (front, back) in enumerate(((17, 11), (20, 14))):
        y = 44 + 8 * row
        for hole in range(25):
            x = 4 + 5 * hole
            if hole in (front, back):
                image.box(x - 1, y - 1, x + 1, y + 1)
            else:
                image.box(x, y, x, y)
    return image


def goodbye() -> Bitmap:
    """Return the image that is shown when the board stops. It says that the game has been saved."""
    image = _titled(words().GOODBYE)
    said = words().GAME_IS_SAVED
    TEXT.draw(image, ((WIDTH - TEXT.width(said)) // 2, 46), said)
    return image


def switching_off() -> Bitmap:
    """Return the image that is shown while the machine shuts down.

    Its text tells players when it is safe to cut the power.
    """
    image = _barred(words().SWITCHING_OFF)
    for row, line in enumerate(wrap(words().PULL_THE_PLUG, WIDTH - 2, 4)):
        TEXT.draw(image, (1, 15 + 12 * row), line)
    return image


def fault(why: str) -> Bitmap:
    """Return an image that says why the board cannot start, in up to five lines."""
    image = _barred(words().CANNOT_START)
    name, _, rest = why.partition(": ")
    short = f"{name.rpartition('/')[2]}: {rest}"  # there is no room for the whole path
    lines = lines_of(short, WIDTH - 2, 5)
    first, pitch = (13, 10) if len(lines) == 5 else (15, 12)
    for row, line in enumerate(lines):
        draw_line(image, (1, first + pitch * row), line, WIDTH - 2)
    return image


def _barred(title: str) -> Bitmap:
    image = Bitmap(WIDTH, HEIGHT)
    image.box(0, 0, WIDTH - 1, 11)
    TEXT.draw(image, (2, 2), title, fill=0)
    return image


def _titled(title: str) -> Bitmap:
    image = Bitmap(WIDTH, HEIGHT)
    LARGE.draw(image, ((WIDTH - LARGE.width(title)) // 2, 12), title)
    return image
