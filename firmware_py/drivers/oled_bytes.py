"""The bytes sent to an OLED controller: commands, the pages of a frame, and the changed parts of a frame.

A frame is a list of pages. A page is eight rows of pixels: one byte for each column, with the
topmost pixel in the lowest bit (SSD1306 data sheet, section 8.7; SH1106 data sheet, "Display Data RAM"). The
SSD1306 and the SSD1309 take data for a rectangle of columns and pages, the SH1106 for a run of columns within
one page; `addressing_of` says how. `changed_rectangles` and `changed_runs` compare two frames, and return
parts that take few bytes to send.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from firmware_py.config.displays import Glass, OledController

COMMANDS, DATA = b"\x00", b"\x40"
"""The control bytes that begin a message on I2C: only commands follow, or only display data."""
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
OVERHEAD = 10
"""The number of bytes that it takes to send a rectangle to an SSD1306 on I2C, in addition to its data.

These bytes are an address, a control byte and two commands of three bytes to set the window, then an address
and a control byte for the data.
"""
RUN_OVERHEAD = 7
"""The number of bytes that it takes to send a run of columns to an SH1106 on I2C, in addition to its data.

These bytes are an address, a control byte and three commands of one byte to set page and column, then an
address and a control byte for the data.
"""


class PageArea(NamedTuple):
    """A rectangle in a frame: columns `left` to `right` of pages `top` to `bottom`, all inclusive."""

    left: int
    right: int
    top: int
    bottom: int


class Addressing(NamedTuple):
    """The way in which the driver addresses a controller's display memory.

    Attributes:
        changed: a function that compares the pages of two frames, and returns the rectangles that differ.
        select: a function that takes a rectangle, and returns the commands that make the controller store the
            next data in this rectangle, row by row.
        whole: rectangles that together cover the whole frame.
    """

    changed: Callable[[Sequence[bytes], Sequence[bytes]], list[PageArea]]
    select: Callable[[PageArea], tuple[int, ...]]
    whole: Sequence[PageArea]


def addressing_of(controller: OledController) -> Addressing:
    """Return the way in which a controller's display memory is addressed."""
    glass = controller.glass
    if controller.has_window:
        whole = PageArea(0, glass.width - 1, 0, glass.pages - 1)
        return Addressing(changed_rectangles, _window_of(glass), (whole,))
    pages = tuple(PageArea(0, glass.width - 1, page, page) for page in range(glass.pages))
    return Addressing(changed_runs, _page_of(glass), pages)


def _window_of(glass: Glass) -> Callable[[PageArea], tuple[int, ...]]:
    column, page = glass.first_column, glass.first_page

    # SSD1306 data sheet, 10.1.4 and 10.1.5.
    def select(rectangle: PageArea) -> tuple[int, ...]:
        left, right, top, bottom = rectangle
        return _COLUMN_ADDRESS, column + left, column + right, _PAGE_ADDRESS, page + top, page + bottom

    return select


def _page_of(glass: Glass) -> Callable[[PageArea], tuple[int, ...]]:
    # SH1106 data sheet, command table.
    def select(rectangle: PageArea) -> tuple[int, ...]:
        column, page = glass.first_column + rectangle.left, glass.first_page + rectangle.top
        return _PAGE | page, _COLUMN_LOW | column & 0x0F, _COLUMN_HIGH | column >> 4

    return select


def turned(frame: bytes) -> bytes:
    """Return the pages of a frame, one after the other, rotated by 180 degrees."""
    # The bytes are reversed, and so are the bits in each byte.
    return frame[::-1].translate(_mirrored())


@cache
def _mirrored() -> bytes:
    return bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


# A rectangle: its number of bytes of display data, then its sides left, right, top and bottom.
_Box = tuple[int, int, int, int, int]


def changed_rectangles(old: Sequence[bytes], new: Sequence[bytes]) -> list[PageArea]:
    """Return rectangles that together cover every byte that differs between two frames.

    The rectangles are chosen so that few bytes have to be sent to the display.

    Args:
        old: the pages of the old frame, from top to bottom.
        new: the pages of the new frame.
    """
    done: list[_Box] = []
    # Boxes that end on this page or the one above, so that they can still grow.
    growing: list[_Box] = []
    for page, (before, after) in enumerate(zip(old, new, strict=True)):
        if before == after:
            continue
        done += [box for box in growing if box[4] < page - 1]
        growing = [box for box in growing if box[4] >= page - 1]
        for run in _changed(before, after, OVERHEAD):
            left, end = run.span()
            _join(growing, left, end - 1, page)
    done += growing
    rectangles = [part for _, *sides in done for part in _without_gaps(PageArea(*sides), old, new)]
    # Many small rectangles can cost more than the whole frame.
    whole = PageArea(0, len(new[0]) - 1, 0, len(new) - 1)
    if sum(_area(rectangle) + OVERHEAD for rectangle in rectangles) >= _area(whole) + OVERHEAD:
        return [whole]
    return rectangles


def changed_runs(old: Sequence[bytes], new: Sequence[bytes]) -> list[PageArea]:
    """Return the parts of a new frame to send to a display that shows the old frame.

    Each part is a run of columns within one page. Together, the runs contain every byte that has changed.
    Sending them never takes more bytes than sending all pages.

    Args:
        old: the pages of the old frame, from top to bottom.
        new: the pages of the new frame.
    """
    return [
        PageArea(run.start(), run.end() - 1, page, page)
        for page, (before, after) in enumerate(zip(old, new, strict=True))
        if before != after
        for run in _changed(before, after, RUN_OVERHEAD)
    ]


def _without_gaps(box: PageArea, old: Sequence[bytes], new: Sequence[bytes]) -> Iterator[PageArea]:
    _, _, top, bottom = box
    pages = bottom - top + 1
    differing = 0
    for page in range(top, bottom + 1):
        differing |= int.from_bytes(old[page], "little") ^ int.from_bytes(new[page], "little")
    columns = differing.to_bytes(len(new[0]), "little")
    for run in _run(OVERHEAD // pages).finditer(columns, box.left, box.right + 1):
        yield PageArea(run.start(), run.end() - 1, top, bottom)


def _area(box: PageArea) -> int:
    return (box.right - box.left + 1) * (box.bottom - box.top + 1)


def _changed(before: bytes, after: bytes, overhead: int) -> Iterator[re.Match[bytes]]:
    differing = int.from_bytes(before, "little") ^ int.from_bytes(after, "little")
    return _run(overhead).finditer(differing.to_bytes(len(after), "little"))


@cache
def _run(overhead: int) -> re.Pattern[bytes]:
    # A run includes unchanged columns, which are 0, if sending them takes no more bytes than a new run.
    return re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % overhead)


def _join(boxes: list[_Box], left: int, right: int, page: int) -> None:
    """Add a run of columns to the boxes. Two are joined if sending the joined one takes no more bytes."""
    top = bottom = page
    area = right - left + 1
    index = 0
    while index < len(boxes):
        # When much has changed, most of the time is spent here, and comparisons are faster than min and max.
        other, x0, x1, y0, y1 = boxes[index]
        if x0 > left:
            x0 = left
        if x1 < right:
            x1 = right
        if y0 > top:
            y0 = top
        if y1 < bottom:
            y1 = bottom
        both = (x1 - x0 + 1) * (y1 - y0 + 1)
        if both <= area + other + OVERHEAD:
            # The larger box may now be cheap to join with a box that was skipped before.
            del boxes[index]
            area, left, right, top, bottom, index = both, x0, x1, y0, y1, 0
        else:
            index += 1
    boxes.append((area, left, right, top, bottom))
