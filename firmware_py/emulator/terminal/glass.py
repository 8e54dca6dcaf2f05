"""The simulator's OLED, drawn with braille characters or half blocks."""

from __future__ import annotations

from PIL import Image
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from firmware_py.render.screen_size import HEIGHT, WIDTH

_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits for the left and right dot in each row of a braille character, top row first (U+2800 on)."""


def _spread(left: int, right: int) -> tuple[int, ...]:
    """Return a table that converts eight pixels, side by side, to dots in four braille characters.

    The table has 256 entries, indexed by the eight pixels as a byte. Each entry is a 32-bit number with one
    byte for each character, and a bit set in this byte for each dot to show.

    Args:
        left: the bit, such as 0x01, of the left dot in one row of a braille character.
        right: the bit, such as 0x08, of the right dot in the same row.
    """
    pair = (0, right, left, left | right)
    return tuple(
        pair[byte >> 6] << 24 | pair[byte >> 4 & 3] << 16 | pair[byte >> 2 & 3] << 8 | pair[byte & 3]
        for byte in range(256)
    )


_TABLES = tuple(_spread(left, right) for left, right in _DOTS)
# Some fonts draw the blank braille character as empty circles, so a space stands for it.
_BRAILLE = {byte: chr(0x2800 + byte) if byte else " " for byte in range(256)}
_HALVES = {"00": " ", "01": "▄", "10": "▀", "11": "█"}


def braille(image: Image.Image) -> list[str]:
    """Convert a mode `1` image to lines of braille. Each character shows 2 x 4 pixels (width x height)."""
    rows, stride = image.tobytes(), image.width // 8
    one, two, three, four = _TABLES
    lines = []
    for at in range(0, len(rows), 4 * stride):
        quads = zip(*(rows[at + n * stride : at + (n + 1) * stride] for n in range(4)), strict=True)
        words = (one[a] | two[b] | three[c] | four[d] for a, b, c, d in quads)
        cells = b"".join(word.to_bytes(4, "big") for word in words)
        lines.append(cells.decode("latin-1").translate(_BRAILLE))
    return lines


def halves(image: Image.Image) -> list[str]:
    """Convert a mode `1` image to lines of half blocks. Each character is one pixel wide and two high."""
    rows, stride = image.tobytes(), image.width // 8
    numbers = (int.from_bytes(rows[at : at + stride], "big") for at in range(0, len(rows), stride))
    bits = [f"{number:0{image.width}b}" for number in numbers]
    return [
        "".join(_HALVES[upper + lower] for upper, lower in zip(*pair, strict=True))
        for pair in zip(bits[::2], bits[1::2], strict=True)
    ]


class GlassWidget(Widget):
    """The OLED's image, drawn with half blocks if there is room, otherwise with smaller braille dots."""

    PHOSPHOR = Style(color="#bfeaff", bgcolor="#000000")

    def __init__(self) -> None:
        super().__init__()
        self.border_title = f"OLED {WIDTH} × {HEIGHT}"
        self._image = Image.new("1", (WIDTH, HEIGHT))
        self._lines: list[str] = []

    def show(self, image: Image.Image) -> None:
        """Show a new image and redraw only the lines that changed."""
        self._image = image
        before, self._lines = self._lines, self._drawn()
        for y, line in enumerate(self._lines):
            if y >= len(before) or before[y] != line:
                self.refresh(Region(0, y, self.size.width, 1))

    def on_resize(self) -> None:
        """Redraw the image to fit the new size."""
        self._lines = self._drawn()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return line `y` of the OLED's image, drawn with characters. Line 0 is at the top."""
        text = self._lines[y] if y < len(self._lines) else ""
        return Strip([Segment(text.ljust(self.size.width), self.PHOSPHOR)], self.size.width)

    def _drawn(self) -> list[str]:
        return halves(self._image) if self.size.width >= self._image.width else braille(self._image)
