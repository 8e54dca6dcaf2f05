"""A view → the picture on the OLED, 128 by 64.

    y 0-22   the scores, the count in an inverted box between them; beside each score an arrow if its side is
             to act and a D if it deals
    y 24-30  the tracks, a pixel a hole: a thick front peg, a thin back peg, a mark after each street
    y 32-63  three lines of text

Top and tracks fill whole pages of the controller, so that little of it is sent when little changes.
"""

from __future__ import annotations

from PIL import Image, ImageDraw

from firmware_py.render.font import DIGITS, TEXT, wrap
from firmware_py.view import Page, Track, View

WIDTH, HEIGHT = 128, 64
_LINES = (32, 43, 54)
_TRACKS = (24, 28)
_HOLE = 3
"""Hole n of a track is at x = n + 3; the start holes are left of hole 1."""
_BOX = (47, 0, 80, 22)


def draw(view: View) -> Image.Image:
    """The picture of a view: mode `1`, 128 by 64, lit pixels 1."""
    image = Image.new("1", (WIDTH, HEIGHT))
    pen = ImageDraw.Draw(image)
    if view.page:
        _draw_page(image, pen, view.page)
        return image
    _draw_top(image, pen, view)
    for y, track in zip(_TRACKS, view.tracks, strict=True):
        _draw_track(pen, y, track, view.target)
    if view.refusal:
        _draw_refusal(image, pen, view.refusal)
    else:
        _draw_lines(image, pen, view)
    return image


def _draw_top(image: Image.Image, pen: ImageDraw.ImageDraw, view: View) -> None:
    for side, track in enumerate(view.tracks):
        left = side == 0
        score = str(track.front)
        width = DIGITS.width(score)
        x = 1 if left else WIDTH - 1 - width
        won = side == view.winner
        if won:
            pen.rectangle((x - 1, 0, x + width, DIGITS.height - 1), fill=1)
        DIGITS.draw(image, (x, 0), score, fill=0 if won else 1)
        mark = 37 if left else 82
        if side == view.to_act:
            TEXT.draw(image, (mark, 1), "◀" if left else "▶")
        if side == view.dealer and view.winner is None:
            pen.rectangle((mark, 12, mark + 7, 22), fill=1)
            TEXT.draw(image, (mark + 1, 13), "D", fill=0)
    if view.count is not None and view.winner is None:
        pen.rectangle(_BOX, fill=1)
        count = str(view.count)
        DIGITS.draw(image, ((WIDTH - DIGITS.width(count)) // 2, 0), count, fill=0)


def _draw_track(pen: ImageDraw.ImageDraw, y: int, track: Track, target: int) -> None:
    """A track of three rows from y on: a line as far as the front peg, a dot every five holes after it."""
    middle = y + 1
    for hole in range(5, target, 5):
        pen.point((_HOLE + hole, middle), fill=1)
    for hole in range(30, target, 30):
        pen.line((_HOLE + hole, y, _HOLE + hole, y + 2), fill=1)
    pen.rectangle((_HOLE + target, y, _HOLE + target + 1, y + 2), fill=1)
    if track.front:
        pen.line((_HOLE, middle, _HOLE + track.front, middle), fill=1)
    pen.line((_HOLE + track.back, y, _HOLE + track.back, y + 2), fill=1)
    pen.rectangle((_HOLE + track.front - 1, y, _HOLE + track.front + 1, y + 2), fill=1)


def _draw_refusal(image: Image.Image, pen: ImageDraw.ImageDraw, why: str) -> None:
    """Why a press was refused, dark on light, so that nobody takes it for a score."""
    pen.rectangle((0, _LINES[0] - 1, WIDTH - 1, HEIGHT - 1), fill=1)
    for y, line in zip(_LINES, wrap(why, WIDTH - 4, len(_LINES)), strict=False):
        TEXT.draw(image, (2, y), line, fill=0)


def _draw_lines(image: Image.Image, pen: ImageDraw.ImageDraw, view: View) -> None:
    """The prompt at the bottom; above it what was counted, or what lies on the table."""
    room = len(_LINES)
    if view.hint:
        room -= 1
        _draw_keys(image, pen, _LINES[room], view.hint)
    wanted = wrap(view.prompt, WIDTH, 2 if view.hint else 1)
    room -= len(wanted)
    lines = _above(view, room)
    lines += [""] * (room - len(lines)) + wanted
    for y, line in zip(_LINES, lines, strict=False):
        TEXT.draw(image, (0, y), line)


def _above(view: View, room: int) -> list[str]:
    """The lines above the prompt.

    One call is written out, and shares the room with the cards if a line is enough for it; several get a
    line each.
    """
    if len(view.calls) > 1:
        return [wrap(brief, WIDTH, 1)[0] for brief in view.briefs[-room:]] if room else []
    lines = [view.cards] if view.cards else []
    if view.calls:
        called = wrap(view.calls[0], WIDTH, room)
        if called and called[-1].endswith("…"):
            called = wrap(view.briefs[0], WIDTH, room)
        lines = [*lines, *called] if len(lines) + len(called) <= room else called
    return [wrap(line, WIDTH, 1)[0] for line in lines[:room]]


def _draw_keys(image: Image.Image, pen: ImageDraw.ImageDraw, y: int, hint: str) -> None:
    """The keys that answer, each in a frame: `OK yes  GO no`."""
    x = 0
    for answer in hint.split("  "):
        key, _, meaning = answer.partition(" ")
        width = TEXT.width(key)
        pen.rectangle((x, y - 1, x + width + 3, y + 9), fill=1)
        TEXT.draw(image, (x + 2, y), key, fill=0)
        x = TEXT.draw(image, (x + width + 7, y), meaning) + 10


def _draw_page(image: Image.Image, pen: ImageDraw.ImageDraw, page: Page) -> None:
    pen.rectangle((0, 0, WIDTH - 1, 11), fill=1)
    TEXT.draw(image, (2, 2), page.title, fill=0)
    TEXT.draw(image, (WIDTH - 2 - TEXT.width(page.number), 2), page.number, fill=0)
    for row, (text, points) in enumerate(page.rows):
        y = 15 + 12 * row
        TEXT.draw(image, (0, y), wrap(text, WIDTH - 20, 1)[0])
        TEXT.draw(image, (WIDTH - TEXT.width(points), y), points)
