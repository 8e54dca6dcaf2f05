"""The colours that colour-blind people confuse."""

from __future__ import annotations

from itertools import combinations

import pytest

from firmware_py.config.palette import DEFAULT, NAMED, NORMAL, confused, seen


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
