"""The colours of the pegs, one for each side, given by name or by value."""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import shown

Colour = tuple[int, int, int]
"""The red, green and blue values sent to an LED, 0 to 255 each: twice the value gives twice the light."""

NAMED: dict[str, Colour] = {
    "orange": (255, 112, 0),
    "sky blue": (29, 143, 255),
    "bluish green": (0, 255, 128),
    "yellow": (255, 227, 16),
    "blue": (0, 96, 255),
    "vermilion": (255, 43, 0),
    "reddish purple": (255, 81, 163),
    "white": (180, 180, 120),
}
"""The palette of Okabe and Ito, Color Universal Design (2002, https://jfly.uni-koeln.de/color/), and a white.

The published values are for screens. LEDs have no gamma, so these are the same colours in linear light, with
the strongest part at full. The colours are approximate: the primaries of LEDs are more saturated than those
of sRGB, green and blue are stronger than red, and both differ from batch to batch.
"""
FAINTEST = 60
"""The minimum value of a colour's strongest part, because a back peg is only a sixth as bright."""


class Palette(NamedTuple):
    """The colours of a board's pegs, and whether its LEDs also signal refused keys and questions.

    Attributes:
        sides: a colour for each side; there can be more colours than sides.
        speaks: True if marks such as the skunk line turn red when a key is refused, and white when a question
            is asked, because the board has no display.
    """

    sides: tuple[Colour, ...] = ((255, 96, 0), (0, 128, 255), (180, 180, 120))
    speaks: bool = False


DEFAULT = Palette()
"""The default palette: orange, blue and white, which colour-blind players can also tell apart."""


def colour(text: str) -> Colour:
    """Parse a colour: a name in `NAMED`, or a code such as `#ff6000`.

    Raises:
        ValueError: the string is neither a name nor `#rrggbb`, or the colour is too dark. The message says
            what to write.
    """
    word = " ".join(text.lower().replace("-", " ").replace("_", " ").split())
    if word in NAMED:
        return NAMED[word]
    if len(word) != 7 or word[0] != "#" or not set(word[1:]) <= set("0123456789abcdef"):
        names = ", ".join(NAMED)
        raise ValueError(f"{shown(text)} isn't a colour: choose {names}, or write #rrggbb such as #ff6000")
    red, green, blue = bytes.fromhex(word[1:])
    if max(red, green, blue) < FAINTEST:
        least = f"{FAINTEST:02x}"
        raise ValueError(f"{shown(text)} is too dark: one of red, green and blue must be {least} or more")
    return red, green, blue


def dimmed(colour: Colour, part: int) -> Colour:
    """Return a darker colour: its red, green and blue are divided by `part`."""
    red, green, blue = colour
    return red // part, green // part, blue // part
