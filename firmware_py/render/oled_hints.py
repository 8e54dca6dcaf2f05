"""The hints on the OLED: each key in a box, followed by its meaning."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from firmware_py.render.box import draw_box
from firmware_py.render.font import NARROW, TEXT
from firmware_py.render.screen_size import WIDTH
from firmware_py.view.hints import Hint

_APART = 10
"""The space between two hints, in pixels."""


def hints_width(hints: Sequence[Hint]) -> int:
    """Return the width of a row of key hints in pixels, including a dark column at the end."""
    return sum(TEXT.width(key.value) + TEXT.width(meaning) + 8 + _APART for key, meaning in hints) - _APART


def draw_hints(image: Image.Image, y: int, hints: Sequence[Hint]) -> None:
    """Draw key hints in a row, starting at the left edge, with the top of their letters at `y`.

    If the row would be too wide, the hints are drawn closer together, or in the narrow font.
    """
    over = max(0, hints_width(hints) - WIDTH)
    apart, face = (_APART - over, TEXT) if over < _APART // 2 else (_APART, NARROW)
    x = 0
    for key, meaning in hints:
        width = face.width(key.value)
        draw_box(image, x, y - 1, x + width + 3, y + 9)
        face.draw(image, (x + 2, y), key.value, fill=0)
        x = face.draw(image, (x + width + 7, y), meaning) + apart
