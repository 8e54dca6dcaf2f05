"""The picture of the simulator in the README.

To redraw it, run `python -m tests.firmware_py.emulator.picture`. The picture is drawn from the terminal's
cells. Braille dots, blocks and lines are drawn as shapes, and letters have fixed positions, so the picture
looks the same in any font.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from unittest import mock
from xml.sax.saxutils import escape

from engine.events import Event
from engine.match.record_lines import write_event
from firmware_py.emulator.script import sample_game
from tests.firmware_py.emulator.bench import DOTS, SimulatorBench

PICTURE = Path(__file__).parents[3] / "firmware_py" / "emulator" / "simulator.svg"
SIZE = (100, 33)  # columns and lines of the terminal
MOMENT = ("starter J", "lay 8", "suit H", "lay 7", "lay 9", "lay 6")
"""The last events of the sample game before the picture: a run of four at a count of thirty."""
COLOURFUL = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}  # for programs to use all colours
WIDE, TALL = 9, 18  # of a cell, in pixels
_HALF, _FULL = TALL / 2, TALL
_BLOCKS = {"▀": (0, 0, WIDE, _HALF), "▄": (0, _HALF, WIDE, _HALF), "█": (0, 0, WIDE, _FULL)}
_MIDDLE_X, _MIDDLE_Y = WIDE / 2, TALL / 2
_LINES = {
    "─": (("M", 0, _MIDDLE_Y), ("L", WIDE, _MIDDLE_Y)),
    "│": (("M", _MIDDLE_X, 0), ("L", _MIDDLE_X, TALL)),
    "╭": (("M", _MIDDLE_X, TALL), ("L", _MIDDLE_X, _MIDDLE_Y), ("L", WIDE, _MIDDLE_Y)),
    "╮": (("M", 0, _MIDDLE_Y), ("L", _MIDDLE_X, _MIDDLE_Y), ("L", _MIDDLE_X, TALL)),
    "╰": (("M", _MIDDLE_X, 0), ("L", _MIDDLE_X, _MIDDLE_Y), ("L", WIDE, _MIDDLE_Y)),
    "╯": (("M", 0, _MIDDLE_Y), ("L", _MIDDLE_X, _MIDDLE_Y), ("L", _MIDDLE_X, 0)),
}
_DISCS = {"·": 1.2, "•": 2.6, "○": 3.4, "●": 4.2}  # the radius in pixels; `○` becomes a ring


class Cell(NamedTuple):
    """A character in the terminal.

    Attributes:
        char: the character.
        ink: the foreground colour.
        paper: the background colour.
        bold: True if the character is bold.
    """

    char: str
    ink: str
    paper: str
    bold: bool


def cells() -> list[list[Cell]]:
    """Return the cells of the simulator's terminal, line by line, at the moment shown in the README."""
    with mock.patch.dict(os.environ, COLOURFUL):
        os.environ.pop("NO_COLOR", None)
        bench = SimulatorBench(sample_game().setup, "~/.local/state/muggins/games.txt", SIZE)
    for event in _events():
        bench.match.take(event)
    drawn: list[list[Cell]] = []

    async def script() -> None:
        await bench.until(lambda: "Ann lays 6" in bench.text() and bench.shows_the_picture())
        drawn.extend([_cell(char, style) for char, style in line] for line in bench.cells())

    with closing(bench):
        bench.run(script)
    return drawn


def _events() -> Iterator[Event]:
    words: list[str] = []
    for event in sample_game().events:
        yield event
        words.append(write_event(event))
        if tuple(words[-len(MOMENT) :]) == MOMENT:
            return


def _cell(char: str, style: object) -> Cell:
    ink, paper = getattr(style, "color", None), getattr(style, "bgcolor", None)
    colours = [
        "#{:02x}{:02x}{:02x}".format(*each.get_truecolor()) if each else "#000000" for each in (ink, paper)
    ]
    if getattr(style, "reverse", False):
        colours.reverse()
    return Cell(char, *colours, bool(getattr(style, "bold", False)))


def svg(lines: list[list[Cell]]) -> str:
    """Return an SVG picture of a terminal whose screen consists of these lines of cells."""
    width, height = WIDE * len(lines[0]), TALL * len(lines)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" font-family="monospace" font-size="15">',
        "<title>The simulator: the screen, the keys, the tracks of lights and the log of the game</title>",
    ]
    for y, line in enumerate(lines):
        parts += _papers(line, y)
    for y, line in enumerate(lines):
        parts += _inks(line, y)
    return "\n".join([*parts, "</svg>", ""])


