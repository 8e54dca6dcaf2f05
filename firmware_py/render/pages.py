"""The pictures that take the place of the game on the OLED: a page, a phone's code, the joystick's keys.

**A page**, such as the menu, is a title, dark on light, and rows of text below it.

**The picture for a phone** is a QR code and, beside it, an address and a code to type:

    x 0-61    the QR code, two pixels per module, with a light margin three modules wide
    x 64-127  the web address and, dark on light, the code to type; below them, how many phones have joined,
              and which keys can be pressed

A QR code of more than 25 modules would be too small or too close to the edges to be read reliably. In that
case, the text takes up the whole width.

**The key picker** is a grid of keys or, if it is closed, only the chosen key. During the game, the whole grid
is drawn at y 32-63, in place of the three lines of text; each row is 11 pixels high. On a page, only the row
with the chosen cell is drawn, at y 0-11, in place of the page's title. The chosen cell is dark on light; on a
page, it is light on dark. A cell that cannot be chosen is drawn as a dot, so that the other cells never move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from firmware_py.input.joystick import COLUMNS, PickerView
from firmware_py.input.keys import Key

from .font import HEIGHT, NARROW, TEXT, WIDTH, Bitmap, draw_line, fit, font_for

if TYPE_CHECKING:
    from firmware_py.input.page import Page
    from firmware_py.input.phone import Modules, PhonePicture

_ROWS = {4: (15, 27, 39, 51), 5: (13, 23, 33, 43, 53)}
"""The y-coordinate of the top of each row, on a page of up to four rows and on a page of five."""


def rows_of(page: Page) -> tuple[int, ...]:
    """Return the y-coordinate of the top of each row on a page, including blank rows."""
    return _ROWS[max(4, len(page.rows))]


def draw_page(image: Bitmap, page: Page, picker: PickerView | None) -> None:
    """Draw a page: its title, dark on light, and its rows below."""
    image.box(0, 0, WIDTH - 1, 11)
    right, ends = WIDTH - 2, (WIDTH - 1,) * len(page.rows)
    if picker:
        right, ends = _draw_on_page(image, picker, page)
    if right:
        _draw_row(image, (2, 2), (page.title, page.corner), right, fill=0)
    for y, row, end in zip(rows_of(page), page.rows, ends, strict=False):
        _draw_row(image, (0, y), row, end)


def _draw_row(image: Bitmap, xy: tuple[int, int], row: tuple[str, str], end: int, fill: int = 1) -> None:
    # In the narrow font if both strings are too wide. The string on the right ends at `end`.
    x, y = xy
    left, right = row
    face = TEXT if x + TEXT.width(left) + 3 + TEXT.width(right) <= end else NARROW
    room = end - face.width(right)
    face.draw(image, (x, y), fit(left, room - 3 - x, face), fill)
    face.draw(image, (room, y), right, fill)


_PIXELS, _QUIET = 2, 3
"""The size of a module in pixels, and the width of the quiet zone in modules.

ISO/IEC 18004 requires four modules, but phones also read a code with three, and there is no room for four.
"""
_MOST_MODULES = HEIGHT // _PIXELS - 2 * _QUIET
_GAP = 2
_LINE = 10
"""The distance between two lines of letters, in pixels."""
_CODE_LINE = 12
"""The height of the line with the code, in pixels: a Q must keep its tail, or it would look like an O."""


def draw_phone(image: Bitmap, picture: PhonePicture) -> None:
    """Draw a QR code that lets a phone join the board, and the address and code that can be typed instead."""
    left = 0
    if 0 < len(picture.modules) <= _MOST_MODULES:
        left = _draw_qr_code(image, picture.modules) + _GAP
    room = WIDTH - left
    host = _host_lines(picture.host, room)
    y = (HEIGHT - _LINE * (len(host) + len(picture.lines)) - _CODE_LINE) // 2
    for line in host:
        draw_line(image, (left, y), line, room)
        y += _LINE
    font = font_for(picture.code, room - 4)
    image.box(left, y, left + font.width(picture.code) + 3, y + font.height)
    font.draw(image, (left + 2, y + 1), picture.code, fill=0)
    y += _CODE_LINE
    for line in picture.lines:
        draw_line(image, (left, y), line, room)
        y += _LINE


def _draw_qr_code(image: Bitmap, modules: Modules) -> int:
    size = _PIXELS * (len(modules) + 2 * _QUIET)
    top = (HEIGHT - size) // 2
    image.box(0, top, size - 1, top + size - 1)
    for row, dark in enumerate(modules):
        for column, is_dark in enumerate(dark):
            if is_dark:
                x, y = _PIXELS * (_QUIET + column), top + _PIXELS * (_QUIET + row)
                image.box(x, y, x + _PIXELS - 1, y + _PIXELS - 1, ink=0)
    return size


def _host_lines(host: str, room: int) -> list[str]:
    if NARROW.width(host) <= room:
        return [host]
    ends = [at + 1 for at, char in enumerate(host) if char in ".:" and NARROW.width(host[: at + 1]) <= room]
    middle = min(ends, key=lambda at: abs(2 * at - len(host)), default=len(host))
    return [host[:middle], host[middle:]]


_CENTRES = (
    ((11, 36, 61, 89, 117),) * 3,
    ((10, 36, 62, 88, 114), (10, 38, 75, 93, 111), (27, 64, 80, 95, 117)),
)
"""The x-coordinate of each cell's centre, by page and row. The words on the second page differ in width.

