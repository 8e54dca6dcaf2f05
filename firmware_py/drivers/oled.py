"""An SSD1306 OLED, 128 x 64, through luma: sends what changed since the last frame.

The wire is the slow part: a whole frame is 1034 bytes, 23 ms at 400 kHz. So a frame is compared with the one
the panel is known to hold, and the changed columns of the changed pages go out as rectangles. A page is eight
rows of pixels, one byte a column, the topmost pixel in the lowest bit (SSD1306 data sheet, 8.7).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from ctypes import Array, c_char
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

from luma.core.error import Error as LumaError
from luma.oled.const import ssd1306 as op
from luma.oled.device import ssd1306

from firmware_py.ports import DisplayError

if TYPE_CHECKING:
    from PIL import Image

WIDTH, HEIGHT = 128, 64
PAGES = HEIGHT // 8

#: Bytes on the bus for a rectangle beyond its data: address, control byte and two commands of three bytes
#: each to set the window, address and control byte for the data.
OVERHEAD = 10

# Command E3h does nothing (data sheet, 10.1.20). A transfer that broke off may have left the chip waiting for
# up to two bytes of a command: these feed it, so that the first real command is not taken for them.
_NOP = 0xE3
_BLANK = bytes(WIDTH)

# The eight rows of a page, as Pillow's "L" gives them: 128 bytes a row, each 00 or FF. Row r keeps bit r
# only, so the rows can be folded onto each other.
_ROW_BITS = int.from_bytes(b"".join(bytes([1 << row]) * WIDTH for row in range(8)), "little")
_ROW = 8 * WIDTH
_PAGE_MASK = (1 << _ROW) - 1

# A run of changed columns. Columns that did not change are sent along where that is no dearer than a new
# rectangle.
_RUN = re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % OVERHEAD)


class Serial(Protocol):
    """The part of a luma serial interface that is used; `luma.core.interface.serial.i2c` is one."""

    def command(self, *cmd: int) -> None:
        """Send command bytes, 32 at most."""

    def data(self, data: Sequence[int]) -> None:
        """Send display data."""

    def cleanup(self) -> None:
        """Let go of the bus."""


class Rectangle(NamedTuple):
    """Columns `left` to `right` of pages `top` to `bottom`, all inclusive."""

    left: int
    right: int
    top: int
    bottom: int


WHOLE = Rectangle(0, WIDTH - 1, 0, PAGES - 1)

#: Bytes of display data in a rectangle, and its sides.
_Box = tuple[int, int, int, int, int]


class Oled:
    """Shows frames on an SSD1306; nothing is sent before the first `show`."""

    def __init__(self, serial: Serial) -> None:
        """Take a luma serial interface, which may well lead to a panel that is not there yet."""
        self._serial = serial
        self._contrast: int | None = None
        # The frame the panel holds, as "L" bytes and as pages; None when that is not known for certain.
        self._sent: bytes | None = None
        self._pages: list[bytes] = []

    def show(self, image: Image.Image) -> None:
        """Show a mode "1" image of 128 x 64 pixels.

        The first frame, and the first after an error or `refresh`, initialises the panel and is sent whole,
        before the panel is switched on; later ones send what changed, or nothing.

        Raises:
            DisplayError: the bus or the panel does not answer.
            ValueError: not a 128 x 64 image of mode "1".
        """
        if image.mode != "1" or image.size != (WIDTH, HEIGHT):
            raise ValueError(f'wanted: mode "1", {WIDTH} x {HEIGHT} pixels; got {image.mode!r}, {image.size}')
        # Pillow packs "1" to bits pixel by pixel. One byte a pixel is four times as fast, convert included.
        pixels = image.convert("L").tobytes()
        sent = self._sent
        if pixels == sent:
            return
        pages = _packed(pixels, sent, self._pages)
        self._sent = None
        try:
            if sent is None:
                self._initialise(pages)
            else:
                for rectangle in changes(self._pages, pages):
                    self._send(rectangle, pages)
        except (LumaError, OSError) as error:
            raise DisplayError(f"the OLED does not answer: {error}") from error
        self._sent, self._pages = pixels, pages

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255 (data sheet, 10.1.7); kept when the panel has to be initialised again.

        Raises:
            DisplayError: the bus or the panel does not answer.
            ValueError: `level` is out of range.
        """
        if not 0 <= level <= 255:
            raise ValueError(f"contrast is 0 to 255: got {level}")
        self._contrast = level
        if self._sent is None:
            return
        try:
            self._serial.command(op.SETCONTRAST, level)
        except (LumaError, OSError) as error:
            self._sent = None
            raise DisplayError(f"the OLED does not answer: {error}") from error

    def refresh(self) -> None:
        """Make the next `show` initialise the panel and send the whole frame.

        A panel that lost its power between two frames and has it back answers as if nothing had happened, and
        stays dark: the bus cannot tell.
        """
        self._sent = None

    def close(self) -> None:
        """Switch the panel off, blank its memory and let go of the bus; a missing panel is no error.

        luma would do so at exit, but not after SIGTERM.
        """
        known, self._sent = self._sent is not None, None
        with suppress(LumaError, OSError):
            self._serial.command(op.DISPLAYOFF)
            if known:
                self._send(WHOLE, [_BLANK] * PAGES)
        self._serial.cleanup()

    def _initialise(self, pages: list[bytes]) -> None:
        # On last: until the frame is there, the panel's memory is noise.
        for command in _initialisation():
            self._serial.command(*command)
        if self._contrast is not None:
            self._serial.command(op.SETCONTRAST, self._contrast)
        self._send(WHOLE, pages)
        self._serial.command(op.DISPLAYON)

    def _send(self, rectangle: Rectangle, pages: Sequence[bytes]) -> None:
        # Data sheet, 10.1.4 and 10.1.5: a window of columns and of pages, which the data fill row by row.
        left, right, top, bottom = rectangle
        self._serial.command(op.COLUMNADDR, left, right, op.PAGEADDR, top, bottom)
        data = b"".join([page[left : right + 1] for page in pages[top : bottom + 1]])
        _held(1 + len(data))  # a control byte goes before it
        self._serial.data(data)