def _papers(line: list[Cell], y: int) -> list[str]:
    """Return SVG rectangles for the background of a line, one for each run of cells of the same colour."""
    shapes, x = [], 0
    for paper, run in groupby(line, lambda cell: cell.paper):
        count = len(list(run))
        # A little taller than the line, so that no seam shows between two lines.
        size = f'width="{count * WIDE}" height="{TALL + 0.5}"'
        shapes.append(f'<rect x="{x * WIDE}" y="{y * TALL}" {size} fill="{paper}"/>')
        x += count
    return shapes


def _inks(line: list[Cell], y: int) -> list[str]:
    """Return the SVG elements that draw the characters in a line of the terminal, but not their background.

    `y` is the index of the line.
    """
    shapes, x = [], 0
    for (ink, bold, drawn), run in groupby(line, lambda cell: (cell.ink, cell.bold, _is_drawn(cell.char))):
        text = "".join(cell.char for cell in run)
        if drawn:
            shapes += _shapes(text, x, y, ink)
        else:
            shapes += _words(text, x, y, ink, bold)
        x += len(text)
    return shapes


def _is_drawn(char: str) -> bool:
    return 0x2800 <= ord(char) < 0x2900 or char in _BLOCKS or char in _LINES or char in _DISCS


def _shapes(text: str, x: int, y: int, ink: str) -> list[str]:
    """Return the SVG paths that draw characters as shapes: one path with filled shapes, and one with lines.

    A path is left out if no character needs it.

    Args:
        text: the characters, such as blocks, box-drawing characters or Braille dots.
        x: the column of the first character.
        y: the line of the characters.
        ink: the colour.
    """
    filled = stroked = ""
    for number, char in enumerate(text):
        left, top = (x + number) * WIDE, y * TALL
        if char in _LINES:
            stroked += "".join(f"{command}{left + dx:g} {top + dy:g}" for command, dx, dy in _LINES[char])
        elif char == "○":
            stroked += _disc(char, left, top)
        elif char in _DISCS:
            filled += _disc(char, left, top)
        elif char in _BLOCKS:
            dx, dy, wide, tall = _BLOCKS[char]
            filled += f"M{left + dx} {top + dy:g}h{wide}v{tall:g}h-{wide}z"
        else:
            filled += _dots(char, left, top)
    shapes = [f'<path d="{filled}" fill="{ink}"/>'] if filled else []
    return shapes + ([f'<path d="{stroked}" stroke="{ink}" stroke-width="1.5" fill="none"/>'] * bool(stroked))


def _disc(char: str, left: int, top: int) -> str:
    """Return the SVG path for a round character, which stands for a hole of the cribbage board.

    Args:
        char: the character. It determines the radius.
        left: the x-coordinate of the character's cell in the picture.
        top: the y-coordinate of the character's cell.
    """
    r = _DISCS[char]
    half = f"a{r} {r} 0 1 0"
    return f"M{left + _MIDDLE_X - r:g} {top + _MIDDLE_Y:g}{half} {2 * r:g} 0{half} -{2 * r:g} 0z"


def _dots(char: str, left: int, top: int) -> str:
    """Return the SVG path for a braille character in a cell whose top left pixel is at (`left`, `top`)."""
    lit = [place for bit, place in enumerate(DOTS) if ord(char) - 0x2800 >> bit & 1]
    return "".join(f"M{left + dx * WIDE / 2:g} {top + dy * TALL / 4:g}h4v4h-4z" for dx, dy in lit)


def _words(text: str, x: int, y: int, ink: str, bold: bool) -> list[str]:
    """Return an SVG text element for each word in `text`, as wide as the terminal cells of the word.

    Args:
        text: the text, which is part of one line of the terminal.
        x: the column of its first cell.
        y: the line.
        ink: the colour of the text.
        bold: True for bold text.
    """
    words, at = [], 0
    for blank, run in groupby(text, str.isspace):
        word = "".join(run)
        if not blank:
            weight = ' font-weight="bold"' if bold else ""
            words.append(
                f'<text x="{(x + at) * WIDE}" y="{y * TALL + 14}" textLength="{len(word) * WIDE}"'
                f' lengthAdjust="spacingAndGlyphs" fill="{ink}"{weight}>{escape(word)}</text>'
            )
        at += len(word)
    return words


if __name__ == "__main__":
    PICTURE.write_text(svg(cells()), encoding="utf-8")
