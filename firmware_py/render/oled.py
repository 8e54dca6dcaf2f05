"""A view → the picture on the OLED, 128 by 64.

    y 0-22   the scores, and between them a sign that points to the side to act, with the count of the play on
             it; a D beside the score of the side that deals
    y 24-30  the tracks, a pixel a hole: a thick front peg, a thin back peg, a mark after each street
    y 32-63  three lines of text

With three sides the scores are smaller, y 0-18, that of the side to act dark on light; their three tracks
begin at y 20, and the count stands with its cards. Top and tracks fill whole pages of the controller, so that
little of it is sent when little changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from firmware_py.render.font import DIGITS, NARROW, TEXT, draw_line, face_for, fit, lines_of
from firmware_py.render.score_to_hole import HOLES, STREET, hole_of, holes_used, lap_of
from firmware_py.render.text_lines import text_lines
from firmware_py.view.view import Track, View

if TYPE_CHECKING:
    from firmware_py.input.joystick_picker import Grid
    from firmware_py.view.hints import Hint
    from firmware_py.view.page import Page

WIDTH, HEIGHT = 128, 64
_LINES = (32, 43, 54)
_ROWS = {4: (15, 27, 39, 51), 5: (13, 23, 33, 43, 53)}
"""The top of each row of a page of so many rows."""
_APART = 10
"""Between two keys that answer, in px."""
_CLOSE = 10
"""From line to line where a message takes the whole screen, in px."""
_MOST_LINES = HEIGHT // _CLOSE
_TRACKS = (20, 24, 28)
_HOLE = 3
"""The start holes are at x = 3; each hole is a pixel further, two in a game of 61."""
_COLUMN = 43
"""How wide each of three scores is, with a gap."""
_SIGN = (50, 0, 77, 22)


def draw(view: View) -> Image.Image:
    """The picture of a view: mode `1`, 128 by 64, lit pixels 1."""
    image = Image.new("1", (WIDTH, HEIGHT))
    pen = ImageDraw.Draw(image)
    if view.page:
        _draw_page(image, pen, view.page, view.picker)
        if view.message:
            _draw_message(image, pen, view.message, rows_of(view.page))
        return image
    if len(view.tracks) == 2:
        _draw_top(image, pen, view)
    else:
        _draw_three(image, pen, view)
    for y, track in zip(_TRACKS[-len(view.tracks) :], view.tracks, strict=True):
        _draw_track(image, pen, y, track, view.target)
    if view.message:
        _draw_message(image, pen, view.message, _LINES)
    elif view.picker:
        _draw_picker(image, pen, view, view.picker)
    else:
        _draw_lines(image, pen, view, text_lines(view))
    return image


def _draw_top(image: Image.Image, pen: ImageDraw.ImageDraw, view: View) -> None:
    for side, track in enumerate(view.tracks):
        left = side == 0
        score = str(track.front)
        width = DIGITS.width(score)
        won = side == view.winner
        margin = 4 if won else int(width < 36)
        x = margin if left else WIDTH - margin - width
        if won:
            pen.rectangle((x - 4, 0, x + width + 3, DIGITS.height - 1), fill=1)
        DIGITS.draw(image, (x, 0), score, fill=0 if won else 1)
        if width <= 36:
            _draw_marks(image, pen, view, side)
    if view.to_act is not None:
        _draw_sign(image, pen, view)


def _draw_marks(image: Image.Image, pen: ImageDraw.ImageDraw, view: View, side: int) -> None:
    """Beside a score a D for the dealer; above it, in a game beyond 121, which time round the board it is."""
    x = 37 if side == 0 else 83
    if side == view.dealer and view.winner is None:
        pen.rectangle((x, 12, x + 7, 22), fill=1)
        TEXT.draw(image, (x + 1, 13), "D", fill=0)
    time = lap_of(view.tracks[side].front, view.target)
    if time > 1:
        TEXT.draw(image, (x + 1, 1), str(time))


def _draw_three(image: Image.Image, pen: ImageDraw.ImageDraw, view: View) -> None:
    """Three scores side by side."""
    for side, track in enumerate(view.tracks):
        x = side * _COLUMN
        lit = side in (view.to_act, view.winner)
        if lit:
            pen.rectangle((x, 0, x + _COLUMN - 3, 18), fill=1)
        # Three digits twice as wide leave no room for anything beside them.
        digits = _large(str(track.front), wide=track.front < 100)
        image.paste(0 if lit else 1, (x + 3, 2), digits)
        if side == view.dealer and view.winner is None:
            TEXT.draw(image, (x + _COLUMN - 9, 1), "D", fill=0 if lit else 1)
        if lap_of(track.front, view.target) > 1:
            TEXT.draw(
                image, (x + _COLUMN - 9, 10), str(lap_of(track.front, view.target)), fill=0 if lit else 1
            )


def _draw_sign(image: Image.Image, pen: ImageDraw.ImageDraw, view: View) -> None:
    """A sign that points to the side a key is wanted from, with the count of the play on it.

    A count that is over, such as 31, stays on it until a card is led: light on dark, in an outline.
    """
    left, top, right, bottom = _SIGN
    middle = (top + bottom) // 2
    tip, base = (left - 5, left - 1) if view.to_act == 0 else (right + 5, right + 1)
    pen.polygon([(base, top), (tip, middle), (base, bottom)], fill=1)
    if view.running_count is None:
        return
    over = view.ended_count if not view.running_count else None
    pen.rectangle(_SIGN, fill=0 if over else 1, outline=1)
    digits = _large(str(over.total if over else view.running_count))
    image.paste(1 if over else 0, ((WIDTH - digits.width) // 2, 3), digits)


@cache
def _large(digits: str, *, wide: bool = True) -> Image.Image:
    """A number of the text face, twice as high, and as wide: dark on light it needs a margin all round."""
    mask = TEXT.mask(digits)
    return mask.resize((2 * mask.width if wide else mask.width, 2 * mask.height), Image.Resampling.NEAREST)


def _draw_track(image: Image.Image, pen: ImageDraw.ImageDraw, y: int, track: Track, target: int) -> None:
    """A track of three rows from y on: a line as far as the front peg, a dot every five holes after it."""
    image.paste(_empty_track(target), (_HOLE, y))
    front, back = (_HOLE + hole_of(score, target) * _pitch(target) for score in (track.front, track.back))
    if track.front:
        pen.line((_HOLE, y + 1, front, y + 1), fill=1)
    pen.line((back, y, back, y + 2), fill=1)
    pen.rectangle((front - 1, y, front + 1, y + 2), fill=1)


def _pitch(target: int) -> int:
    """Pixels from a hole to the next."""
    return 2 if 2 * target <= HOLES + 1 else 1


@cache
def _empty_track(target: int) -> Image.Image:
    """The dots, the marks after each street and the game hole, from the start hole on."""
    last, pitch = holes_used(target), _pitch(target)
    image = Image.new("1", (last * pitch + 2, 3))
    pen = ImageDraw.Draw(image)
    for place in range(5, last, 5):
        pen.point((place * pitch, 1), fill=1)
    for place in range(STREET, last, STREET):
        pen.line((place * pitch, 0, place * pitch, 2), fill=1)
    pen.rectangle((last * pitch, 0, last * pitch + 1, 2), fill=1)
    return image


def _draw_message(image: Image.Image, pen: ImageDraw.ImageDraw, message: str, rows: tuple[int, ...]) -> None:
    """A refusal or a notice, dark on light, so that nobody takes it for a score.

    On a page it covers the last of the rows, as many as it has lines, and elsewhere all of them. A longer one
    takes the whole screen; the next press brings back what it covers.
    """
    lines = lines_of(message, WIDTH - 4, _MOST_LINES)
    if len(lines) > len(rows):
        rows = tuple(HEIGHT + 1 - _CLOSE * (len(lines) - row) for row in range(len(lines)))
    elif rows is not _LINES:
        rows = rows[-len(lines) :]
    pen.rectangle(
        (0, max(0, rows[0] - (2 if rows[-1] == _ROWS[4][-1] else 1)), WIDTH - 1, HEIGHT - 1), fill=1
    )
    for y, line in zip(rows, lines, strict=False):
        draw_line(image, (2, y), line, WIDTH - 4, fill=0)


def _draw_picker(image: Image.Image, pen: ImageDraw.ImageDraw, view: View, grid: Grid) -> None:
    """The grid of the picker; while it is closed the lines, and at the end of one of them what is chosen.

    That is the line of the prompt, or the next above it that has room, or that of the keys. Where none has,
    the prompt takes two lines.
    """
    # Imported for boards with a joystick alone.
    from firmware_py.render import picker_drawing

    if grid.open:
        picker_drawing.draw_grid(image, grid)
        return
    wide = picker_drawing.chosen_width(grid) + 1
    lines = text_lines(view)
    rooms = [y for y, line in zip(_LINES, lines, strict=False) if 1 + _drawn_width(line) + wide <= WIDTH]
    if not rooms and view.hints and _keys_width(view.hints) + wide <= WIDTH:
        rooms = [_LINES[-1]]
    if not rooms:
        lines = text_lines(view, wide)
    _draw_lines(image, pen, view, lines)
    picker_drawing.draw_chosen(image, WIDTH - 1, rooms[-1] if rooms else _LINES[len(lines) - 1], grid)


def _drawn_width(line: str) -> int:
    """How wide `draw_line` draws a line of text."""
    return face_for(line, WIDTH - 1).width(line)


def _draw_lines(image: Image.Image, pen: ImageDraw.ImageDraw, view: View, lines: list[str]) -> None:
    """The lines, and below them the keys that answer."""
    for y, line in zip(_LINES, lines, strict=False):
        draw_line(image, (1, y), line, WIDTH - 1)
    if view.hints:
        _draw_keys(image, pen, _LINES[-1], view.hints)


def _keys_width(hints: Sequence[Hint]) -> int:
    """Return how wide `_draw_keys` draws these hints, in px."""
    return sum(TEXT.width(key.value) + TEXT.width(meaning) + 8 + _APART for key, meaning in hints) - _APART


def _draw_keys(image: Image.Image, pen: ImageDraw.ImageDraw, y: int, hints: Sequence[Hint]) -> None:
    """Draw the keys that answer, each in a box with its meaning after it: `OK yes  GO no`."""
    over = max(0, _keys_width(hints) - WIDTH)
    apart, face = (_APART - over, TEXT) if over < _APART // 2 else (_APART, NARROW)
    x = 0
    for key, meaning in hints:
        width = face.width(key.value)
        pen.rectangle((x, y - 1, x + width + 3, y + 9), fill=1)
        face.draw(image, (x + 2, y), key.value, fill=0)
        x = face.draw(image, (x + width + 7, y), meaning) + apart


def rows_of(page: Page) -> tuple[int, ...]:
    """The y at which each row of a page is drawn, and those of rows that it leaves blank."""
    return _ROWS[max(4, len(page.rows))]


def _draw_page(image: Image.Image, pen: ImageDraw.ImageDraw, page: Page, grid: Grid | None) -> None:
    pen.rectangle((0, 0, WIDTH - 1, 11), fill=1)
    right, ends = WIDTH - 2, [WIDTH - 1] * len(page.rows)
    if grid:
        from firmware_py.render import picker_drawing

        right, ends = picker_drawing.draw_on_page(image, grid, page)
    if right:
        _draw_row(image, (2, 2), (page.title, page.corner), right, fill=0)
    for y, row, end in zip(rows_of(page), page.rows, ends, strict=False):
        _draw_row(image, (0, y), row, end)


def _draw_row(image: Image.Image, xy: tuple[int, int], row: tuple[str, str], end: int, fill: int = 1) -> None:
    """A text on the left and one on the right, in `NARROW` where both would not fit."""
    x, y = xy
    left, right = row
    face = TEXT if x + TEXT.width(left) + 3 + TEXT.width(right) <= end else NARROW
    room = end - face.width(right)
    face.draw(image, (x, y), fit(left, room - 3 - x, face), fill)
    face.draw(image, (room, y), right, fill)