In its last row there is room for one more word.
"""
_GRID_ROWS = (32, 43, 53)
"""The y-coordinate of the top of each row of the grid, with room below the last for the tail of a Q."""
_LAST_ROW, _LAST_Y = 3, 51
"""The index of the last row of a full page, and the y-coordinate of its top."""
_POINT = (0, 1, 3, 4)
"""The pointed ends of the box around the chosen cell, column by column from the tip.

Each is the number of rows above the middle, and below it.
"""


class _TextEnds(NamedTuple):
    """Where a page's text must end, to leave room for the picker. The title ends at 0 if it has none."""

    title: int
    rows: tuple[int, ...]


def chosen_width(picker: PickerView) -> int:
    """Return the width of the key chosen with the joystick, including the box around it, in pixels."""
    return TEXT.width(_chosen(picker)) + 2 * len(_POINT)


def draw_chosen(image: Bitmap, right: int, y: int, picker: PickerView, ink: int = 1) -> None:
    """Draw the label of the key chosen with the joystick, in a box with two pointed ends.

    Args:
        right: the x-coordinate of the right end of the box.
        y: the y-coordinate of the top of the label.
        ink: 1 for a light box with dark text, 0 for a dark box with light text.
    """
    left = right - chosen_width(picker) + 1
    for column, half in enumerate(_POINT):
        image.box(left + column, y + 4 - half, right - column, y + 4 + half, ink)
    image.box(left + len(_POINT), y - 1, right - len(_POINT), y + 9, ink)
    TEXT.draw(image, (left + len(_POINT), y), _chosen(picker), fill=1 - ink)


def draw_grid(image: Bitmap, picker: PickerView) -> None:
    """Draw the grid of keys from which a player chooses with the joystick.

    The grid replaces the display's three lines of text.
    """
    for row, y in enumerate(_GRID_ROWS):
        _draw_cells(image, picker, row, y, ink=1)


def _draw_on_page(image: Bitmap, picker: PickerView, page: Page) -> _TextEnds:
    """Called after the light background of the title, and before the text."""
    end = image.width - 1
    ends = [end] * len(page.rows)
    if picker.open:
        _draw_cells(image, picker, picker.chosen // COLUMNS, 2, ink=0)
        return _TextEnds(0, tuple(ends))
    width = chosen_width(picker) + 3
    if len(page.rows) > _LAST_ROW and sum(map(NARROW.width, page.rows[-1])) + 3 + width > end:
        draw_chosen(image, end - 1, 2, picker, ink=0)
        return _TextEnds(end - 1 - width, tuple(ends))
    draw_chosen(image, end, _LAST_Y, picker)
    free = [end - TEXT.width(text) - TEXT.width(points) - width for text, points in page.rows]
    if len(page.rows) > _LAST_ROW and (page.rows[-1][1] or free[-1] < 0):
        ends[-1] -= width
        if min(free) >= 3:
            ends = [end - width] * len(ends)
    return _TextEnds(end - 1, tuple(ends))


def _draw_cells(image: Bitmap, picker: PickerView, row: int, y: int, ink: int) -> None:
    for column, centre in enumerate(_CENTRES[picker.page][row]):
        cell = COLUMNS * row + column
        label = picker.labels[cell]
        if label is None:
            continue
        if cell not in picker.reachable:
            image.box(centre, y + 4, centre, y + 4, ink)
            continue
        width = TEXT.width(label)
        left = centre - width // 2
        chosen = cell == picker.chosen
        if chosen:
            tail = 2 if label == Key.QUEEN.value else 0
            image.box(left - 2, y - 1, left + width + 1, y + 8 + tail, ink)
        TEXT.draw(image, (left, y), label, fill=1 - ink if chosen else ink)


def _chosen(picker: PickerView) -> str:
    return picker.labels[picker.chosen] or ""
