"""The colours of the pegs, one for each side, by name or value, and those that colour-blind people confuse.

The vision of people with only two kinds of cones is simulated by matrices in linear RGB for the primaries of
sRGB (https://daltonlens.org/understanding-cvd-simulation/). For protanopia and deuteranopia, the matrices are
the projections of Viénot, Brettel and Mollon, "Digital video colourmaps for checking the legibility of
displays by dichromats" (Color Research and Application 24, 1999); for tritanopia, the projections of Brettel,
Viénot and Mollon, "Computerized simulation of color appearance for dichromats" (J. Opt. Soc. Am. A 14, 1997).

The results are approximate: the primaries of LEDs differ from sRGB, and the minimum distance between two
colours is our own choice. Most colour-blind people have all three kinds of cones, one of them weak, and
confuse fewer colours.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    "rose": (255, 0, 150),
    "violet": (144, 0, 255),
    "indigo": (75, 15, 255),
}
"""The palette of Okabe and Ito, Color Universal Design (2002, https://jfly.uni-koeln.de/color/), a white, and
three for a fourth side: each goes with one of the sets in the menu.

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

    sides: tuple[Colour, ...] = ((255, 96, 0), (0, 128, 255), (180, 180, 120), (255, 0, 120))
    speaks: bool = False

    def sides_in(self, names: Sequence[str]) -> tuple[Colour, ...]:
        """Return the colours with the given names, or the colours of this palette if there are no names."""
        return tuple(map(colour, names)) or self.sides


DEFAULT = Palette()
"""The default palette: orange, blue, white and rose, which colour-blind players can also tell apart."""


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


_Linear = tuple[float, float, float]
_Matrix = tuple[_Linear, _Linear, _Linear]

NORMAL = "normal sight"
APART = 0.05
"""The distance on the u'v' diagram of CIE 1976 at which two points of light look different at a glance."""

_SAME: _Matrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
_PROTAN: _Matrix = ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1))
_DEUTAN: _Matrix = ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1))
# For tritanopia, a plane through black and white divides the colours; each side of it has its own matrix.
_TRITAN_PLANE: _Linear = (0.03901, -0.02788, -0.01113)
_TRITAN_ABOVE: _Matrix = (
    (1.01277, 0.13548, -0.14826),
    (-0.01243, 0.86812, 0.14431),
    (0.07589, 0.805, 0.11911),
)
_TRITAN_BELOW: _Matrix = (
    (0.93678, 0.18979, -0.12657),
    (0.06154, 0.81526, 0.1232),
    (-0.37562, 1.12767, 0.24796),
)
_XYZ: _Matrix = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
"""The matrix from linear sRGB to CIE XYZ (IEC 61966-2-1)."""


def confused(one: Colour, other: Colour) -> tuple[str, ...]:
    """Return the kinds of colour vision for which pegs of the two given colours look alike.

    The kinds are `normal sight`, `protanopia`, `deuteranopia` and `tritanopia`, in this order. Brightness is
    ignored, because it distinguishes a side's front peg from its dimmer back peg.
    """
    return tuple(
        sight
        for sight in (NORMAL, "protanopia", "deuteranopia", "tritanopia")
        if _distance(seen(one, sight), seen(other, sight)) < APART
    )


def seen(colour: Colour, sight: str) -> _Linear:
    """Return an LED's colour as it appears to a person with the given kind of colour vision.

    The result consists of linear red, green and blue values, from 0 to 1.

    Args:
        sight: the kind of colour vision, such as `protanopia`.
    """
    red, green, blue = colour
    light = (red / 255, green / 255, blue / 255)
    if sight == "tritanopia":
        above = sum(a * b for a, b in zip(_TRITAN_PLANE, light, strict=True)) >= 0
        matrix = _TRITAN_ABOVE if above else _TRITAN_BELOW
    else:
        matrix = {"protanopia": _PROTAN, "deuteranopia": _DEUTAN, NORMAL: _SAME}[sight]
    first, second, third = (min(max(part, 0.0), 1.0) for part in _times(matrix, light))
    return first, second, third


def _distance(one: _Linear, other: _Linear) -> float:
    (u, v), (p, q) = _chromaticity(one), _chromaticity(other)
    return float(((u - p) ** 2 + (v - q) ** 2) ** 0.5)


def _chromaticity(light: _Linear) -> tuple[float, float]:
    """Return the CIE 1976 coordinates u' and v' of a colour."""
    x, y, z = _times(_XYZ, light)
    whole = x + 15 * y + 3 * z
    return 4 * x / whole, 9 * y / whole


def _times(matrix: _Matrix, light: _Linear) -> _Linear:
    red, green, blue = light
    first, second, third = (row[0] * red + row[1] * green + row[2] * blue for row in matrix)
    return first, second, third
