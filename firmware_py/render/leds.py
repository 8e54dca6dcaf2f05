"""The colours of the LEDs: the marks of the tracks, and over them a front and a back peg for each side.

Each side has a track of 121 holes, the game hole last; the start holes have no light. A shorter game leaves
the end of its tracks dark, a longer one goes round again. The shape of a board says which LED is which hole.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from firmware_py.render.hole_to_led import Shape, strips
from firmware_py.render.led_finale import draw_finale
from firmware_py.render.led_marks import QUESTION, REFUSED, marks
from firmware_py.render.palette import DEFAULT, Colour, Palette, dimmed
from firmware_py.render.score_to_hole import LAP, hole_of, holes_used
from firmware_py.view.view import View

BACK = 6
"""A back peg is this many times darker than the front peg of its side."""


def draw(
    view: View, since_won: float | None = None, shape: Shape | None = None, palette: Palette = DEFAULT
) -> bytes:
    """Return one frame. For many frames of the same board keep a `LedPainter`, which is faster."""
    return LedPainter(shape, palette).paint(view, since_won)


class LedPainter:
    """Works out the colours of a board's LEDs."""

    def __init__(self, shape: Shape | None = None, palette: Palette = DEFAULT) -> None:
        """A painter for one board.

        Args:
            shape: which LED is which hole; None: three strips one after the other. Strips at the end of the
                chain that belong to no side are left out of the frame.
            palette: the colours of the sides, and whether the marks speak.
        """
        self._shape = shape or _three_strips()
        self._palette = palette
        self._tracks: _PreparedTracks | None = None

    def paint(self, view: View, since_won: float | None = None) -> bytes:
        """Return the colours of all LEDs in the order of the chain, three bytes each.

        A side has the track of its number, and none if the shape has fewer tracks. Where holes share an LED,
        a peg covers a mark, a front peg covers the back peg of its side, and pegs of several sides add up.

        Args:
            view: what to show.
            since_won: seconds since the game was won, while the finale runs.
        """
        tracks = self._tracks_for(len(view.tracks), view.target)
        lights = bytearray(tracks.frame)
        if self._palette.speaks and (view.refusal or view.is_question):
            speaks = bytes(REFUSED if view.refusal else QUESTION)
            for led in tracks.marked:
                lights[3 * led : 3 * led + 3] = speaks
        winner = view.winner if since_won is not None else None
        if winner is not None and since_won is not None and winner < len(tracks.leds):
            colour = self._palette.sides[winner]
            draw_finale(lights, tracks.leds[winner], tracks.spans[winner], colour, since_won)
        for led, shade in self._pegs(view, tracks, winner).items():
            lights[3 * led : 3 * led + 3] = shade
        return bytes(lights)

    def _pegs(self, view: View, tracks: _PreparedTracks, without: int | None) -> dict[int, bytes]:
        """Return the colour of each LED that is a peg, leaving out one side if its finale runs."""
        pegs: dict[int, bytes] = {}
        for side, (track, leds, parts) in enumerate(
            zip(view.tracks, self._shape.tracks, tracks.parts, strict=False)
        ):
            if side == without:
                continue
            front, back = hole_of(track.front, view.target), hole_of(track.back, view.target)
            colour = self._palette.sides[side]
            front_led = leds[front - 1] if front else None
            if back and leds[back - 1] != front_led:
                _add(pegs, leds[back - 1], _shade(colour, BACK * parts[back - 1]))
            if front_led is not None:
                _add(pegs, front_led, _shade(colour, parts[front - 1]))
        return pegs

    def _tracks_for(self, sides: int, target: int) -> _PreparedTracks:
        """Return the tracks for these sides and this game hole, which seldom change."""
        tracks = self._tracks
        if tracks is None or (tracks.sides, tracks.target) != (sides, target):
            self._tracks = tracks = _PreparedTracks.of(self._shape, sides, target)
        return tracks


class _PreparedTracks(NamedTuple):
    """The tracks of a board, prepared for a number of sides and a game hole.

    Attributes:
        sides: the number of sides.
        target: the game hole.
        frame: a frame with the marks alone.
        marked: the LEDs that are marks.
        leds: for each track, the LEDs of its holes in play.
        parts: for each track and hole, the number by which a peg's colour is divided there: 1, or 2 where
            the same LED is a later hole of the track too, so that the first round of a ring is half as bright
            as the second.
        spans: for each track, its LEDs in play as a range; None where they do not follow each other.
    """

    sides: int
    target: int
    frame: bytes
    marked: tuple[int, ...]
    leds: tuple[tuple[int, ...], ...]
    parts: tuple[tuple[int, ...], ...]
    spans: tuple[range | None, ...]

    @classmethod
    def of(cls, shape: Shape, sides: int, target: int) -> _PreparedTracks:
        """Work out the tracks of a shape."""
        tracks = shape.tracks[:sides]
        in_play = {led for track in tracks for led in track}
        # Where all LEDs up to the last one in play are in play, the rest of the chain belongs to no side.
        length = len(in_play) if len(in_play) == max(in_play) + 1 else shape.leds
        frame = bytearray(3 * length)
        colours = marks(tracks, target)
        for led, colour in colours.items():
            frame[3 * led : 3 * led + 3] = bytes(colour)
        leds = tuple(track[: holes_used(target)] for track in tracks)
        return cls(
            sides=sides,
            target=target,
            frame=bytes(frame),
            marked=tuple(colours),
            leds=leds,
            parts=tuple(_parts(track) for track in tracks),
            spans=tuple(_span(track) for track in leds),
        )


def _parts(track: tuple[int, ...]) -> tuple[int, ...]:
    latest = {led: index for index, led in enumerate(track[:LAP])}
    return tuple(1 if latest.get(led, index) <= index else 2 for index, led in enumerate(track))


def _span(track: tuple[int, ...]) -> range | None:
    span = range(min(track), max(track) + 1)
    return span if len(set(track)) == len(span) else None


@cache
def _three_strips() -> Shape:
    return strips(tracks=3)


def _add(pegs: dict[int, bytes], led: int, shade: bytes) -> None:
    """Light an LED for a peg; where a peg of another side stands too, the colours add up."""
    other = pegs.get(led)
    pegs[led] = bytes(min(a + b, 255) for a, b in zip(other, shade, strict=True)) if other else shade


@cache
def _shade(colour: Colour, part: int) -> bytes:
    return bytes(dimmed(colour, part))
