"""The estimated current of the LEDs stays within the limit, and dimmed colours keep their proportions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.drivers.leds import CHANNEL_MA, capped, sum_at_limit


@given(st.binary(max_size=400), st.integers(1, 5000), st.integers(1, 31))
def test_the_current_stays_below_the_limit(colours: bytes, limit_ma: int, brightness: int) -> None:
    shown = capped(colours, sum_at_limit(limit_ma, brightness, 31))
    assert sum(shown) / 255 * CHANNEL_MA * brightness / 31 <= limit_ma
    assert all(dimmed <= full for dimmed, full in zip(shown, colours, strict=True))


def test_colours_below_the_limit_are_not_changed() -> None:
    white = bytes([255, 255, 255])
    assert capped(white, sum_at_limit(3 * CHANNEL_MA)) == white


def test_colours_above_the_limit_are_dimmed_in_proportion() -> None:
    assert capped(bytes([200, 100, 0]), 150) == bytes([100, 50, 0])


def test_a_lower_brightness_leaves_room_for_more_colour() -> None:
    assert sum_at_limit(1500, 1, 31) == 31 * sum_at_limit(1500)


@pytest.mark.parametrize("limit_ma", [0, -1])
def test_a_limit_is_above_0(limit_ma: int) -> None:
    with pytest.raises(ValueError, match="limit_ma is more than 0"):
        sum_at_limit(limit_ma)
