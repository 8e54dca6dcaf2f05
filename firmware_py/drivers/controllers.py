"""The differences between controllers of 128 x 64 OLEDs: how to set them up and how to address their memory.

Contrast (81h), off and on (AEh, AFh), no operation (E3h) and the bit of the status byte that says off (D6)
are the same in all of them (data sheets of the SSD1306, the SSD1309 and the SH1106, command tables).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from luma.oled.const import ssd1306 as op

from firmware_py.drivers.changed_parts import PAGES, WHOLE, WIDTH, Rectangle, changes, runs

# The glass of the common modules is wired to the middle 128 of the SH1106's 132 columns.
_SH1106_FIRST_COLUMN = 2


class Panel(NamedTuple):
    """A kind of controller.

    Attributes:
        name: as luma calls its class.
        changes: what to send so that one frame of eight pages becomes another.
        window: the commands, 32 bytes at most, after which data fill a rectangle, row by row.
        whole: the whole frame, in rectangles that `window` can take.
    """

    name: str
    changes: Callable[[Sequence[bytes], Sequence[bytes]], list[Rectangle]]
    window: Callable[[Rectangle], tuple[int, ...]]
    whole: Sequence[Rectangle]


def panel(controller: str) -> Panel:
    """The kind of controller of this name.

    Raises:
        ValueError: it is none of `PANELS`.
    """
    try:
        return PANELS[controller]
    except KeyError:
        raise ValueError(f"a controller is one of {', '.join(PANELS)}: got {controller!r}") from None


def _window(rectangle: Rectangle) -> tuple[int, ...]:
    """A window of columns and of pages (SSD1306 data sheet, 10.1.4 and 10.1.5)."""
    left, right, top, bottom = rectangle
    return op.COLUMNADDR, left, right, op.PAGEADDR, top, bottom


def _place(rectangle: Rectangle) -> tuple[int, ...]:
    """A page and the column to begin at, which is all that an SH1106 has (data sheet, command table)."""
    column = rectangle.left + _SH1106_FIRST_COLUMN
    return 0xB0 | rectangle.top, column & 0x0F, 0x10 | column >> 4


PANELS = {
    "ssd1306": Panel("ssd1306", changes, _window, [WHOLE]),
    "ssd1309": Panel("ssd1309", changes, _window, [WHOLE]),
    "sh1106": Panel("sh1106", runs, _place, [Rectangle(0, WIDTH - 1, page, page) for page in range(PAGES)]),
}
