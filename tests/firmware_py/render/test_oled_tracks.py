from __future__ import annotations

import pytest

from firmware_py.render import oled
from tests.support.pictures import pixels
from tests.support.views import view_after

START = 3
"""The x-coordinate of the start holes on the display."""


def track(start: tuple[int, ...], side: int = 0, rules: str = "") -> list[str]:
    top = 24 + 4 * side
    return pixels(oled.draw(view_after("", rules, start=start)).crop((0, top, 128, top + 3)))


def test_a_new_track_has_a_dot_every_five_holes_and_a_mark_after_each_street() -> None:
    upper, middle, lower = track((0, 0))
    dots = {x - START for x, dot in enumerate(middle) if dot == "#" and x > START + 1}
    assert dots == {*range(5, 121, 5), 121, 122}
    marks = {x - START for x, dot in enumerate(upper) if dot == "#" and x > START + 1}
    assert marks == {30, 60, 90, 120, 121, 122}
    assert upper == lower


@pytest.mark.parametrize("score", [1, 29, 64, 120])
def test_the_front_peg_is_three_pixels_wide_and_a_line_leads_to_it(score: int) -> None:
    rows = track((0, score), side=1)
    assert all(row[START + score - 1 : START + score + 2] == "###" for row in rows)
    assert rows[1][START : START + score] == "#" * score


def test_the_back_peg_is_one_pixel_wide() -> None:
    image = oled.draw(view_after("OK 2 10 5 5 5"))  # Left scores 2, then 6
    upper = pixels(image.crop((START, 24, START + 12, 25)))
    assert upper == ["..#....###.."]


def test_a_game_of_61_has_two_pixels_a_hole() -> None:
    upper, _, _ = track((0, 0), rules="target=61")
    marks = {x - START for x, dot in enumerate(upper) if dot == "#" and x > START + 1}
    assert marks == {60, 120, 122, 123}
