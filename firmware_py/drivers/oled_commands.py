"""The commands of OLED controllers, and how each controller addresses its memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from firmware_py.config.oled_controllers import OLED_CONTROLLERS, OledController
from firmware_py.drivers.changed_parts import PageArea, changed_rectangles, changed_runs
from firmware_py.drivers.oled_pages import PAGES, WIDTH

CONTRAST = 0x81
"""Sets the contrast to the byte that follows."""
OFF, ON = 0xAE, 0xAF
NO_OPERATION = 0xE3
"""Does nothing (SSD1306 data sheet, 10.1.20).

An interrupted transfer may leave the chip waiting for up to two more bytes of a command. So two bytes of this
command are sent first; otherwise the chip would take the next real command for the missing bytes.
"""

_COLUMN_ADDRESS, _PAGE_ADDRESS = 0x21, 0x22
_PAGE, _COLUMN_LOW, _COLUMN_HIGH = 0xB0, 0x00, 0x10


class Addressing(NamedTuple):
    """The way in which the driver addresses a controller's display memory.

    A frame consists of eight pages. A page is a strip of eight rows of pixels.

    Attributes:
        changed: a function that compares the pages of two frames, and returns the rectangles that differ.
        select: a function that takes a rectangle, and returns the commands that make the controller store the
            next data in this rectangle, row by row. The commands are at most 32 bytes long in total.
        whole: rectangles that together cover the whole frame.
    """

    changed: Callable[[Sequence[bytes], Sequence[bytes]], list[PageArea]]
    select: Callable[[PageArea], tuple[int, ...]]
    whole: Sequence[PageArea]


def controller_named(name: str) -> OledController:
    """Return the controller with the given name, as used in a configuration.

    Raises:
        ValueError: there is no such controller.
    """
    try:
        return OLED_CONTROLLERS[name]
    except KeyError:
        raise ValueError(f"a controller is one of {', '.join(OLED_CONTROLLERS)}: got {name!r}") from None


def addressing_of(controller: OledController) -> Addressing:
    """Return the way in which a controller's display memory is addressed."""
    if controller.has_window:
        return Addressing(changed_rectangles, _window_at(controller.first_column), _WHOLE)
    return Addressing(changed_runs, _page_at(controller.first_column), _PAGE_BY_PAGE)


_WHOLE = (PageArea(0, WIDTH - 1, 0, PAGES - 1),)
_PAGE_BY_PAGE = tuple(PageArea(0, WIDTH - 1, page, page) for page in range(PAGES))


def _window_at(first: int) -> Callable[[PageArea], tuple[int, ...]]:
    """Return a function that builds the commands to select a rectangle in the display's memory.

    `first` is the controller's column at the left edge of the panel (SSD1306 data sheet, 10.1.4, 10.1.5).
    """

    def select(rectangle: PageArea) -> tuple[int, ...]:
        left, right, top, bottom = rectangle
        return _COLUMN_ADDRESS, first + left, first + right, _PAGE_ADDRESS, top, bottom

    return select


def _page_at(first: int) -> Callable[[PageArea], tuple[int, ...]]:
    """Return a function that, for a rectangle of pixels, returns the commands to move to its top left corner.

    The commands select a page and a column. `first` is the column of the controller's memory at the left edge
    of the panel (SH1106 data sheet, command table).
    """

    def select(rectangle: PageArea) -> tuple[int, ...]:
        column = first + rectangle.left
        return _PAGE | rectangle.top, _COLUMN_LOW | column & 0x0F, _COLUMN_HIGH | column >> 4

    return select
