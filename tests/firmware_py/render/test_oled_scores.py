"""The scores on the OLED, the dealer's D, the lap, and the symbol beside the count."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from firmware_py.render import oled
from tests.support.pictures import lit, pixels
from tests.support.views import view_after

SIGN = (50, 0, 78, 23)
LEFT_D, RIGHT_D = (37, 12, 45, 23), (83, 12, 91, 23)
LEFT_LAP = (37, 0, 45, 11)


def part(
    keys: str, box: tuple[int, int, int, int], start: tuple[int, ...] = (), rules: str = ""
) -> Image.Image:
    """Return part of the picture that the display shows after these keys have been pressed.

    Args:
        keys: the keys, separated by spaces.
        box: the left, top, right and bottom coordinates of the part.
        start: each side's score before the first deal.
        rules: the rule options, separated by spaces.
    """
    return oled.draw(view_after(keys, rules, start=start)).crop(box)


def test_a_d_stands_beside_the_score_of_the_dealer_alone() -> None:
    assert lit(part("OK", LEFT_D)) and not lit(part("OK", RIGHT_D))
    assert lit(part("K 4", RIGHT_D)) and not lit(part("K 4", LEFT_D))
    assert not lit(part("", LEFT_D)) and not lit(part("", RIGHT_D))


def test_the_lap_is_shown_from_the_second_one_on() -> None:
    rules = "target=181"
    assert not lit(part("", LEFT_LAP, (120, 0), rules))
    assert lit(part("", LEFT_LAP, (121, 0), rules))


def test_the_score_of_the_winner_is_dark_on_light() -> None:
    corner = (0, 0, 4, 23)
    assert lit(part("OK J", corner, (119, 20))) == 4 * 23
    assert lit(part("OK", corner, (119, 20))) < 23


def test_the_sign_has_the_count_and_points_to_the_side_to_act() -> None:
    left, right = (45, 0, 50, 23), (78, 0, 83, 23)
    assert lit(part("OK 2 10", left)) and not lit(part("OK 2 10", right))
    assert lit(part("OK 2", right)) and not lit(part("OK 2", left))
    assert pixels(part("OK 2 10", SIGN)) != pixels(part("OK 2 9", SIGN))


def test_the_sign_keeps_thirty_one_until_a_card_is_led() -> None:
    over, before = part("OK 2 10 5 6 K", SIGN), part("OK 2 10 5 6", SIGN)
    assert lit(over) < 14 * 23 < min(lit(before), lit(part("OK 2 10 5 6 K 4", SIGN)))
    assert pixels(part("OK 2 10 5 6 K UNDO", SIGN)) == pixels(before)


@pytest.mark.parametrize(("keys", "side"), [("", 0), ("4", 1), ("4 5", 2)])
def test_of_three_scores_the_one_to_act_is_dark_on_light(keys: str, side: int) -> None:
    image = oled.draw(view_after(keys, players=3))
    areas = [lit(image.crop((43 * each, 0, 43 * each + 41, 19))) for each in range(3)]
    assert areas[side] == max(areas) > 2 * min(areas)


def test_scores_leave_the_rest_of_the_screen_alone() -> None:
    one, other = (oled.draw(view_after("OK", start=(score, 0))) for score in (0, 99))
    changed = ImageChops.logical_xor(one, other).crop((0, 31, 128, 64))
    assert changed.getbbox() is None
