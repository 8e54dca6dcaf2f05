"""The marks on the LED tracks: the ends of streets, the skunk line and the game hole. Pegs cover them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.scoring.pegs import STREET, hole_of, holes_used
from firmware_py.render.palette import Colour

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


def marks(tracks: Sequence[tuple[int, ...]], target: int, skunk_line: int) -> dict[int, Colour]:
    """Return the colours of the LEDs that mark the skunk line, the game holes, and the end of each street.

    The dictionary is keyed by the LED's position in the chain, counted from 0.

    Args:
        tracks: for each side, the LEDs of its holes 1 to 121.
        target: the score that ends the game.
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
