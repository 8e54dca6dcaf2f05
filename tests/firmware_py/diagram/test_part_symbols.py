"""The symbols of small parts."""

from __future__ import annotations

import pytest

from firmware_py.diagram.part_symbols import (
    BUTTON,
    LEG,
    electrolytic_capacitor,
    ground,
    led,
    push_button,
    resistor,
)
from firmware_py.diagram.shapes import Circle, Line, Rectangle, Text


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
        body = next(each for each in resistor(start, end) if isinstance(each, Rectangle))
        corners = {body.x, body.x + body.width} if start[1] == end[1] else {body.y, body.y + body.height}
        assert corners == {10, 16}


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
