"""The differences between two frames, as rectangles that take few bytes to send to a display.

A frame is eight pages of 128 bytes. Each byte holds eight pixels of one column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from firmware_py.drivers.oled_pages import PAGES, WIDTH

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
    """A rectangle in a frame: columns `left` to `right` of pages `top` to `bottom`, all inclusive.

    A page of an OLED's memory is a strip of eight rows of pixels. Each byte is one column of a page.
    """

    left: int
    right: int
    top: int
    bottom: int


_WHOLE = PageArea(0, WIDTH - 1, 0, PAGES - 1)

# A rectangle: its number of bytes of display data, then its sides left, right, top and bottom.
_Box = tuple[int, int, int, int, int]


def changed_rectangles(old: Sequence[bytes], new: Sequence[bytes]) -> list[PageArea]:
    """Return rectangles that together cover every byte that differs between two frames.

    The rectangles are chosen so that few bytes have to be sent to the display.

    Args:
        old: the pages of the old frame, i.e. strips of eight rows of pixels, from top to bottom.
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
    if sum(_area(rectangle) + OVERHEAD for rectangle in rectangles) >= PAGES * WIDTH + OVERHEAD:
        return [_WHOLE]
    return rectangles


def changed_runs(old: Sequence[bytes], new: Sequence[bytes]) -> list[PageArea]:
    """Return the parts of a new frame to send to a display that shows the old frame.

    Each part is a run of columns within one page. Together, the runs contain every byte that has changed.
    Sending them never takes more bytes than sending all eight pages.

    Args:
        old: the pages of the old frame, i.e. strips of eight rows of pixels, from top to bottom.
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
    columns = differing.to_bytes(WIDTH, "little")
    for run in _run(OVERHEAD // pages).finditer(columns, box.left, box.right + 1):
        yield PageArea(run.start(), run.end() - 1, top, bottom)


def _area(box: PageArea) -> int:
    return (box.right - box.left + 1) * (box.bottom - box.top + 1)


def _changed(before: bytes, after: bytes, overhead: int) -> Iterator[re.Match[bytes]]:
    """Yield a regular-expression match for each run of changed columns in a page of the display.

    The match's span gives the columns of the run. A run includes unchanged columns between changed ones if
    sending them takes no more bytes than starting a new run.

    Args:
        before: the old content of the page, with one byte for each column.
        after: the new content of the page.
        overhead: the number of additional bytes needed to start a new run.
    """
    differing = int.from_bytes(before, "little") ^ int.from_bytes(after, "little")
    return _run(overhead).finditer(differing.to_bytes(WIDTH, "little"))


@cache
def _run(overhead: int) -> re.Pattern[bytes]:
    """Return a regular expression that matches a run of changed columns in a page of the display.

    The text to search has one byte for each column, which is 0 if the column is unchanged. A run includes
    unchanged columns between changed ones if sending them takes no more bytes than starting a new run.

    Args:
        overhead: the number of additional bytes needed to start a new run.
    """
    return re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % overhead)


def _join(boxes: list[_Box], left: int, right: int, page: int) -> None:
    """Add some adjacent columns of one page of the display to `boxes`, a list of rectangles.

    Two rectangles are merged if sending the merged one takes no more bytes.

    Args:
        boxes: the rectangles so far.
        left: the first column.
        right: the last column.
        page: the index of the page.
    """
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
