"""A message on the OLED, dark on light: the reason why a key was refused, or a notice."""

from __future__ import annotations

from PIL import Image

from firmware_py.render.box import draw_box
from firmware_py.render.font import draw_line, lines_of
from firmware_py.render.screen_size import HEIGHT, WIDTH

_CLOSE = 10
"""The distance between lines in a message that fills the whole display, in pixels."""
_MOST_LINES = HEIGHT // _CLOSE
_ROOMY = 12
"""The rows are widely spaced if the last row begins more than this many pixels above the lower edge."""


def draw_message(image: Image.Image, message: str, rows: tuple[int, ...], *, on_page: bool) -> None:
    """Draw a message in dark letters on a light background, so that it cannot be mistaken for a score.

    A message that has more lines than there are rows is drawn at the bottom of the display, with the lines
    close together. It may cover almost the whole display.

    Args:
        image: the image to draw on.
        message: the message.
        rows: for each row of text on the display that the message may cover, the y-coordinate of its top.
        on_page: True if the message is on a page, such as the menu. It then covers only as many rows as it
            has lines, at the bottom of the display. Otherwise, it covers all rows.
    """
    lines = lines_of(message, WIDTH - 4, _MOST_LINES)
    if len(lines) > len(rows):
        rows = tuple(HEIGHT + 1 - _CLOSE * (len(lines) - row) for row in range(len(lines)))
    elif on_page:
        rows = rows[-len(lines) :]
    margin = 2 if HEIGHT - rows[-1] > _ROOMY else 1
    draw_box(image, 0, max(0, rows[0] - margin), WIDTH - 1, HEIGHT - 1)
    for y, line in zip(rows, lines, strict=False):
        draw_line(image, (2, y), line, WIDTH - 4, fill=0)
