"""The symbols of the parts are right, and wires of different signals look different."""

from __future__ import annotations

from itertools import combinations

import pytest

from firmware_py.config.palette import seen
from firmware_py.drawing.shapes import Line, Text
from firmware_py.wiring.layout import STYLES
from firmware_py.wiring.symbols import chip, led, pin_end


def test_the_flat_edge_of_an_led_is_away_from_the_header() -> None:
    for side in (1, -1):
        (flat,) = (each for each in led(50, 10, side) if isinstance(each, Line))
        assert (flat.points[0][0] - 50) * side > 0


SIGHTS = ("normal sight", "protanopia", "deuteranopia", "tritanopia")


def rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def look(colour: str, sight: str) -> list[float]:
    """Return the red, green and blue values, from 0 to 1, that a person perceives for a colour.

    Args:
        colour: the colour, as `#rrggbb`.
        sight: the person's colour vision, such as "normal sight" or "protanopia".
    """
    light = [round(255 * ((part / 255 + 0.055) / 1.055) ** 2.4) for part in rgb(colour)]
    return [part ** (1 / 2.2) for part in seen((light[0], light[1], light[2]), sight)]


@pytest.mark.parametrize("sight", SIGHTS)
def test_no_two_signals_look_alike(sight: str) -> None:
    # On thin lines, two colours can be told apart if they differ by a fifth of the scale.
    for one, other in combinations(STYLES.values(), 2):
        pairs = zip(look(one.colour, sight), look(other.colour, sight), strict=True)
        assert one.pattern != other.pattern or max(abs(x - y) for x, y in pairs) > 0.2, (one, other)


# TI, SN74AHCT125, "Pin Functions" of the 14-pin packages.
PINS = {
    1: "1OE", 2: "1A", 3: "1Y", 4: "2OE", 5: "2A", 6: "2Y", 7: "GND",
    8: "3Y", 9: "3A", 10: "3OE", 11: "4Y", 12: "4A", 13: "4OE", 14: "VCC",
}  # fmt: skip


def test_each_pin_has_its_number_and_name() -> None:
    texts = [shape for shape in chip(50, 100) if isinstance(shape, Text)]
    for number, name in PINS.items():
        x, y = pin_end(50, 100, number)
        beside = [text.text for text in texts if text.y == y and abs(text.x - x) < 9]
        assert beside == [str(number), name]