@lru_cache(maxsize=256)
def _held(size: int) -> type[Array[c_char]]:
    """The ctypes array type of so many bytes, of which smbus2 makes one for each message.

    ctypes makes such a type anew once nobody holds it any more, and that takes three times as long as all
    else about the message.
    """
    return c_char * size


def changes(old: Sequence[bytes], new: Sequence[bytes]) -> list[Rectangle]:
    """Rectangles that cover every byte in which two frames of eight pages differ, cheap to send.

    Runs of changed columns are joined, within a page and with the page above, wherever one rectangle costs no
    more than two.
    """
    done: list[_Box] = []
    # Those that end on this page or the one above, and can still grow.
    growing: list[_Box] = []
    for page, (before, after) in enumerate(zip(old, new, strict=True)):
        if before == after:
            continue
        done += [box for box in growing if box[4] < page - 1]
        growing = [box for box in growing if box[4] >= page - 1]
        differing = int.from_bytes(before, "little") ^ int.from_bytes(after, "little")
        for run in _RUN.finditer(differing.to_bytes(WIDTH, "little")):
            left, end = run.span()
            _join(growing, left, end - 1, page)
    done += growing
    # Many small rectangles can come dearer than the whole frame.
    if sum(area + OVERHEAD for area, *_ in done) >= PAGES * WIDTH + OVERHEAD:
        return [WHOLE]
    return [Rectangle(*sides) for _, *sides in done]


def i2c_oled(port: int = 1, address: int = 0x3C) -> Oled:
    """An `Oled` on /dev/i2c-`port`, opened at the first `show`.

    The device file may appear long after the start: until it does, `show` raises `DisplayError`, and tries
    again each time.
    """

    def opened() -> Serial:
        from luma.core.interface.serial import i2c

        serial: Serial = i2c(port=port, address=address)
        return serial

    return Oled(_OpenedLate(opened))


class _OpenedLate:
    """A serial interface opened when first needed, and again after an error."""

    def __init__(self, opened: Callable[[], Serial]) -> None:
        self._opened = opened
        self._serial: Serial | None = None

    def command(self, *cmd: int) -> None:
        try:
            if self._serial is None:
                self._serial = self._opened()
            self._serial.command(*cmd)
        except (LumaError, OSError):
            self.cleanup()
            raise

    def data(self, data: Sequence[int]) -> None:
        try:
            if self._serial is None:
                self._serial = self._opened()
            self._serial.data(data)
        except (LumaError, OSError):
            self.cleanup()
            raise

    def cleanup(self) -> None:
        serial, self._serial = self._serial, None
        if serial is not None:
            serial.cleanup()


class _Recorder:
    """A serial interface that only keeps the commands."""

    def __init__(self) -> None:
        self.commands: list[tuple[int, ...]] = []

    def command(self, *cmd: int) -> None:
        self.commands.append(cmd)


class _Template(ssd1306):  # type: ignore[misc]  # luma has no types
    """luma's driver, for the commands that its constructor sends."""

    def display(self, image: object) -> None:
        """Send no blank frame: the first real one follows at once."""

    def cleanup(self) -> None:
        """Leave luma's hook at exit nothing to do: `Oled.close` has done it."""


@cache
def _initialisation() -> tuple[tuple[int, ...], ...]:
    """What luma sends to set up a 128 x 64 SSD1306, but for switching it on.

    Taken once a process: each run of luma's constructor leaves a callback at exit behind.
    """
    recorder = _Recorder()
    template = _Template(recorder, width=WIDTH, height=HEIGHT)
    # The callback keeps the object to the end of the process: at least not its tables of 8192 entries each.
    template.__dict__.clear()
    first, *others = (command for command in recorder.commands if command != (op.DISPLAYON,))
    return (_NOP, _NOP, *first), *others


def _packed(pixels: bytes, sent: bytes | None, sent_pages: Sequence[bytes]) -> list[bytes]:
    """The eight pages of a frame of one byte a pixel; a page as in the frame sent is taken from there."""
    size = 8 * WIDTH
    pages = []
    for page, start in enumerate(range(0, PAGES * size, size)):
        rows = pixels[start : start + size]
        if sent is not None and rows == sent[start : start + size]:
            pages.append(sent_pages[page])
            continue
        folded = int.from_bytes(rows, "little") & _ROW_BITS
        folded |= folded >> 4 * _ROW
        folded |= folded >> 2 * _ROW
        folded |= folded >> _ROW
        pages.append((folded & _PAGE_MASK).to_bytes(WIDTH, "little"))
    return pages


def _join(boxes: list[_Box], left: int, right: int, page: int) -> None:
    """Add a run of columns, as one box with any other where that costs no more than the two."""
    top = bottom = page
    area = right - left + 1
    index = 0
    while index < len(boxes):
        # Comparisons, not min and max: this is where the time goes when much has changed.
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
            # What has grown may now be worth joining with one passed over before.
            del boxes[index]
            area, left, right, top, bottom, index = both, x0, x1, y0, y1, 0
        else:
            index += 1
    boxes.append((area, left, right, top, bottom))
