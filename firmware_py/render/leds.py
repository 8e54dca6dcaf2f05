"""The colours of the LEDs: a front and a back peg for each side, the marks on the tracks, and the finale.

Each side has a track of 121 holes, with the game hole last; the start holes have no LED. If a game is played
to fewer than 121 points, the end of each track stays dark. If it is played to more, the pegs go round again.
The `Shape` of a board defines which LED lights each hole. Marks at the ends of streets, the skunk line and
the game hole are covered by pegs. In the finale after a win, comets run up the winner's track into the game
hole, and each makes the track brighter.

On a board without a display, which would show no peg while all are in the start holes, the game hole of each
track glows in its side's colour until a point is scored. At first it breathes, so that people see that the
board is on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from engine.scoring.pegs import LAP, STREET, hole_of, holes_used
from firmware_py.config.palette import DEFAULT, Colour, Palette, dimmed
from firmware_py.config.track_shape import Shape, strips
from firmware_py.view.view import View

BACK = 6
"""The factor by which a side's back peg is darker than its front peg."""
STREET_MARK: Colour = (3, 3, 3)
"""The colour of the last hole of each street: 30, 60, 90 and 120 (RULES.md 7)."""
SKUNK_MARK: Colour = (16, 0, 6)
"""The colour of the last hole before the skunk line: hole 90 in a game to 121."""
GAME_HOLE_MARK: Colour = (6, 5, 0)
"""The colour of the game hole until it holds a peg."""
REFUSED: Colour = (96, 0, 0)
"""The colour of all marks after a key is refused, if the palette's `speaks` is True."""
QUESTION: Colour = (48, 48, 48)
"""The colour of all marks while the board asks a question, if the palette's `speaks` is True."""
FINALE = 6.0
"""The duration of the finale, in seconds."""
BREATH = 4.0
"""The time from one breath of the game holes to the next, in seconds."""
BREATHING = 5 * BREATH
"""How long the game holes breathe after a key press, in seconds. Then they glow, and the board can rest."""
STEP = 0.1
"""The time between two frames of the finale, or of a breath, in seconds."""
_COMETS = 4
_COMET = 12
"""The length of a comet including its tail, in LEDs."""
_WHITE: Colour = (255, 255, 255)


class LedPainter:
    """A painter that determines the colour of every LED on a board."""

    def __init__(self, shape: Shape | None = None, palette: Palette = DEFAULT) -> None:
        """Create a painter for one board.

        Args:
            shape: the layout of the LEDs; by default three strips, one after the other.
            palette: the sides' colours, and whether LEDs light up when a key is refused or the board
                asks a question.
        """
        self._shape = shape or _three_strips()
        self._palette = palette
        self._tracks: _PreparedTracks | None = None

    def paint(self, view: View, since: float | None = None, colours: Sequence[str] = ()) -> bytes:
        """Return the colours of all LEDs for a view, with three bytes for each LED, in chain order.

        The first side uses the first track, and so on. If the layout has too few tracks, the last sides have
        none. Where holes share an LED, a side's front peg hides its back peg, and the colours of different
        sides' pegs are added.

        Args:
            since: during the animation after a win, the time since the win in seconds, and while the game
                holes breathe, the time since they began; otherwise None.
            colours: the names of the sides' colours, instead of those of the palette.
        """
        sides = self._palette.sides_in(colours) if colours else self._palette.sides
        tracks = self._tracks_for(len(view.tracks), view.target, view.skunk_line)
        lights = bytearray(tracks.frame)
        if self._palette.speaks and (view.refusal or view.is_question):
            speaks = bytes(REFUSED if view.refusal else QUESTION)
            for led in tracks.marked:
                lights[3 * led : 3 * led + 3] = speaks
        winner = view.winner if since is not None else None
        if winner is not None and since is not None and winner < len(tracks.leds):
            colour = sides[winner]
            _draw_finale(lights, tracks.leds[winner], tracks.spans[winner], colour, since)
        pegs = self._pegs(view, tracks, sides, winner)
        if self._palette.speaks and is_at_start(view):
            for leds, colour in zip(tracks.leds, sides, strict=False):
                _add(pegs, leds[-1], _shade(colour, _part_of_breath(since)))
        for led, shade in pegs.items():
            lights[3 * led : 3 * led + 3] = shade
        return bytes(lights)

    def _pegs(
        self, view: View, tracks: _PreparedTracks, sides: Sequence[Colour], without: int | None
    ) -> dict[int, bytes]:
        pegs: dict[int, bytes] = {}
        for side, (track, leds, parts) in enumerate(
            zip(view.tracks, self._shape.tracks, tracks.parts, strict=False)
        ):
            if side == without:
                continue
            front, back = hole_of(track.front, view.target), hole_of(track.back, view.target)
            colour = sides[side]
            front_led = leds[front - 1] if front else None
            if back and leds[back - 1] != front_led:
                _add(pegs, leds[back - 1], _shade(colour, BACK * parts[back - 1]))
            if front_led is not None:
                _add(pegs, front_led, _shade(colour, parts[front - 1]))
        return pegs

    def _tracks_for(self, sides: int, target: int, skunk_line: int) -> _PreparedTracks:
        tracks = self._tracks
        if tracks is None or (tracks.sides, tracks.target, tracks.skunk_line) != (sides, target, skunk_line):
            self._tracks = tracks = _PreparedTracks.of(self._shape, sides, target, skunk_line)
        return tracks


