"""Bitmaps, and what is drawn on them: boxes, and text in bitmap fonts. All sizes are in pixels.

`TEXT`, `NARROW` and `DIGITS` are the fonts. `draw_line`, `lines_of`, `wrap` and `fit` choose between the
first two, and break or shorten text that is too wide. `LARGE` and `TALL` are `TEXT` with larger pixels. All
straight lines and dots are drawn as boxes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import groupby

from firmware_py.config.displays import PICTURE

from . import glyphs
from .glyphs import Glyph

WIDTH, HEIGHT = PICTURE.width, PICTURE.height
_ELLIPSIS = "…"
_UNKNOWN = "?"
_BYTES = HEIGHT // 8
"""The size of a bitmap's column in bytes."""


class Bitmap:
    """A black and white image of up to `HEIGHT` rows, kept as one large number with a bit for each pixel.

    Each column takes `HEIGHT` bits, with the topmost pixel in the lowest bit. The first column comes lowest.
    So a single shift puts a whole line of text in its place, and every eighth byte belongs to the same page
    of a display's memory.
    """

    def __init__(self, width: int, height: int, pixels: int = 0) -> None:
        """Create a bitmap, which is dark unless its pixels are given."""
        self.width = width
        self.height = height
        self._pixels = pixels

    def box(self, left: int, top: int, right: int, bottom: int, ink: int = 1) -> None:
        """Fill a rectangle, including its right and bottom edges. Parts outside the bitmap are skipped.

        Args:
            ink: 1 for light, 0 for dark.
        """
        self._fill(self._area(left, top, right, bottom), ink)

    def paste(self, mask: Bitmap, x: int, y: int, ink: int = 1) -> None:
        """Fill the pixels that are light in a mask, whose upper left corner is at (x, y).

        Parts outside the bitmap are skipped.
        """
        pixels = mask._pixels & mask._area(-x, -y, self.width - 1 - x, self.height - 1 - y)
        shift = HEIGHT * x + y
        self._fill(pixels << shift if shift > 0 else pixels >> -shift, ink)

    def frame(self) -> bytes:
        """Return the image as a display takes it (`firmware_py.board.ports.Display`)."""
        columns = self._pixels.to_bytes(self.width * _BYTES, "little")
        return b"".join([columns[page::_BYTES] for page in range(self.height // 8)])

    def _area(self, left: int, top: int, right: int, bottom: int) -> int:
        left, right = max(left, 0), min(right, self.width - 1)
        top, bottom = max(top, 0), min(bottom, self.height - 1)
        if left > right or top > bottom:
            return 0
        column = (1 << bottom + 1) - (1 << top)
        return column * _top_row(right - left + 1) << HEIGHT * left

    def _fill(self, pixels: int, ink: int) -> None:
        self._pixels = self._pixels | pixels if ink else self._pixels & ~pixels


@cache
def _top_row(width: int) -> int:
    return int.from_bytes(width * (b"\1" + bytes(_BYTES - 1)), "little")


class Font:
    """A bitmap font whose characters can have different widths."""

    def __init__(self, glyph_of: Callable[[str], Glyph], *, height: int, gap: int) -> None:
        """Create a font from pictures of its characters.

        Args:
            glyph_of: a function that returns the picture of a character.
            height: the number of rows of a glyph, including descenders.
            gap: the number of dark columns between two characters.
        """
        self.glyph_of = glyph_of
        self.height = height
        self.gap = gap

    def width(self, text: str) -> int:
        """Return the width of a string in pixels, without the gaps at its ends.

        An empty string has width 0.
        """
        return max(0, sum(_advance(self, char) for char in text) - self.gap)

    def mask(self, text: str) -> Bitmap:
        """Return a bitmap of light text on a dark background.

        Its size is `width(text)` by `height` pixels. The bitmap is cached, so it must not be drawn on.
        """
        return _mask(self, text)

    def draw(self, image: Bitmap, xy: tuple[int, int], text: str, fill: int = 1) -> int:
        """Draw one line of text, clipped at the edges of the image.

        Args:
            xy: the upper left corner of the first character, which may be outside the image.
            fill: 1 for light strokes, 0 for dark strokes.

        Returns:
            The x-coordinate at which more text can follow.
        """
        x, y = xy
        if not text:
            return x
        mask = _mask(self, text)
        image.paste(mask, x, y, fill)
        return x + mask.width + self.gap


# A glyph is kept as the bytes of its columns, so that a line of text needs only a join.

_BITS = str.maketrans("#.", "10")


@lru_cache(maxsize=512)
def _columns(font: Font, char: str) -> bytes:
    upwards = ["".join(column) for column in zip(*reversed(font.glyph_of(char)), strict=True)]
    return b"".join([int(column.translate(_BITS), 2).to_bytes(_BYTES, "little") for column in upwards])


@lru_cache(maxsize=512)
def _advance(font: Font, char: str) -> int:
    return len(_columns(font, char)) // _BYTES + font.gap


@lru_cache(maxsize=256)
def _mask(font: Font, text: str) -> Bitmap:
    columns = bytes(_BYTES * font.gap).join([_columns(font, char) for char in text])
    return Bitmap(len(columns) // _BYTES, font.height, int.from_bytes(columns, "little"))


def _text_glyph(char: str) -> Glyph:
    glyph = glyphs.TEXT.get(char)
    if glyph is None:
        # Imported with the first such character: few boards need one, and the first frame appears sooner.
        from .accents import picture

        glyph = picture(char)
    return glyph


def _digit_glyph(char: str) -> Glyph:
    return glyphs.DIGITS.get(char, glyphs.DIGITS[_UNKNOWN])


_AS_THEY_ARE = frozenset(" ♠♥♦♣◀▶")


def _narrow_glyph(char: str) -> Glyph:
    # Half of the columns are removed from each run of identical columns.
    drawn = _text_glyph(char)
    if char in _AS_THEY_ARE:
        return drawn
    alike = [list(some) for _, some in groupby(zip(*drawn, strict=True))]
    left = [column for some in alike for column in some[: (len(some) + 1) // 2]]
    return tuple("".join(row) for row in zip(*left, strict=True))


def _tall_glyph(char: str) -> Glyph:
    return tuple(row for row in _text_glyph(char) for _ in range(2))


def _large_glyph(char: str) -> Glyph:
    return tuple("".join(2 * pixel for pixel in row) for row in _tall_glyph(char))


TEXT = Font(_text_glyph, height=10, gap=1)
"""The text font: capitals, small letters and suits, with all of Latin-1. Lines are 11 px apart."""
NARROW = Font(_narrow_glyph, height=10, gap=1)
"""The narrow font for long lines: `TEXT` with thin strokes, a fifth narrower."""
LARGE, TALL = Font(_large_glyph, height=20, gap=2), Font(_tall_glyph, height=20, gap=1)
"""`TEXT` twice as large, and twice as high but no wider."""
DIGITS = Font(_digit_glyph, height=23, gap=2)
"""Large digits for the scores. Three digits fit in 43 px."""


def font_for(text: str, width: int) -> Font:
    """Return the font for a line of text: `TEXT` if the line fits in `width` pixels, otherwise `NARROW`."""
    return TEXT if TEXT.width(text) <= width else NARROW


def draw_line(image: Bitmap, xy: tuple[int, int], text: str, width: int, fill: int = 1) -> None:
    """Draw a line of text. If it is too wide, use the narrow font, and truncate the text if necessary.

    `xy` is the position of the upper left corner, `width` is the maximum width in pixels, and `fill` is 1 for
    light text or 0 for dark text.
    """
    font = font_for(text, width)
    font.draw(image, xy, fit(text, width, font), fill)


def lines_of(text: str, width: int, lines: int) -> list[str]:
    """Wrap text to at most `lines` lines of `width` pixels. If the text does not fit, use the narrow font.

    If it does not fit in the narrow font either, the last line ends in "…".
    """
    whole = wrap_whole(text, width, lines)
    return wrap(text, width, lines, NARROW) if whole is None else whole


def wrap(text: str, width: int, lines: int, font: Font = TEXT) -> list[str]:
    """Wrap text to at most `lines` lines, none of which is wider than `width` pixels.

    Each line contains as many words as will fit, and a word that is wider than a line is broken. If the text
    does not fit, the last line ends in "…". If the text consists only of spaces, the list is empty.
    """
    return _wrapped(text, width, lines, font)[0]


def wrap_whole(text: str, width: int, lines: int, font: Font = TEXT) -> list[str] | None:
    """Wrap text as `wrap` does, or return None if the text does not fit completely."""
    broken, is_whole = _wrapped(text, width, lines, font)
    return broken if is_whole else None


def fit(text: str, width: int, font: Font = TEXT) -> str:
    """Return the text as a single line, truncated with "…" if it would be wider than `width` pixels."""
    return next(iter(wrap(text, width, 1, font)), "")


def _wrapped(text: str, width: int, lines: int, font: Font) -> tuple[list[str], bool]:
    broken: list[str] = []
    rest = text.strip(" ")
    while rest and len(broken) < lines:
        count = _fitting(rest, width, font)
        if count < len(rest) and len(broken) == lines - 1:
            count = _fitting(rest, width - font.gap - font.width(_ELLIPSIS), font)
            line = rest[:count].rstrip(" ") + _ELLIPSIS
            return ([*broken, line] if font.width(line) <= width else broken), False
        if count == 0:
            return broken, False
        if count < len(rest):
            space = rest.rfind(" ", 0, count + 1)
            count = space if space > 0 else count
        broken.append(rest[:count].rstrip(" "))
        rest = rest[count:].lstrip(" ")
    return broken, not rest


def _fitting(text: str, width: int, font: Font) -> int:
    room = width + font.gap
    for count, char in enumerate(text):
        room -= _advance(font, char)
        if room < 0:
            return count
    return len(text)
