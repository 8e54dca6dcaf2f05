"""The tracks on the OLED: a thick front peg, a thin back peg, and a mark after each street."""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw

from firmware_py.render.score_to_hole import HOLES, STREET, hole_of, holes_used
from firmware_py.view.view import Track, View

_TRACKS = (20, 24, 28)
"""The top of each of three tracks; two sides have the last two."""
_START = 3
"""The x of the start holes. Each hole is a pixel further right, or two in a game of 61."""


def draw_tracks(image: Image.Image, pen: ImageDraw.ImageDraw, view: View) -> None:
    """Draw a track for each side, one below the other."""
    for y, track in zip(_TRACKS[-len(view.tracks) :], view.tracks, strict=True):
        _draw_track(image, pen, y, track, view.target)


def _draw_track(image: Image.Image, pen: ImageDraw.ImageDraw, y: int, track: Track, target: int) -> None:
    """Draw a track of three pixel rows: a line up to the front peg, and after it a dot every five holes."""
    image.paste(_empty_track(target), (_START, y))
    front, back = (_START + hole_of(score, target) * _pitch(target) for score in (track.front, track.back))
    if track.front:
        pen.line((_START, y + 1, front, y + 1), fill=1)
    pen.line((back, y, back, y + 2), fill=1)
    pen.rectangle((front - 1, y, front + 1, y + 2), fill=1)


def _pitch(target: int) -> int:
    """Return the pixels from one hole to the next."""
    return 2 if 2 * target <= HOLES + 1 else 1


@cache
def _empty_track(target: int) -> Image.Image:
    """Return a track without pegs: the dots, the marks after each street and the game hole."""
    last, pitch = holes_used(target), _pitch(target)
    image = Image.new("1", (last * pitch + 2, 3))
    pen = ImageDraw.Draw(image)
    for hole in range(5, last, 5):
        pen.point((hole * pitch, 1), fill=1)
    for hole in range(STREET, last, STREET):
        pen.line((hole * pitch, 0, hole * pitch, 2), fill=1)
    pen.rectangle((last * pitch, 0, last * pitch + 1, 2), fill=1)
    return image
