"""A message on the OLED: why a key was refused, or a notice, dark on light."""

from __future__ import annotations

from PIL import Image

from firmware_py.render.box import draw_box
from firmware_py.render.font import draw_line, lines_of
from firmware_py.render.screen_size import HEIGHT, WIDTH

_CLOSE = 10
"""Pixels from line to line where a message takes the whole screen."""
_MOST_LINES = HEIGHT // _CLOSE
_ROOMY = 12
"""If the last row begins further above the edge than this, the rows are wide apart."""


def draw_message(image: Image.Image, message: str, rows: tuple[int, ...], *, on_page: bool) -> None:
    """Draw a message, dark on light, so that nobody takes it for a score.

    A long message takes the whole screen; the next press brings back what it covers.

    Args:
        image: the picture to draw on.
        message: the message.
        rows: the top of each row of text that the message can cover.
        on_page: True to cover only as many rows as the message has lines, the last ones; False for all rows.
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
