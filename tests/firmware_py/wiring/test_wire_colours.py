"""The colours and patterns of wires."""

from __future__ import annotations

from itertools import combinations

import pytest

from firmware_py.config.palette import seen
from firmware_py.wiring.layout import FIVE_VOLTS, GND, SPI, STYLES, joint, wire

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


def test_five_volts_are_red_with_a_white_core_and_ground_is_black() -> None:
    red, white = wire(FIVE_VOLTS, ((0, 0), (10, 0)))
    assert rgb(red.colour)[0] > 150 > 3 * max(rgb(red.colour)[1:]) and white.colour == "#ffffff"
    assert white.points == red.points and white.thickness < red.thickness / 2 and not white.dashed
    (black,) = wire(GND, ((0, 0), (10, 0)))
    assert black.colour == "#000000"
    assert [line.dashed for line in wire(SPI, ((0, 0), (10, 0)))] == [False, True]


def test_a_wire_hops_over_another_in_either_direction() -> None:
    for start, end in (((0, 5), (20, 5)), ((20, 5), (0, 5))):
        (line,) = wire(GND, (start, end), [(8, 5), (30, 5), (8, 6)])
        assert (line.points[0], line.points[-1]) == (start, end)
        above = [x for x, y in line.points if y < 4]
        assert above and all(7 < x < 9 for x in above)
        assert {y for x, y in line.points if abs(x - 8) > 1.4} == {5}


def test_a_joint_has_the_colour_of_its_wires() -> None:
    assert joint(1, 2, FIVE_VOLTS).fill == STYLES[FIVE_VOLTS].colour
