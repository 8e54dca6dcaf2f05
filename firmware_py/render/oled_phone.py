"""The image on the OLED that lets a phone join: a QR code and, beside it, an address and a code to type.

    x 0-61    the QR code, two pixels per module, with a light margin three modules wide
    x 64-127  the web address and, dark on light, the code to type; below them, how many phones have joined,
              and which keys can be pressed

A QR code of more than 25 modules would be too small or too close to the edges to be read reliably. In that
case, the text takes up the whole width.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

from firmware_py.render.box import draw_box
from firmware_py.render.font import NARROW, draw_line, font_for
from firmware_py.render.screen_size import HEIGHT, WIDTH

if TYPE_CHECKING:
    from firmware_py.view.phone_page import PhonePicture
    from firmware_py.view.qr_code import Modules

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


def draw_phone(image: Image.Image, picture: PhonePicture) -> None:
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
    draw_box(image, left, y, left + font.width(picture.code) + 3, y + font.height)
    font.draw(image, (left + 2, y + 1), picture.code, fill=0)
    y += _CODE_LINE
    for line in picture.lines:
        draw_line(image, (left, y), line, room)
        y += _LINE


def _draw_qr_code(image: Image.Image, modules: Modules) -> int:
    """Draw a QR code at the left edge and return its width in pixels."""
    size = _PIXELS * (len(modules) + 2 * _QUIET)
    top = (HEIGHT - size) // 2
    draw_box(image, 0, top, size - 1, top + size - 1)
    for row, dark in enumerate(modules):
        for column, is_dark in enumerate(dark):
            if is_dark:
                x, y = _PIXELS * (_QUIET + column), top + _PIXELS * (_QUIET + row)
                draw_box(image, x, y, x + _PIXELS - 1, y + _PIXELS - 1, ink=0)
    return size


def _host_lines(host: str, room: int) -> list[str]:
    """Return an address as a single line or, if it is too wide, as two lines divided after a dot or a colon.

    `room` is the width of a line, in pixels.
    """
    if NARROW.width(host) <= room:
        return [host]
    ends = [at + 1 for at, char in enumerate(host) if char in ".:" and NARROW.width(host[: at + 1]) <= room]
    middle = min(ends, key=lambda at: abs(2 * at - len(host)), default=len(host))
    return [host[:middle], host[middle:]]
