"""A view → the colours of the LEDs.

Each side has a track of 121 holes, the game hole last; the start holes have no light. A shorter game leaves
the end of its tracks dark, a longer one goes round again. A shape says which LED is which hole.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from firmware_py.render.hole_to_led import Shape, strips
from firmware_py.render.palette import DEFAULT, Colour, Palette
from firmware_py.render.score_to_hole import LAP, hole, holes
from firmware_py.view.view import View

BACK = 6
"""A back peg has this part of its side's colour: one in six."""
STREET: Colour = (3, 3, 3)
"""The last hole of a street: 30, 60, 90 (RULES.md 7)."""
SKUNK: Colour = (16, 0, 6)
"""The hole before the skunk line."""
GAME_HOLE: Colour = (6, 5, 0)
"""The game hole, until somebody is in it."""
REFUSED: Colour = (96, 0, 0)
"""All marks of a board that speaks, while a refusal stands."""
ASKS: Colour = (48, 48, 48)
"""All marks of a board that speaks, while a question stands."""

FINALE = 6.0
"""Seconds that the finale takes."""
STEP = 0.1
"""Seconds between two frames of the finale."""
_COMET = 12
_LAPS = 4
_WHITE: Colour = (255, 255, 255)
_KEPT = 16


class _Board(NamedTuple):
    """What a shape is for a number of sides and a game hole, worked out once.

    Attributes:
        shape: the shape.
        marks: a frame with the marks alone.
        marked: where these are: indices of LEDs.
        parts: for each track and hole, how much a peg there is dimmed: 1, or 2 where the same LED is a later
            hole of the track too, so that the first time round an LED is half as bright as the second.
        spans: for each track, its LEDs where they follow each other in the chain, in any order; else None.
    """

    shape: Shape
    marks: bytes
    marked: tuple[int, ...]
    parts: tuple[tuple[int, ...], ...]
    spans: tuple[range | None, ...]


_boards: dict[tuple[int, int, int], _Board] = {}


def draw(
    view: View, since_won: float | None = None, shape: Shape | None = None, palette: Palette = DEFAULT
) -> bytes:
    """The colours of all LEDs in the order of the chain, three bytes each.

    A side has the track of its number, and none if the shape has fewer. Where holes share an LED, a peg shows
    rather than a mark, of one side the front peg rather than the back one, and pegs of several sides add up.

    Args:
        view: what there is to see.
        since_won: seconds since the game was won, while the finale runs.
        shape: which LED is which hole; None: three strips one after the other. Strips at the end of a chain
            for which there is no side are left out of the frame.
        palette: the colours of the sides, and whether the marks speak.
    """
    target = view.target
    board = _board(shape or _strips(), len(view.tracks), target)
    lights = bytearray(board.marks)
    if palette.speaks and (view.refusal or view.is_question):
        _light(lights, dict.fromkeys(board.marked, REFUSED if view.refusal else ASKS))
    finale = view.winner if since_won is not None else None
    if finale is not None and since_won is not None and finale < len(board.parts):
        _finale(lights, board, finale, palette.sides[finale], target, since_won)
    pegs: dict[int, bytes] = {}
    for side, (track, leds, parts) in enumerate(
        zip(view.tracks, board.shape.tracks, board.parts, strict=False)
    ):
        front, back = hole(track.front, target), hole(track.back, target)
        if side == finale:
            continue
        colour = palette.sides[side]
        peg = leds[front - 1] if front else None
        if back and leds[back - 1] != peg:
            _add(pegs, leds[back - 1], _shade(colour, BACK * parts[back - 1]))
        if peg is not None:
            _add(pegs, peg, _shade(colour, parts[front - 1]))
    for led, shade in pegs.items():
        lights[3 * led : 3 * led + 3] = shade
    return bytes(lights)


def _light(lights: bytearray, colours: dict[int, Colour]) -> None:
    for led, colour in colours.items():
        lights[3 * led : 3 * led + 3] = bytes(colour)


def _add(pegs: dict[int, bytes], led: int, shade: bytes) -> None:
    """Light an LED with a peg; where another side's stands the two mix."""
    other = pegs.get(led)
    pegs[led] = bytes(min(a + b, 255) for a, b in zip(other, shade, strict=True)) if other else shade


@cache
def _strips() -> Shape:
    return strips(tracks=3)


def _board(shape: Shape, sides: int, target: int) -> _Board:
    """The board of a shape; the last few are kept by the identity of the shape, which is long to compare."""
    key = id(shape), sides, target
    board = _boards.get(key)
    if board is None:
        if len(_boards) >= _KEPT:
            _boards.clear()
        board = _boards[key] = _worked_out(shape, sides, target)
    return board


def _worked_out(shape: Shape, sides: int, target: int) -> _Board:
    tracks = shape.tracks[:sides]
    in_play = {led for track in tracks for led in track}
    # All up to the last in play are in play: strips, and what follows is the strips of nobody.
    leds = len(in_play) if len(in_play) == max(in_play) + 1 else shape.leds
    marks: dict[int, Colour] = {}
    last = holes(target)
    for track in tracks:
        marks |= dict.fromkeys(track[29 : last - 1 : 30], STREET)
        if target > 31:
            marks[track[hole(target - 31, target) - 1]] = SKUNK
    # Last, where sides share it with other holes.
    marks |= dict.fromkeys((track[last - 1] for track in tracks), GAME_HOLE)
    lights = bytearray(3 * leds)
    _light(lights, marks)
    return _Board(
        shape=shape,
        marks=bytes(lights),
        marked=tuple(marks),
        parts=tuple(_parts(track) for track in tracks),
        spans=tuple(_span(track[:last]) for track in tracks),
    )


def _parts(track: tuple[int, ...]) -> tuple[int, ...]:
    latest = {led: place for place, led in enumerate(track[:LAP])}
    return tuple(1 if latest.get(led, place) <= place else 2 for place, led in enumerate(track))


def _span(track: tuple[int, ...]) -> range | None:
    span = range(min(track), max(track) + 1)
    return span if len(set(track)) == len(span) else None


def _finale(
    lights: bytearray, board: _Board, side: int, colour: Colour, target: int, since_won: float
) -> None:
    """The winner's track: comets run up it into the game hole, and leave it glowing more each time."""
    track = board.shape.tracks[side]
    last = holes(target)
    laps = since_won / FINALE * _LAPS
    head = int((laps % 1) * (last + _COMET))
    glow = _dim(colour, 16 - 3 * int(laps))
    span = board.spans[side]
    if span:
        lights[3 * span.start : 3 * span.stop] = bytes(glow) * len(span)
    else:
        _light(lights, dict.fromkeys(track[:last], glow))
    for place in range(max(head - _COMET + 1, 1), min(head, last) + 1):
        led = track[place - 1]
        lights[3 * led : 3 * led + 3] = bytes(_WHITE if place == head else _dim(colour, 1 + head - place))
    led = track[last - 1]
    lights[3 * led : 3 * led + 3] = bytes(_WHITE)


def _dim(colour: Colour, part: int) -> Colour:
    red, green, blue = colour
    return red // part, green // part, blue // part


@cache
def _shade(colour: Colour, part: int) -> bytes:
    return bytes(_dim(colour, part))
