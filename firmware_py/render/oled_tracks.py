"""The tracks on the OLED: a thick front peg, a thin back peg, and a mark after each street."""

from __future__ import annotations

from functools import cache

from PIL import Image

from engine.scoring.pegs import HOLES, STREET, hole_of, holes_used
from firmware_py.render.box import draw_box
from firmware_py.view.view import Track, View

_TRACKS = (20, 24, 28)
"""The y-coordinate of the top of each of three tracks. Two sides use the last two."""
_START = 3
"""The x-coordinate of the start holes. Each hole is one pixel further right, or two in a game to 61."""


def draw_tracks(image: Image.Image, view: View) -> None:
    """Draw each side's track, one track below the other."""
    for y, track in zip(_TRACKS[-len(view.tracks) :], view.tracks, strict=True):
        _draw_track(image, y, track, view.target)


def _draw_track(image: Image.Image, y: int, track: Track, target: int) -> None:
    """Draw a side's track and both its pegs in three rows of pixels.

    A line leads up to the front peg. Dots mark the rest of the track. `y` is the y-coordinate of the first
    row.
    """
    image.paste(_empty_track(target), (_START, y))
    front, back = (_START + hole_of(score, target) * _pitch(target) for score in (track.front, track.back))
    if track.front:
        draw_box(image, _START, y + 1, front, y + 1)
    draw_box(image, back, y, back, y + 2)
    draw_box(image, front - 1, y, front + 1, y + 2)


def _pitch(target: int) -> int:
    """Return the distance, in pixels, between neighbouring holes of a track drawn on the display.

    Args:
        target: the score that ends the game.
    """
    return 2 if 2 * target <= HOLES + 1 else 1


@cache
def _empty_track(target: int) -> Image.Image:
    """Return an image of a track without pegs.

    It shows a dot for every fifth hole, a longer mark at the end of each street, and the game hole.
    """
    last, pitch = holes_used(target), _pitch(target)
    image = Image.new("1", (last * pitch + 2, 3))
    for hole in range(5, last, 5):
        draw_box(image, hole * pitch, 1, hole * pitch, 1)
    for hole in range(STREET, last, STREET):
        draw_box(image, hole * pitch, 0, hole * pitch, 2)
    draw_box(image, last * pitch, 0, last * pitch + 1, 2)
    return image
