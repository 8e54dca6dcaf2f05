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

from firmware_py.render.font import DIGITS, TEXT, fit, wrap
from firmware_py.render.holes import HOLES, hole, holes, lap
from firmware_py.view import Track, View

if TYPE_CHECKING:
    from firmware_py.calls import Call
    from firmware_py.pages import Page
    from firmware_py.picker import Grid

WIDTH, HEIGHT = 128, 64
_LINES = (32, 43, 54)
_MOST_LINES = 6
"""Lines of text on the whole screen, with no room between two."""
_TRACKS = (20, 24, 28)
_HOLE = 3
"""The start holes are at x = 3; each hole is a pixel further, two in a game of 61."""
_COLUMN = 43
"""How wide each of three scores is, with a gap."""
_SIGN = (50, 0, 77, 22)
_CUT = "…"
"""The end of a text that was cut short."""


def draw(view: View) -> Image.Image:
    """The picture of a view: mode `1`, 128 by 64, lit pixels 1."""
    image = Image.new("1", (WIDTH, HEIGHT))
    pen = ImageDraw.Draw(image)
    if view.page:
        _draw_page(image, pen, view.page, view.picker)
        if view.message:
            _draw_message(image, pen, view.message)
        return image
    if len(view.tracks) == 2:
        _draw_top(image, pen, view)
    else:
        _draw_three(image, pen, view)
    for y, track in zip(_TRACKS[-len(view.tracks) :], view.tracks, strict=True):
        _draw_track(image, pen, y, track, view.target)
    if view.message:
        _draw_message(image, pen, view.message)
    elif view.picker:
        _draw_picker(image, pen, view, view.picker)
    else:
        _draw_lines(image, pen, view, _lines(view))
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
        _draw_sign(image, pen, view.to_act, view.count)


def _draw_marks(image: Image.Image, pen: ImageDraw.ImageDraw, view: View, side: int) -> None:
    """Beside a score a D for the dealer; above it, in a game beyond 121, which time round the board it is."""
    x = 37 if side == 0 else 83
    if side == view.dealer and view.winner is None:
        pen.rectangle((x, 12, x + 7, 22), fill=1)
        TEXT.draw(image, (x + 1, 13), "D", fill=0)
    time = lap(view.tracks[side].front, view.target)
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
        if lap(track.front, view.target) > 1:
            TEXT.draw(image, (x + _COLUMN - 9, 10), str(lap(track.front, view.target)), fill=0 if lit else 1)


