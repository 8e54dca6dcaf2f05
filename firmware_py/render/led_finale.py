"""The finale: comets run up the winner's track into the game hole, and each makes the track brighter."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_py.render.palette import Colour, dimmed

FINALE = 6.0
"""The duration of the finale, in seconds."""
STEP = 0.1
"""The time between two frames of the finale, in seconds."""
_COMETS = 4
_COMET = 12
"""The length of a comet including its tail, in LEDs."""
_WHITE: Colour = (255, 255, 255)


def draw_finale(
    lights: bytearray, track: Sequence[int], span: range | None, colour: Colour, since_won: float
) -> None:
    """Draw one frame of the finale, in which comets run up the winner's track into the game hole.

    Args:
        lights: the frame to draw on, with three bytes per LED.
        track: the LEDs of the holes that the winner's track uses, with hole 1 first.
        span: the same LEDs as a range if they are consecutive in the chain; otherwise None.
        colour: the winner's colour.
        since_won: the time since the game was won, in seconds. It is at least 0 and less than `FINALE`.
    """
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
