"""The symbols of the parts are right, and wires of different signals look different."""

from __future__ import annotations

from colorsys import rgb_to_hsv
from itertools import combinations

import pytest

from firmware_py.config.palette import seen
from firmware_py.drawing.shapes import Circle, Line, Rectangle, Text
from firmware_py.wiring.layout import FIVE_VOLTS, GND, SPI, STYLES, joint, wire
from firmware_py.wiring.symbols import (
    BUTTON,
    LEG,
    TERMINALS,
    chip,
    electrolytic_capacitor,
    ground,
    led,
    pin_end,
    push_button,
    resistor,
    supply_symbol,
)


@pytest.mark.parametrize("side", [1, -1])
def test_a_push_button_has_a_square_body_a_round_cap_and_four_legs(side: int) -> None:
    shapes = list(push_button(20, 30, side))
    ends = {(round(x, 3), round(y, 3)) for each in shapes if isinstance(each, Line) for x, y in each.points}
    assert ends == {(x, y) for x in (20, round(20 + side * BUTTON, 3)) for y in (30, 30 + LEG)}
    (body,) = (each for each in shapes if isinstance(each, Rectangle))
    (cap,) = (each for each in shapes if isinstance(each, Circle))
    assert body.width == body.height
    assert (body.x + body.width / 2, body.y + body.height / 2) == pytest.approx((cap.x, cap.y))


def test_a_resistor_fills_the_gap_in_a_wire_in_either_direction() -> None:
    for start, end in (((10, 5), (16, 5)), ((5, 16), (5, 10))):
        body = next(each for each in resistor(start, end, 470) if isinstance(each, Rectangle))
        corners = {body.x, body.x + body.width} if start[1] == end[1] else {body.y, body.y + body.height}
        assert corners == {10, 16}


@pytest.mark.parametrize(
    ("ohms", "names"),
    [
        # IEC 60062: two digits, the number of zeros, and gold for 5 %
        (470, ["yellow", "violet", "brown", "gold"]),
        (330, ["orange", "orange", "brown", "gold"]),
        (1000, ["brown", "black", "red", "gold"]),
    ],
)
def test_the_bands_of_a_resistor_are_those_of_its_value(ohms: int, names: list[str]) -> None:
    bands = [each for each in resistor((10, 5), (16, 5), ohms) if isinstance(each, Line)]
    bands.sort(key=lambda band: band.points[0])
    assert [_name(band.colour) for band in bands] == names


def _name(colour: str) -> str:
    """Return the name of a resistor band's colour, which is given as `#rrggbb`."""
    red, green, blue = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    hue, saturation, value = rgb_to_hsv(red, green, blue)
    if value < 0.1:
        return "black"
    degrees = hue * 360
    if 15 <= degrees <= 50 and value < 0.8:
        return "brown" if value < 0.6 else "gold"
    ends = ((10, "red"), (45, "orange"), (65, "yellow"), (170, "green"), (250, "blue"), (300, "violet"))
    return next(name for end, name in ends if degrees < end) if saturation > 0.3 else "grey"


def test_the_flat_edge_of_an_led_is_away_from_the_header() -> None:
    for side in (1, -1):
        (flat,) = (each for each in led(50, 10, side) if isinstance(each, Line))
        assert (flat.points[0][0] - 50) * side > 0


def test_the_stripe_of_an_electrolytic_capacitor_is_at_its_upper_leg() -> None:
    _, body, stripe, minus = electrolytic_capacitor(10, 20, 30)
    assert isinstance(body, Rectangle) and isinstance(stripe, Rectangle) and isinstance(minus, Line)
    assert stripe.y + stripe.height < body.y + body.height / 2
    assert stripe.y < minus.points[0][1] < stripe.y + stripe.height


def test_the_ground_symbol_says_gnd() -> None:
    assert [each.text for each in ground(10, 10) if isinstance(each, Text)] == ["GND"]


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


# TI, SN74AHCT125, "Pin Functions" of the 14-pin packages.
PINS = {
    1: "1OE", 2: "1A", 3: "1Y", 4: "2OE", 5: "2A", 6: "2Y", 7: "GND",
    8: "3Y", 9: "3A", 10: "3OE", 11: "4Y", 12: "4A", 13: "4OE", 14: "VCC",
}  # fmt: skip


def test_the_pins_run_down_on_the_left_and_up_on_the_right() -> None:
    ends = {number: pin_end(50, 100, number) for number in PINS}
    assert [number for number in ends if ends[number][0] < 50] == [1, 2, 3, 4, 5, 6, 7]
    assert sorted(range(1, 8), key=lambda number: ends[number][1]) == [1, 2, 3, 4, 5, 6, 7]
    assert all(ends[number][1] == ends[15 - number][1] for number in range(1, 8))


def test_each_pin_has_its_number_and_name() -> None:
    texts = [shape for shape in chip(50, 100) if isinstance(shape, Text)]
    for number, name in PINS.items():
        x, y = pin_end(50, 100, number)
        beside = [text.text for text in texts if text.y == y and abs(text.x - x) < 9]
        assert beside == [str(number), name]


def test_the_plus_is_above_the_minus_and_each_has_a_screw() -> None:
    shapes = list(supply_symbol(40, "5 V, 2 to 5 A"))
    signs = {each.text: each.y for each in shapes if isinstance(each, Text) and each.text in "+-"}
    assert signs == {"+": 40, "-": 48}
    assert [each.y for each in shapes if isinstance(each, Circle)] == [40, 48]
    assert all(x < min(each.x for each in shapes if isinstance(each, Circle)) for x in TERMINALS)
    assert "5 V, 2 to 5 A" in {each.text for each in shapes if isinstance(each, Text)}
