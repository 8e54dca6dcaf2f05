"""The colours of the pegs, by name and by value, and those that colour-blind people confuse."""

from __future__ import annotations

from itertools import combinations

import pytest

from firmware_py.config.palette import DEFAULT, NAMED, NORMAL, colour, confused, dimmed, seen

OKABE_ITO = {
    "orange": (230, 159, 0),
    "sky blue": (86, 180, 233),
    "bluish green": (0, 158, 115),
    "yellow": (240, 228, 66),
    "blue": (0, 114, 178),
    "vermilion": (213, 94, 0),
    "reddish purple": (204, 121, 167),
}
"""The colours published by Okabe and Ito, as red, green and blue on a screen."""


def linear(value: int) -> float:
    """Return the intensity of the light, from 0 to 1, that a screen emits for a value from 0 to 255.

    Use the sRGB formula (IEC 61966-2-1).
    """
    part = value / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def test_the_names_are_those_of_okabe_and_ito_in_linear_light() -> None:
    assert {*OKABE_ITO, "white"} == set(NAMED)
    for name, screen in OKABE_ITO.items():
        light = [linear(value) for value in screen]
        assert NAMED[name] == tuple(round(255 * part / max(light)) for part in light)


@pytest.mark.parametrize("text", ["sky blue", "Sky-Blue", " SKY_BLUE ", "#1d8fff", "#1D8FFF"])
def test_a_colour_by_name_or_value(text: str) -> None:
    assert colour(text) == (0x1D, 0x8F, 0xFF)


@pytest.mark.parametrize(
    "text", ["", "pink", "#12345", "#1234567", "#12345g", "123456f", "#+12345", "#１２３４５６"]
)
def test_the_error_for_a_wrong_colour_lists_the_right_ones(text: str) -> None:
    with pytest.raises(
        ValueError, match=r"isn't a colour: choose orange, .* or write #rrggbb such as #ff6000"
    ) as e:
        colour(text)
    assert repr(text) in str(e.value)


def test_a_colour_that_is_too_dark_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'#3b0000' is too dark: .* 3c or more"):
        colour("#3b0000")
    assert colour("#3c0000") == (60, 0, 0)


def test_a_dimmed_colour_keeps_its_proportions() -> None:
    assert dimmed((255, 96, 12), 6) == (42, 16, 2)


@pytest.mark.parametrize(
    ("sight", "looks"),
    [
        (NORMAL, (0.2, 0.4, 0.7)),
        ("protanopia", (0.377524, 0.377524, 0.699198)),
        ("deuteranopia", (0.34145, 0.34145, 0.704468)),
        ("tritanopia", (0.174673, 0.424652, 0.549516)),
    ],
)
def test_a_blue_looks_as_another_implementation_says(sight: str, looks: tuple[float, ...]) -> None:
    # The expected colours come from DaltonLens, another simulation of colour blindness.
    assert seen((51, 102, 179), sight) == pytest.approx(looks, abs=0.003)


def test_everybody_can_tell_the_default_colours_apart() -> None:
    assert len(DEFAULT.sides) == 3
    for one, other in combinations(DEFAULT.sides, 2):
        assert confused(one, other) == ()


def test_colours_known_to_be_confused_are_found() -> None:
    red, green = (255, 0, 0), (0, 255, 0)
    assert confused(red, green) == ("protanopia", "deuteranopia")
    assert confused((0, 0, 255), (0, 120, 255)) == ("tritanopia",)
    assert confused((255, 0, 0), (255, 200, 0)) == ("protanopia", "deuteranopia")


def test_a_dim_colour_is_the_same_colour() -> None:
    everybody = (NORMAL, "protanopia", "deuteranopia", "tritanopia")
    assert confused((255, 96, 0), (80, 30, 0)) == everybody
    assert confused((9, 9, 9), (255, 255, 255)) == everybody


@pytest.mark.parametrize(("one", "other"), list(combinations([*NAMED.values(), (255, 0, 0), (0, 255, 0)], 2)))
def test_confusion_goes_both_ways(one: tuple[int, int, int], other: tuple[int, int, int]) -> None:
    assert confused(one, other) == confused(other, one)
