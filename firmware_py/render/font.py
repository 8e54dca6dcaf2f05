"""The size of the OLED, and what draws on its image: bitmap fonts and boxes. All sizes are in pixels.

`TEXT`, `NARROW` and `DIGITS` are the fonts. `draw_line`, `lines_of`, `wrap` and `fit` choose between the
first two, and break or shorten text that is too wide. All straight lines and dots are drawn as boxes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby

from PIL import Image

from firmware_py.config.displays import PICTURE

from . import glyphs
from .glyphs import Glyph

WIDTH, HEIGHT = PICTURE.width, PICTURE.height
_ELLIPSIS = "…"
_UNKNOWN = "?"


class Font:
    """A bitmap font whose characters can have different widths."""

    def __init__(
        self,
        glyphs: Mapping[str, Glyph],
        *,
        height: int,
        gap: int,
        beyond: Callable[[str], Glyph] | None = None,
    ) -> None:
        """Create a font from pictures of its characters.

        Args:
            height: the number of rows of a glyph, including descenders.
            gap: the number of dark columns between two characters.
            beyond: a function that returns the picture of a character missing from `glyphs`; by default, such
                a character is drawn as "?".
        """
        self.glyphs = glyphs
        self.height = height
        self.gap = gap
        self.beyond = beyond or (lambda char: glyphs[_UNKNOWN])

    def width(self, text: str) -> int:
        """Return the width of a string in pixels, without the gaps at its ends.

        An empty string has width 0.
        """
        return max(0, sum(_advance(self, char) for char in text) - self.gap)

    def mask(self, text: str) -> Image.Image:
        """Return a mode "1" image of light text on a dark background.

        Its size is `width(text)` by `height` pixels. The image is cached, so it must not be drawn on.
        """
        return _mask(self, text)

    def draw(self, image: Image.Image, xy: tuple[int, int], text: str, fill: int = 1) -> int:
        """Draw one line of text, clipped at the edges of the image.

        Args:
            image: a mode "1" image.
            xy: the upper left corner of the first character, which may be outside the image.
            fill: 1 for light strokes, 0 for dark strokes.

        Returns:
            The x-coordinate at which more text can follow.
        """
        x, y = xy
        if not text:
            return x
        mask = _mask(self, text)
        image.paste(fill, (x, y), mask)
        return x + mask.width + self.gap


# A glyph is kept as its columns, left to right, each in whole bytes with the top row in the highest bit. To
# become an image, a line of text then needs only a join of bytes and one transposition.


_BITS = str.maketrans("#.", "10")


def _column_size(font: Font) -> int:
    return (font.height + 7) // 8


@lru_cache(maxsize=512)
def _columns(font: Font, char: str) -> bytes:
    drawn = font.glyphs.get(char) or font.beyond(char)
    size = _column_size(font)
    shift = 8 * size - font.height
    columns = [int("".join(column).translate(_BITS), 2) << shift for column in zip(*drawn, strict=True)]
    return b"".join([column.to_bytes(size, "big") for column in columns])


@lru_cache(maxsize=512)
def _advance(font: Font, char: str) -> int:
    return len(_columns(font, char)) // _column_size(font) + font.gap


@lru_cache(maxsize=256)
def _mask(font: Font, text: str) -> Image.Image:
    if not text:
        return Image.new("1", (0, font.height))
    size = _column_size(font)
    columns = bytes(size * font.gap).join([_columns(font, char) for char in text])
    sideways = Image.frombytes("1", (font.height, len(columns) // size), columns)
    return sideways.transpose(Image.Transpose.TRANSPOSE)


def _beyond_ascii(char: str) -> Glyph:
    # Imported with the first such character: few boards need one, and the first frame appears sooner.
    from .accents import picture

    return picture(char)


TEXT = Font(glyphs.TEXT, height=10, gap=1, beyond=_beyond_ascii)
"""The text font: capitals, small letters and suits, with all of Latin-1. Lines are 11 px apart."""
DIGITS = Font(glyphs.DIGITS, height=23, gap=2)
"""Large digits for the scores. Three digits fit in 43 px."""
_AS_THEY_ARE = frozenset(" ♠♥♦♣◀▶")


class _Narrow(Mapping[str, Glyph]):
    """A font's glyphs, made narrower by removing half of the columns from each run of identical columns."""

    def __init__(self, of: Mapping[str, Glyph]) -> None:
        self._of = of

    def __getitem__(self, char: str) -> Glyph:
        return self._of[char] if char in _AS_THEY_ARE else _narrowed(self._of[char])

    def __iter__(self) -> Iterator[str]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)


def _narrowed(drawn: Glyph) -> Glyph:
    columns = zip(*drawn, strict=True)
    alike = [list(some) for _, some in groupby(columns)]
    left = [column for some in alike for column in some[: (len(some) + 1) // 2]]
    return tuple("".join(row) for row in zip(*left, strict=True))


NARROW = Font(_Narrow(glyphs.TEXT), height=10, gap=1, beyond=lambda char: _narrowed(_beyond_ascii(char)))
"""The narrow font for long lines: `TEXT` with thin strokes, a fifth narrower."""


def font_for(text: str, width: int) -> Font:
    """Return the font for a line of text: `TEXT` if the line fits in `width` pixels, otherwise `NARROW`."""
    return TEXT if TEXT.width(text) <= width else NARROW


def draw_line(image: Image.Image, xy: tuple[int, int], text: str, width: int, fill: int = 1) -> None:
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


# Pillow's ImageDraw could draw boxes too, but it loads a font library, which delays the start by 2 ms, and
# some fifty times as long on a small Pi.


def draw_box(image: Image.Image, left: int, top: int, right: int, bottom: int, ink: int = 1) -> None:
    """Fill a rectangle, including its right and bottom edges. Parts outside the image are skipped.

    Args:
        image: the image to draw on, in mode `1`.
        ink: 1 for light, 0 for dark.
    """
    image.paste(ink, (left, top, right + 1, bottom + 1))