def is_at_start(view: View) -> bool:
    """Return True if all pegs are in the start holes."""
    return not any(track.front for track in view.tracks)


def _part_of_breath(since: float | None) -> int:
    """Return the number by which the game holes' brightness is divided: from 8 down to 2, and back to 8."""
    breaths = 0.25 if since is None else since / BREATH % 1
    return 2 + round(12 * abs(breaths - 0.5))


class _PreparedTracks(NamedTuple):
    """A board's tracks, prepared for games with a certain number of sides, target and skunk line.

    Attributes:
        skunk_line: the score below which a loser is skunked; 0 if there are no skunks in the game.
        frame: the colours of all LEDs on a board that shows no pegs, only marks such as the skunk line.
        marked: the indices of the LEDs that are marks.
        leds: for each track, the indices of the LEDs of the holes that the game uses.
        parts: for each hole in each track, the number by which a peg's brightness is divided. It is 2 if the
            hole shares its LED with a later hole other than the game hole, and otherwise 1. The brightness
            then shows which of the two holes the peg is in.
        spans: for each track, `leds` as a range of indices; None if the indices are not consecutive.
    """

    sides: int
    target: int
    skunk_line: int
    frame: bytes
    marked: tuple[int, ...]
    leds: tuple[tuple[int, ...], ...]
    parts: tuple[tuple[int, ...], ...]
    spans: tuple[range | None, ...]

    @classmethod
    def of(cls, shape: Shape, sides: int, target: int, skunk_line: int) -> _PreparedTracks:
        tracks = shape.tracks[:sides]
        in_play = {led for track in tracks for led in track}
        # If the LEDs in play are the first ones of the chain, the rest of the chain belongs to no side.
        length = len(in_play) if len(in_play) == max(in_play) + 1 else shape.leds
        frame = bytearray(3 * length)
        colours = marks(tracks, target, skunk_line)
        for led, colour in colours.items():
            frame[3 * led : 3 * led + 3] = bytes(colour)
        leds = tuple(track[: holes_used(target)] for track in tracks)
        return cls(
            sides=sides,
            target=target,
            skunk_line=skunk_line,
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
    other = pegs.get(led)
    pegs[led] = bytes(min(a + b, 255) for a, b in zip(other, shade, strict=True)) if other else shade


@cache
def _shade(colour: Colour, part: int) -> bytes:
    return bytes(dimmed(colour, part))


def marks(tracks: Sequence[tuple[int, ...]], target: int, skunk_line: int) -> dict[int, Colour]:
    """Return the colours of the LEDs that mark the skunk line, the game holes, and the end of each street.

    The dictionary is keyed by the LED's position in the chain, counted from 0.

    Args:
        tracks: for each side, the LEDs of its holes 1 to 121.
        skunk_line: the score below which a loser is skunked; 0 if there are no skunks in the game.
    """
    colours: dict[int, Colour] = {}
    last = holes_used(target)
    for track in tracks:
        colours |= dict.fromkeys(track[STREET - 1 : last - 1 : STREET], STREET_MARK)
        if skunk_line > 1:
            colours[track[hole_of(skunk_line - 1, target) - 1]] = SKUNK_MARK
    # The game holes come last, because they may share an LED with other holes.
    return colours | dict.fromkeys((track[last - 1] for track in tracks), GAME_HOLE_MARK)


def _draw_finale(
    lights: bytearray, track: Sequence[int], span: range | None, colour: Colour, since_won: float
) -> None:
    """Comets run up the winner's `track`; `span` is the same LEDs as a range, if they are one."""
    last = len(track)
    comets = since_won / FINALE * _COMETS
    head = int((comets % 1) * (last + _COMET))
    glow = bytes(dimmed(colour, 16 - 3 * int(comets)))
    if span:
        lights[3 * span.start : 3 * span.stop] = glow * len(span)
    else:
        for led in track:
            lights[3 * led : 3 * led + 3] = glow
    for hole in range(max(head - _COMET + 1, 1), min(head, last) + 1):
        led = track[hole - 1]
        lights[3 * led : 3 * led + 3] = bytes(_WHITE if hole == head else dimmed(colour, 1 + head - hole))
    led = track[last - 1]
    lights[3 * led : 3 * led + 3] = bytes(_WHITE)
