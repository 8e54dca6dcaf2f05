"""The symbols of small parts."""

from __future__ import annotations

from colorsys import rgb_to_hsv

import pytest

from firmware_py.drawing.shapes import Circle, Line, Rectangle, Text
from firmware_py.wiring.symbols import BUTTON, LEG, electrolytic_capacitor, ground, led, push_button, resistor


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
