"""Draw the joystick's key picker on the OLED: a grid of keys or, if it is closed, only the chosen key.

During the game, the whole grid is drawn at y 32-63, in place of the three lines of text; each row is 11
pixels high. On a page such as the menu, only the row with the chosen cell is drawn, at y 0-11, in place of
the page's title.

The chosen cell is dark on light; on a page, it is light on dark. A cell that cannot be chosen is drawn as a
dot, so that the other cells never move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PIL import Image, ImageDraw

from firmware_py.input.joystick_grid import COLUMNS
from firmware_py.input.joystick_picker import PickerView
from firmware_py.input.keys import Key
from firmware_py.render.box import draw_box
from firmware_py.render.font import NARROW, TEXT

if TYPE_CHECKING:
    from firmware_py.view.page import Page

_CENTRES = (
    ((11, 36, 61, 89, 117),) * 3,
    ((10, 36, 62, 88, 114), (10, 38, 75, 0, 111), (27, 0, 0, 0, 117)),
)
"""The x-coordinate of each cell's centre, by page and row. The words on the second page differ in width."""
_ROWS = (32, 43, 53)
"""The y-coordinate of the top of each row of the grid, with room below the last for the tail of a Q."""
_LAST_ROW, _LAST_Y = 3, 51
"""The index of the last row of a full page, and the y-coordinate of its top."""
_POINT = 4
"""The width of the pointed ends of the box around the chosen cell, in pixels."""


class TextEnds(NamedTuple):
    """The x-coordinates at which a page's text must end to leave room for the joystick's key picker.

    Attributes:
        title: the x-coordinate at which the title must end; 0 if there is no room for a title.
        rows: the x-coordinate at which each row's text must end.
    """

    title: int
    rows: tuple[int, ...]


def chosen_width(picker: PickerView) -> int:
    """Return the width of the key chosen with the joystick, including the box around it, in pixels."""
    return TEXT.width(_chosen(picker)) + 2 * _POINT


def draw_chosen(image: Image.Image, right: int, y: int, picker: PickerView, ink: int = 1) -> None:
    """Draw the label of the key chosen with the joystick, in a box with two pointed ends.

    Args:
        image: the image to draw on.
        right: the x-coordinate of the right end of the box.
        y: the y-coordinate of the top of the label.
        picker: the grid of keys from which the joystick chooses one.
        ink: 1 for a light box with dark text, 0 for a dark box with light text.
    """
    left = right - chosen_width(picker) + 1
    outline = [(left, y + 4), (left + _POINT, y - 1), (right - _POINT, y - 1)]
    outline += [(right, y + 4), (right - _POINT, y + 9), (left + _POINT, y + 9)]
    ImageDraw.Draw(image).polygon(outline, fill=ink)
    TEXT.draw(image, (left + _POINT, y), _chosen(picker), fill=1 - ink)


def draw_grid(image: Image.Image, picker: PickerView) -> None:
    """Draw the grid of keys from which a player chooses with the joystick.

    The grid replaces the display's three lines of text.
    """
    for row, y in enumerate(_ROWS):
        _draw_row(image, picker, row, y, ink=1)


def draw_on_page(image: Image.Image, picker: PickerView, page: Page) -> TextEnds:
    """Draw the joystick's key picker on a page, and return where the page's text must end.

    If the picker is open, draw the row of keys that contains the chosen key, in place of the page's title.
    If it is closed, draw only the chosen key, at the right end of the page's last row. If there is no room
    in that row, draw the key at the right end of the title.

    Call this function after the title's light background has been drawn, and before the text.
    """
    end = image.width - 1
    ends = [end] * len(page.rows)
    if picker.open:
        _draw_row(image, picker, picker.chosen // COLUMNS, 2, ink=0)
        return TextEnds(0, tuple(ends))
    width = chosen_width(picker) + 3
    if len(page.rows) > _LAST_ROW and sum(map(NARROW.width, page.rows[-1])) + 3 + width > end:
        draw_chosen(image, end - 1, 2, picker, ink=0)
        return TextEnds(end - 1 - width, tuple(ends))
    draw_chosen(image, end, _LAST_Y, picker)
    free = [end - TEXT.width(text) - TEXT.width(points) - width for text, points in page.rows]
    if len(page.rows) > _LAST_ROW and (page.rows[-1][1] or free[-1] < 0):
        ends[-1] -= width
        if min(free) >= 3:
            ends = [end - width] * len(ends)
    return TextEnds(end - 1, tuple(ends))


def _draw_row(image: Image.Image, picker: PickerView, row: int, y: int, ink: int) -> None:
    """Draw a row of the key picker's grid.

    Args:
        image: the image to draw on.
        picker: the key picker.
        row: the index of the row.
        y: the y-coordinate of the top of the letters, in pixels.
        ink: 1 for light letters on a dark background, 0 for dark letters on a light background.
    """
    for column, centre in enumerate(_CENTRES[picker.page][row]):
        cell = COLUMNS * row + column
        label = picker.labels[cell]
        if label is None:
            continue
        if cell not in picker.reachable:
            draw_box(image, centre, y + 4, centre, y + 4, ink)
            continue
        width = TEXT.width(label)
        left = centre - width // 2
        chosen = cell == picker.chosen
        if chosen:
            tail = 2 if label == Key.QUEEN.value else 0
            draw_box(image, left - 2, y - 1, left + width + 1, y + 8 + tail, ink)
        TEXT.draw(image, (left, y), label, fill=1 - ink if chosen else ink)


def _chosen(picker: PickerView) -> str:
    return picker.labels[picker.chosen] or ""