def _draw_sign(image: Image.Image, pen: ImageDraw.ImageDraw, side: int, count: int | None) -> None:
    """A sign that points to the side a key is wanted from, with the count of the play on it."""
    left, top, right, bottom = _SIGN
    middle = (top + bottom) // 2
    tip, base = (left - 5, left - 1) if side == 0 else (right + 5, right + 1)
    arrow = [(base, top), (tip, middle), (base, bottom)]
    if count is None:
        pen.polygon(arrow, fill=1)
        return
    pen.rectangle(_SIGN, fill=1)
    pen.polygon(arrow, fill=1)
    digits = _large(str(count))
    image.paste(0, ((WIDTH - digits.width) // 2, 3), digits)


@cache
def _large(digits: str, *, wide: bool = True) -> Image.Image:
    """A number of the text face, twice as high, and as wide: dark on light it needs a margin all round."""
    mask = TEXT.mask(digits)
    return mask.resize((2 * mask.width if wide else mask.width, 2 * mask.height), Image.Resampling.NEAREST)


def _draw_track(image: Image.Image, pen: ImageDraw.ImageDraw, y: int, track: Track, target: int) -> None:
    """A track of three rows from y on: a line as far as the front peg, a dot every five holes after it."""
    image.paste(_empty_track(target), (_HOLE, y))
    front, back = (_HOLE + hole(score, target) * _pitch(target) for score in (track.front, track.back))
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
    last, pitch = holes(target), _pitch(target)
    image = Image.new("1", (last * pitch + 2, 3))
    pen = ImageDraw.Draw(image)
    for place in range(5, last, 5):
        pen.point((place * pitch, 1), fill=1)
    for place in range(30, last, 30):
        pen.line((place * pitch, 0, place * pitch, 2), fill=1)
    pen.rectangle((last * pitch, 0, last * pitch + 1, 2), fill=1)
    return image


def _draw_message(image: Image.Image, pen: ImageDraw.ImageDraw, message: str) -> None:
    """A refusal or a notice, dark on light, so that nobody takes it for a score.

    It has the place of the three lines. A longer one grows upwards, over the tracks and the scores, up to the
    whole screen: the press that led to it can wait, and the next one brings the scores back.
    """
    lines = wrap(message, WIDTH - 4, _MOST_LINES)
    pitch = 11 if len(lines) < _MOST_LINES else 10
    top = min(_LINES[0], HEIGHT + 1 - pitch * len(lines))
    pen.rectangle((0, top - 1, WIDTH - 1, HEIGHT - 1), fill=1)
    for row, line in enumerate(lines):
        TEXT.draw(image, (2, top + pitch * row), line, fill=0)


def _draw_picker(image: Image.Image, pen: ImageDraw.ImageDraw, view: View, grid: Grid) -> None:
    """The grid of the picker; while it is closed the lines, and at the end of one of them what is chosen.

    That is the line of the prompt, or the next above it that has room, or that of the keys. Where none has,
    the prompt is said shorter, or takes two lines.
    """
    # Imported for boards with a joystick alone.
    from firmware_py.render import picker

    if grid.open:
        picker.draw_grid(image, grid)
        return
    wide = picker.chosen_width(grid) + 1
    lines = _lines(view)
    rooms = [y for y, line in zip(_LINES, lines, strict=False) if 1 + TEXT.width(line) + wide <= WIDTH]
    if not rooms and view.hint and _keys_width(view.hint) + wide <= WIDTH:
        rooms = [_LINES[-1]]
    if not rooms:
        lines = _lines(view, wide)
    _draw_lines(image, pen, view, lines)
    picker.draw_chosen(image, WIDTH - 1, rooms[-1] if rooms else _LINES[len(lines) - 1], grid)


def _draw_lines(image: Image.Image, pen: ImageDraw.ImageDraw, view: View, lines: list[str]) -> None:
    """The lines, and below them the keys that answer."""
    for y, line in zip(_LINES, lines, strict=False):
        TEXT.draw(image, (1, y), line)
    if view.hint:
        _draw_keys(image, pen, _LINES[-1], view.hint)


def _lines(view: View, beside: int = 0) -> list[str]:
    """The prompt, and above it what was counted, or what lies on the table.

    The prompt takes two lines where nothing else needs them. `beside` is how many px at the right end of the
    prompt are to stay free.
    """
    below = 1 if view.hint else 0
    two = not (view.calls or beside or (view.cards and below))
    forms = view.brief_prompt or (view.prompt,)
    wanted = _first_that_fits(forms, WIDTH - 1 - beside, 2 if two else 1)
    if beside and wanted[-1].endswith(_CUT):
        wanted = wrap(forms[0], WIDTH - 1 - beside, 2)
    room = len(_LINES) - len(wanted) - below
    lines = _above(view, room)
    return lines + [""] * (room - len(lines)) + wanted


def _above(view: View, room: int) -> list[str]:
    """The lines above the prompt.

    One call is written out, and shares the room with the cards if a line is enough for it, in words or in
    figures; several get a line each.
    """
    if not room:
        return []
    if len(view.calls) > 1:
        return [_called(call, call.brief, 1)[0] for call in view.calls[-room:]]
    called = []
    for call in view.calls:
        called = _called(call, (call.text, call.figures), 1) if call.figures else [_CUT]
        if called[-1].endswith(_CUT):
            called = _called(call, (call.text, *call.brief), room)
    # The cards first, on a page of the controller that they have to themselves.
    cards = f"{view.count}: {view.cards}" if view.count and len(view.tracks) > 2 else view.cards
    return called if len(called) == room else [fit(cards, WIDTH - 1), *called]


def _called(call: Call, forms: Sequence[str], rows: int) -> list[str]:
    """The first form of a call that fits, with an arrow to the side it is about."""
    arrow = "" if call.side is None else f"{'◀▶'[call.side]} "
    return _first_that_fits([f"{arrow}{form}" for form in forms], WIDTH - 1, rows)


def _first_that_fits(forms: Sequence[str], width: int, rows: int) -> list[str]:
    """The lines of the first form that needs no more than so many rows, or of the last one, cut short."""
    lines: list[str] = []
    for form in forms:
        lines = wrap(form, width, rows)
        if not lines[-1].endswith(_CUT):
            break
    return lines


def _keys_width(hint: str) -> int:
    """How wide `_draw_keys` draws."""
    parts = [answer.partition(" ") for answer in hint.split("  ")]
    return sum(TEXT.width(key) + TEXT.width(meaning) + 18 for key, _, meaning in parts) - 11


def _draw_keys(image: Image.Image, pen: ImageDraw.ImageDraw, y: int, hint: str) -> None:
    """Keys that answer, each in a box with its meaning after it: `OK yes  GO no`."""
    x = 0
    for answer in hint.split("  "):
        key, _, meaning = answer.partition(" ")
        width = TEXT.width(key)
        pen.rectangle((x, y - 1, x + width + 3, y + 9), fill=1)
        TEXT.draw(image, (x + 2, y), key, fill=0)
        x = TEXT.draw(image, (x + width + 7, y), meaning) + 10


def _draw_page(image: Image.Image, pen: ImageDraw.ImageDraw, page: Page, grid: Grid | None) -> None:
    pen.rectangle((0, 0, WIDTH - 1, 11), fill=1)
    right, ends = WIDTH - 2, [WIDTH - 1] * len(page.rows)
    if grid:
        from firmware_py.render import picker

        right, ends = picker.draw_on_page(image, grid, page)
    if right:
        number = TEXT.width(page.number)
        TEXT.draw(image, (2, 2), fit(page.title, right - 6 - number), fill=0)
        TEXT.draw(image, (right - number, 2), page.number, fill=0)
    for row, (text, points) in enumerate(page.rows):
        y = 15 + 12 * row
        room = ends[row] - TEXT.width(points)
        TEXT.draw(image, (0, y), fit(text, room - 3))
        TEXT.draw(image, (room, y), points)
