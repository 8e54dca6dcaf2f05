"""The picker on the OLED: the chosen cell at the end of a line of text, or the grid.

    y 32-63  the grid in the place of the three lines of text, a row of 11 px each
    y 0-11   over a page: the row of the grid with the chosen cell, in the place of the title

The chosen cell is dark on light (over a page light on dark), and a cell that cannot be chosen is a dot, so
that all others keep their places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from firmware_py.input.joystick_grid import COLUMNS
from firmware_py.input.joystick_picker import Grid
from firmware_py.input.keys import Key
from firmware_py.render.font import NARROW, TEXT

if TYPE_CHECKING:
    from firmware_py.view.page import Page

_CENTRES = (
    ((11, 36, 61, 89, 117),) * 3,
    ((10, 36, 62, 88, 114), (10, 38, 75, 0, 111), (27, 0, 0, 0, 117)),
)
"""The middle of each column in px, row by row of each page: the words of page two are of many widths."""
_ROWS = (32, 43, 53)
"""The top of each row of the grid; the last has room for the tail of a Q, boxed, below it."""
_LAST_ROW, _LAST_Y = 3, 51
"""The last row of a page, and where it is."""
_POINT = 4
"""How far the box of the chosen cell points out at each end."""


def chosen_width(grid: Grid) -> int:
    """How wide `draw_chosen` draws, in px."""
    return TEXT.width(_chosen(grid)) + 2 * _POINT


def draw_chosen(image: Image.Image, right: int, y: int, grid: Grid, ink: int = 1) -> None:
    """The chosen cell, at the end of a line of text, in a box that points both ways: the stick moves it.

    Args:
        image: where to draw.
        right: the x of the last column that is drawn on.
        y: the top of the line.
        grid: what there is to see of the picker.
        ink: 1 for a light box, 0 for a dark one.
    """
    left = right - chosen_width(grid) + 1
    outline = [(left, y + 4), (left + _POINT, y - 1), (right - _POINT, y - 1)]
    outline += [(right, y + 4), (right - _POINT, y + 9), (left + _POINT, y + 9)]
    ImageDraw.Draw(image).polygon(outline, fill=ink)
    TEXT.draw(image, (left + _POINT, y), _chosen(grid), fill=1 - ink)


def draw_grid(image: Image.Image, grid: Grid) -> None:
    """The grid, where the three lines of text would be."""
    pen = ImageDraw.Draw(image)
    for row, y in enumerate(_ROWS):
        _draw_row(image, pen, grid, row, y, ink=1)


def draw_on_page(image: Image.Image, grid: Grid, page: Page) -> tuple[int, list[int]]:
    """The picker over a page, of which only the light bar of its title is drawn.

    The grid is one row, in the place of the title: the rows of a page say what the keys do. Closed, the
    chosen cell stands at the right end of the last row. If that is taken, the right ends of all rows make
    room, or of the last one where the others are full. If that one is full too, it stands in the title's row.

    Returns:
        The x at which the title ends, 0 if there is no room for one, and those at which the rows do.
    """
    end = image.width - 1
    ends = [end] * len(page.rows)
    if grid.open:
        _draw_row(image, ImageDraw.Draw(image), grid, grid.chosen // COLUMNS, 2, ink=0)
        return 0, ends
    wide = chosen_width(grid) + 3
    if len(page.rows) > _LAST_ROW and sum(map(NARROW.width, page.rows[-1])) + 3 + wide > end:
        draw_chosen(image, end - 1, 2, grid, ink=0)
        return end - 1 - wide, ends
    draw_chosen(image, end, _LAST_Y, grid)
    rooms = [end - TEXT.width(text) - TEXT.width(points) - wide for text, points in page.rows]
    if len(page.rows) > _LAST_ROW and (page.rows[-1][1] or rooms[-1] < 0):
        ends[-1] -= wide
        if min(rooms) >= 3:
            ends = [end - wide] * len(ends)
    return end - 1, ends


def _draw_row(image: Image.Image, pen: ImageDraw.ImageDraw, grid: Grid, row: int, y: int, ink: int) -> None:
    for column, centre in enumerate(_CENTRES[grid.page][row]):
        place = COLUMNS * row + column
        label = grid.labels[place]
        if label is None:
            continue
        if place not in grid.reachable:
            pen.point((centre, y + 4), fill=ink)
            continue
        width = TEXT.width(label)
        left = centre - width // 2
        chosen = place == grid.chosen
        if chosen:
            tail = 2 if label == Key.QUEEN.value else 0
            pen.rectangle((left - 2, y - 1, left + width + 1, y + 8 + tail), fill=ink)
        TEXT.draw(image, (left, y), label, fill=1 - ink if chosen else ink)


def _chosen(grid: Grid) -> str:
    return grid.labels[grid.chosen] or ""
