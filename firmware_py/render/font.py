"""Bitmap fonts: measure, draw and wrap text on a mode "1" image. All sizes are in px."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby

from PIL import Image

from . import glyphs

_ELLIPSIS = "…"
_UNKNOWN = "?"


class Font:
    """A bitmap font; every character is as wide as its picture.

    Args:
        glyphs: the picture of each character, as described in `glyphs.py`.
        height: rows of a glyph, tails included.
        gap: dark columns between two characters.
        beyond: returns the picture of a character that `glyphs` does not have; by default that of "?".
    """

    def __init__(
        self,
        glyphs: Mapping[str, str],
        *,
        height: int,
        gap: int,
        beyond: Callable[[str], str] | None = None,
    ) -> None:
        """A font of these pictures."""
        self.glyphs = glyphs
        self.height = height
        self.gap = gap
        self.beyond = beyond or (lambda char: glyphs[_UNKNOWN])

    def width(self, text: str) -> int:
        """Columns from the left edge of the first character to the right edge of the last; 0 for no text."""
        return max(0, sum(_advance(self, char) for char in text) - self.gap)

    def mask(self, text: str) -> Image.Image:
        """A mode "1" image of the text, lit on dark, `width(text)` by `height`.

        The image is shared with later calls: paste from it, do not draw on it.
        """
        return _mask(self, text)

    def draw(self, image: Image.Image, xy: tuple[int, int], text: str, fill: int = 1) -> int:
        """Draw one line of text, clipped at the edges of the image, and return the x at which it goes on.

        That is one gap past the last character, or where it began if there is no text. Pixels between the
        strokes stay as they are.

        Args:
            image: a mode "1" image.
            xy: the upper left corner of the first character; may lie outside the image.
            text: one line.
            fill: 1 to light the strokes, 0 to darken them.
        """
        x, y = xy
        if not text:
            return x
        mask = _mask(self, text)
        image.paste(fill, (x, y), mask)
        return x + mask.width + self.gap


# A glyph is kept as its columns, left to right, each a whole number of bytes with the top row in the highest
# bit: a line of text is then a join of bytes, and a single transposition makes it an image.


def _column_size(font: Font) -> int:
    return (font.height + 7) // 8


@lru_cache(maxsize=512)
def _columns(font: Font, char: str) -> bytes:
    drawn = font.glyphs.get(char) or font.beyond(char)
    rows = drawn.replace("#", "1").replace(".", "0").split()
    size = _column_size(font)
    shift = 8 * size - font.height
    columns = [int("".join(column), 2) << shift for column in zip(*rows, strict=True)]
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


def _beyond_ascii(char: str) -> str:
    # Imported with the first such character: hardly any board has one, and the first frame need not wait.
    from .accents import picture

    return picture(char)


TEXT = Font(glyphs.TEXT, height=10, gap=1, beyond=_beyond_ascii)
"""Text in capitals and small letters, with the suits; lines stand 11 px apart. It has all of Latin-1."""

DIGITS = Font(glyphs.DIGITS, height=23, gap=2)
"""Large digits for the scores: three fit in 43 px."""

_AS_THEY_ARE = frozenset(" ♠♥♦♣◀▶")


class _Narrow(Mapping[str, str]):
    """The pictures of another face, narrower: columns that look alike side by side are halved in number."""

    def __init__(self, of: Mapping[str, str]) -> None:
        self._of = of

    def __getitem__(self, char: str) -> str:
        return self._of[char] if char in _AS_THEY_ARE else _narrowed(self._of[char])

    def __iter__(self) -> Iterator[str]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)


def _narrowed(drawn: str) -> str:
    columns = zip(*drawn.split(), strict=True)
    alike = [list(some) for _, some in groupby(columns)]
    left = [column for some in alike for column in some[: (len(some) + 1) // 2]]
    return "\n".join("".join(row) for row in zip(*left, strict=True))


NARROW = Font(_Narrow(glyphs.TEXT), height=10, gap=1, beyond=lambda char: _narrowed(_beyond_ascii(char)))
"""The same characters as in `TEXT` with thin strokes, a fifth narrower: for a line that is too long."""


def face_for(text: str, width: int) -> Font:
    """`TEXT` for a line that fits in `width` px, otherwise `NARROW`."""
    return TEXT if TEXT.width(text) <= width else NARROW


def draw_line(image: Image.Image, xy: tuple[int, int], text: str, width: int, fill: int = 1) -> None:
    """Draw one line at most `width` px wide: in `TEXT`, if it is too long in `NARROW`, else cut short."""
    face = face_for(text, width)
    face.draw(image, xy, fit(text, width, face), fill)


def lines_of(text: str, width: int, lines: int) -> list[str]:
    """Break a text into lines for `draw_line`: as `wrap` does, for `NARROW` where `TEXT` needs more lines."""
    broken = wrap(text, width, lines)
    return (
        broken
        if "".join(broken).replace(" ", "") == text.replace(" ", "")
        else wrap(text, width, lines, NARROW)
    )


def wrap(text: str, width: int, lines: int, face: Font = TEXT) -> list[str]:
    """Break `text`, to be drawn in a face, into at most `lines` lines, none wider than `width` px.

    Lines are filled in turn and broken at spaces, which are dropped there and kept elsewhere; a word wider
    than a line is broken where the line ends. If not all fits, the last line ends in "…".

    Text of nothing but spaces has no lines: the list is empty. A width too small for the next character, or
    for the "…", ends the list early.
    """
    broken: list[str] = []
    rest = text.strip(" ")
    while rest and len(broken) < lines:
        count = _fitting(rest, width, face)
        if count < len(rest) and len(broken) == lines - 1:
            count = _fitting(rest, width - face.gap - face.width(_ELLIPSIS), face)
            line = rest[:count].rstrip(" ") + _ELLIPSIS
            return [*broken, line] if face.width(line) <= width else broken
        if count == 0:
            return broken
        if count < len(rest):
            space = rest.rfind(" ", 0, count + 1)
            count = space if space > 0 else count
        broken.append(rest[:count].rstrip(" "))
        rest = rest[count:].lstrip(" ")
    return broken


def fit(text: str, width: int, face: Font = TEXT) -> str:
    """``text`` as one line of a face, cut short with "…" where it is wider than ``width`` px."""
    return next(iter(wrap(text, width, 1, face)), "")


def _fitting(text: str, width: int, face: Font) -> int:
    """How many characters from the start of ``text`` fit in ``width`` px."""
    room = width + face.gap
    for count, char in enumerate(text):
        room -= _advance(face, char)
        if room < 0:
            return count
    return len(text)
