"""The simulator's OLED and its bottom line, and whether the terminal shows them in UTF-8.

The OLED is drawn with braille characters or half blocks. `use_utf8` makes the output UTF-8 on every terminal
that supports it, regardless of the locale. On others, `text` shows the board.
"""

from __future__ import annotations

import os
import re
import select
import sys
import termios
import time
import tty
from contextlib import suppress
from io import TextIOWrapper

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from firmware_py.render.font import HEIGHT, WIDTH
from firmware_py.system.output import is_utf8_guessed
from firmware_py.words.in_use import words


class GlassWidget(Widget):
    """The OLED's image, drawn with half blocks if there is room, otherwise with smaller braille dots."""

    PHOSPHOR = Style(color="#bfeaff", bgcolor="#000000")

    def __init__(self) -> None:
        super().__init__()
        self.border_title = f"OLED {WIDTH} × {HEIGHT}"
        self._image = b""
        self._lines: list[str] = []

    def show(self, image: bytes) -> None:
        """Show a new image (`firmware_py.board.ports.Display`), and redraw only the lines that changed."""
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
        return halves(self._image) if self.size.width >= WIDTH else braille(self._image)


def braille(image: bytes) -> list[str]:
    """Convert the OLED's image to lines of braille. Each character shows 2 x 4 pixels (width x height)."""
    return [
        "".join(
            _BRAILLE[left >> upper & 15, right >> upper & 15]
            for left, right in zip(page[::2], page[1::2], strict=True)
        )
        for page in _pages(image)
        for upper in (0, 4)
    ]


def halves(image: bytes) -> list[str]:
    """Convert the OLED's image to lines of half blocks. Each character is one pixel wide and two high."""
    return [
        "".join(_HALVES[column >> upper & 3] for column in page)
        for page in _pages(image)
        for upper in range(0, 8, 2)
    ]


def _pages(image: bytes) -> list[bytes]:
    return [image[start : start + WIDTH] for start in range(0, len(image), WIDTH)]


def _braille(left: int, right: int) -> str:
    """Return the braille character for two columns of four pixels, the topmost in the lowest bit."""
    # The upper three dots of each column come first (U+2800 on).
    dots = left & 7 | (right & 7) << 3 | (left & 8) << 3 | (right & 8) << 4
    # Some fonts draw the blank braille character as empty circles, so a space stands for it.
    return chr(0x2800 + dots) if dots else " "


_BRAILLE = {(left, right): _braille(left, right) for left in range(16) for right in range(16)}
_HALVES = " ▀▄█"
_FAINT = "#9c7b52"
_LETTER = "bold #ffd787"
Words = tuple[tuple[str, str], ...]
"""Keys of the user's keyboard (a letter, or a name such as `Esc`), each with its meaning."""


class FootWidget(Widget):
    """The simulator's bottom line, with key hints on the left and a short note on the right."""

    def __init__(self, about: str) -> None:
        super().__init__()
        self._about = about
        self._words: Words = ()

    def show(self, words: Words) -> None:
        """Show key hints. Each hint in `words` is a key on the user's keyboard, and what the key does."""
        if self._words != words:
            self._words = words
            self.refresh()

    def render(self) -> Text:
        """Return the text of the bottom line: the key hints, and as much of the note as fits."""
        text = Text()
        for letter, does in self._words:
            text.append(letter, _LETTER).append(f" {does}   ", "#e8d5b0")
        room = max(0, self.size.width - text.cell_len)
        about = self._about if len(self._about) <= room else "…" + self._about[len(self._about) - room + 1 :]
        return text.append(about.rjust(room)[:room], style=_FAINT)


def at_the_board(*, muggins: bool) -> Words:
    """Return the key hints to show while no menu or dialogue is open on the board.

    Args:
        muggins: True to include a hint for the MUGGINS key.
    """
    takes = (("x", words().FOOT_MUGGINS),) if muggins else ()
    return (("m", words().FOOT_MENU), ("r", words().FOOT_REDO), *takes, ("Esc", words().FOOT_QUIT))


def in_a_dialogue() -> Words:
    """Return the key hints to show while a menu or dialogue is open on the board."""
    return ("Esc", words().FOOT_CLOSE), ("Ctrl-C", words().FOOT_QUIT)


def watching() -> Words:
    """Return the key hints to show while a script presses the keys instead of the user."""
    return ((words().FOOT_ANY_KEY, words().FOOT_ENDS_IT),)


class TooSmall(Static):
    """The message that is shown if the terminal is too small to show the board."""

    def __init__(self, width: int, height: int) -> None:
        """Create a message for a terminal that needs at least `width` columns and `height` lines."""
        super().__init__()
        self._needs = width, height

    def tell(self, width: int, height: int) -> None:
        """Update the message with the terminal's current `width` in columns and `height` in lines."""
        self.update(words().too_small(*self._needs, width, height))


def use_utf8() -> bool:
    """Make Textual write UTF-8. Return False if the terminal does not support UTF-8.

    If the locale specifies a different encoding or none, the terminal itself is tested.
    """
    # Textual writes to standard error, not to standard output.
    out = sys.__stderr__
    if out is None or (out.encoding.lower().replace("-", "") == "utf8" and not is_utf8_guessed()):
        return True
    assert sys.__stdin__ is not None
    if not _shows_utf8(sys.__stdin__.fileno(), out.fileno()):
        return False
    if isinstance(out, TextIOWrapper):
        out.reconfigure(encoding="utf-8")
    return True


PATIENCE = 5.0
"""The time, in seconds, to wait for a terminal's answer, since the terminal may be far away or busy."""
_ASK = "\ré".encode() + b"\x1b[6n"
"""Bytes that write a two-byte letter at the left edge, and request the cursor's position."""
_ANSWER = re.compile(rb"\x1b\[\d+;(\d+)R")
_WIPE = b"\r\x1b[K"


def _shows_utf8(keyboard: int, screen: int) -> bool:
    """Return True if a two-byte UTF-8 letter moves the terminal's cursor by one column."""
    before = termios.tcgetattr(keyboard)
    try:
        tty.setraw(keyboard, termios.TCSANOW)
        os.write(screen, _ASK)
        answer = _read_answer(keyboard)
    finally:
        with suppress(OSError):
            os.write(screen, _WIPE)
        termios.tcsetattr(keyboard, termios.TCSANOW, before)
    return answer == 2


def _read_answer(keyboard: int) -> int | None:
    until, read = time.monotonic() + PATIENCE, b""
    while (left := until - time.monotonic()) > 0:
        if select.select([keyboard], [], [], left)[0]:
            read += os.read(keyboard, 1024)
            if found := _ANSWER.search(read):
                return int(found[1])
    return None
