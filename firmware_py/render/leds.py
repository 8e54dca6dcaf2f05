"""A view → the colours of the LED tracks.

The chain is one track of 121 after the other, hole 1 first, the game hole last. The start holes have no
light. A shorter game leaves the end of its tracks dark, a longer one goes round again.
"""

from __future__ import annotations

from functools import cache

from firmware_py.render.holes import HOLES, hole, holes
from firmware_py.view import Track, View

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""

SIDES: tuple[Colour, ...] = ((255, 96, 0), (0, 128, 255), (180, 180, 120))
"""The colours of the sides: orange, blue and white, which colour-blind players tell apart as well."""
BACK = 6
"""A back peg has this part of its side's colour: one in six."""
STREET: Colour = (3, 3, 3)
"""The last hole of a street: 30, 60, 90 (RULES.md 7)."""
SKUNK: Colour = (16, 0, 6)
"""The hole before the skunk line."""
GAME_HOLE: Colour = (6, 5, 0)
"""The game hole, until somebody is in it."""

FINALE = 6.0
"""Seconds that the finale takes."""
STEP = 0.1
"""Seconds between two frames of the finale."""
_COMET = 12
_LAPS = 4


def draw(view: View, since_won: float | None = None) -> bytes:
    """The colours of all lights: three bytes each, track by track.

    Args:
        view: what there is to see.
        since_won: seconds since the game was won, while the finale runs.
    """
    tracks = []
    for side, track in enumerate(view.tracks):
        if side == view.winner and since_won is not None:
            tracks.append(_finale(side, view.target, since_won))
        else:
            tracks.append(_track(side, track, view.target))
    return b"".join(track.ljust(3 * HOLES, b"\0") for track in tracks)


def _track(side: int, track: Track, target: int) -> bytes:
    """A track at rest: its marks, its back peg dim, its front peg bright."""
    lights = bytearray(_marks(target))
    for score, colour in ((track.back, _dim(SIDES[side], BACK)), (track.front, SIDES[side])):
        place = hole(score, target)
        if place:
            lights[3 * place - 3 : 3 * place] = bytes(colour)
    return bytes(lights)


@cache
def _marks(target: int) -> bytes:
    """An empty track: the ends of its streets, the skunk line, the game hole."""
    last = holes(target)
    lights = bytearray(3 * last)
    marks = dict.fromkeys(range(30, last, 30), STREET)
    if target > 31:
        marks[hole(target - 31, target)] = SKUNK
    marks[last] = GAME_HOLE
    for place, colour in marks.items():
        lights[3 * place - 3 : 3 * place] = bytes(colour)
    return bytes(lights)


def _finale(side: int, target: int, since_won: float) -> bytes:
    """The winner's track: comets run up it into the game hole, and leave it glowing more each time."""
    colour = SIDES[side]
    last = holes(target)
    laps = since_won / FINALE * _LAPS
    head = int((laps % 1) * (last + _COMET))
    glow = bytes(_dim(colour, 16 - 3 * int(laps)))
    lights = bytearray(glow * last)
    for behind in range(_COMET):
        place = head - behind
        if 1 <= place <= last:
            white = (255, 255, 255) if behind == 0 else _dim(colour, 1 + behind)
            lights[3 * place - 3 : 3 * place] = bytes(white)
    lights[-3:] = bytes((255, 255, 255))
    return bytes(lights)


def _dim(colour: Colour, part: int) -> Colour:
    red, green, blue = colour
    return red // part, green // part, blue // part
