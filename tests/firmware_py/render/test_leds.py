"""The colours of the LEDs: pegs and marks (RULES.md 7) on every arrangement, and the finale."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from firmware_py.config.palette import DEFAULT, Colour, dimmed
from firmware_py.config.track_shape import Shape, panel, ring, strips
from firmware_py.render import leds
from firmware_py.render.leds import FINALE, SKUNK_MARK, STEP, STREET_MARK, LedPainter
from tests.support.pictures import colours, draw_leds, pegs
from tests.support.views import view_after

DARK = (0, 0, 0)
SHAPES = {
    "two strips": strips(),
    "three strips": strips(3),
    "four strips": strips(4),
    "there and back": strips(serpentine=True),
    "shared": strips(3, 120, "shared"),
    "ring": ring(tracks=3),
    "panel": panel(),
}
ORANGE, BLUE, WHITE, ROSE = DEFAULT.sides


def two_tracks(frame: bytes) -> list[dict[int, Colour]]:
    """Return the colours of the lit holes on each of the two strips, keyed by hole number."""
    assert len(frame) == 3 * 242
    leds = colours(frame)
    return [
        {hole: colour for hole, colour in enumerate(leds[first : first + 121], start=1) if colour != DARK}
        for first in (0, 121)
    ]


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_the_finale_always_moves_on_every_shape_and_ends_in_the_game_hole(shape: Shape) -> None:
    for target in (61, 121, 241):
        view = pegs((40, 32), (target, 50), target=target, winner=1)
        moments = [step * STEP for step in range(int(FINALE / STEP))]
        frames = [draw_leds(view, moment, shape) for moment in moments]
        assert all(before != after for before, after in pairwise(frames))
        hole = shape.tracks[1][min(target, 121) - 1]
        assert {colours(frame)[hole] for frame in frames} == {(255, 255, 255)}
        assert all(max(colours(frame)[shape.tracks[0][39]]) >= 127 for frame in frames)


@pytest.mark.parametrize("name", [name for name in SHAPES if name != "ring"])
def test_the_finale_leaves_other_lights_alone(name: str) -> None:
    shape = SHAPES[name]
    view = pegs((40, 32), (121, 50), winner=1)
    at_rest = colours(draw_leds(view, None, shape))
    others = set(range(len(at_rest))) - set(shape.tracks[1])
    for since_won in (0.0, 1.7, 5.9):
        frame = colours(draw_leds(view, since_won, shape))
        assert all(frame[led] == at_rest[led] for led in others)
        assert all(frame[led] != DARK for led in shape.tracks[1])


def test_a_game_that_the_first_to_finish_loses_has_no_skunk_line() -> None:
    """RULES.md 5: there are no skunks if the side that reaches the target loses."""
    painter = LedPainter()
    usual, reverse = view_after(""), view_after("", "objective=first_loses")
    for view, expected in ((usual, SKUNK_MARK), (reverse, STREET_MARK), (usual, SKUNK_MARK)):
        for track in two_tracks(painter.paint(view)):
            assert set(track) == {30, 60, 90, 120, 121}
            assert track[90] == expected


def test_the_marks_turn_red_or_white_only_if_the_palette_says_so() -> None:
    speaks = DEFAULT._replace(speaks=True)
    quiet = pegs((30, 2), (0, 0))
    refused, asks = quiet._replace(refusal="no"), quiet._replace(is_question=True)
    assert draw_leds(quiet._replace(notices=("lights: back",)), palette=speaks) == draw_leds(quiet)
    for view in (quiet, refused, asks, refused._replace(is_question=True)):
        assert draw_leds(view) == draw_leds(quiet)
    assert draw_leds(quiet, palette=speaks) == draw_leds(quiet)
    for view, colour in (
        (refused, leds.REFUSED),
        (asks, leds.QUESTION),
        (refused._replace(is_question=True), leds.REFUSED),
    ):
        left, right = two_tracks(draw_leds(view, palette=speaks))
        assert right == dict.fromkeys((30, 60, 90, 120, 121), colour)
        assert left == right | {30: ORANGE, 2: dimmed(ORANGE, 6)}


def test_before_the_first_points_the_game_holes_of_a_board_without_a_screen_breathe() -> None:
    start, scored = pegs((0, 0), (0, 0)), pegs((2, 0), (0, 0))
    speaks = DEFAULT._replace(speaks=True)
    dark, bright, later = (two_tracks(draw_leds(start, at, palette=speaks)) for at in (0.0, 2.0, 4.0))
    assert dark == later
    for faint, full, colour in zip(dark, bright, DEFAULT.sides, strict=False):
        assert (faint[121], full[121]) == (dimmed(colour, 8), dimmed(colour, 2))
    still = two_tracks(draw_leds(start, palette=speaks))
    assert all(any(track[121]) for track in still)
    assert draw_leds(scored, palette=speaks) == draw_leds(scored)  # the pegs are lit
    assert draw_leds(start, 2.0) == draw_leds(start)  # the screen is


def part(colour: Colour, of: int) -> Colour:
    red, green, blue = colour
    return red // of, green // of, blue // of


def two_strips(sides: list[tuple[int, int]], target: int) -> list[Colour]:
    """Return the colours that two strips of 121 LEDs each should show.

    Args:
        sides: for each side, the score of its front peg and the score of its back peg.
        target: the score that ends the game.
    """
    frame = []
    for side, (front, back) in enumerate(sides):
        for hole in range(1, 122):
            at = [
                (score - 1) % 120 + 1 if 0 < score < target and target > 121 else score
                for score in (front, back)
            ]
            at = [min(target, 121) if score >= target else score for score in at]
            last = min(target, 121)
            skunk = target - 31 if target <= 121 else (target - 32) % 120 + 1
            colour = DARK
            if hole < last and hole % 30 == 0:
                colour = leds.STREET_MARK
            if hole == skunk and target > 31:
                colour = leds.SKUNK_MARK
            if hole == last:
                colour = leds.GAME_HOLE_MARK
            if hole == at[1]:
                colour = part(DEFAULT.sides[side], 6)
            if hole == at[0]:
                colour = DEFAULT.sides[side]
            frame.append(colour)
    return frame


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("target", [31, 61, 121, 181, 241])
def test_without_a_shape_each_side_has_a_whole_strip(count: int, target: int) -> None:
    chance = random.Random(target)
    for _ in range(20):
        sides = [(front, chance.randint(0, front)) for front in chance.choices(range(target + 1), k=count)]
        assert colours(draw_leds(pegs(*sides, target=target))) == two_strips(sides, target)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_each_hole_is_drawn_on_its_led(shape: Shape) -> None:
    for side in range(2):
        empty = colours(draw_leds(pegs((0, 0), (0, 0)), None, shape))
        for hole in range(1, 122):
            sides = [(0, 0), (0, 0)]
            sides[side] = (hole, 0)
            frame = colours(draw_leds(pegs(*sides), None, shape))
            changed = {led for led, pair in enumerate(zip(empty, frame, strict=True)) if len(set(pair)) > 1}
            assert changed == {shape.tracks[side][hole - 1]}


def test_strips_that_no_side_uses_are_left_out_only_at_the_end_of_the_chain() -> None:
    views = [pegs(*[(side + 1, 0) for side in range(sides)]) for sides in (2, 3, 4)]
    leds = {name: [len(draw_leds(view, None, each)) // 3 for view in views] for name, each in SHAPES.items()}
    whole = {"two strips": [242] * 3, "shared": [361] * 3, "ring": [60] * 3, "panel": [256] * 3}
    more = {"three strips": [242, 363, 363], "four strips": [242, 363, 484], "there and back": [242] * 3}
    assert leds == whole | more
    assert colours(draw_leds(views[2], None, strips(4)))[3 * 121 + 3] == ROSE


def test_a_side_without_a_track_is_left_out_even_when_it_has_won() -> None:
    two, three = pegs((50, 40), (60, 50)), pegs((50, 40), (60, 50), (121, 100), winner=2)
    for since_won in (None, 0.0, 3.0):
        assert draw_leds(three, since_won, strips()) == draw_leds(two, None, strips())


def test_on_a_ring_a_peg_is_brighter_in_the_second_round() -> None:
    frame = colours(draw_leds(pegs((10, 5), (75, 67)), None, ring()))
    assert frame[9] == part(ORANGE, 2)
    assert frame[4] == part(ORANGE, 12)
    assert frame[14] == BLUE
    assert frame[6] == part(BLUE, 6)
    assert colours(draw_leds(pegs((60, 0), (0, 0)), None, ring()))[59] == part(ORANGE, 2)
    for last in (120, 121):
        assert colours(draw_leds(pegs((last, 0), (0, 0)), None, ring()))[59] == ORANGE


def test_pegs_of_two_sides_on_one_led_mix() -> None:
    frame = colours(draw_leds(pegs((80, 0), (80, 0)), None, ring()))
    assert frame[19] == (255, 96 + 128, 255)
    halves = colours(draw_leds(pegs((20, 0), (80, 0), (80, 0)), None, ring(tracks=3)))
    assert halves[19] == (255, 255, 255)
    back = colours(draw_leds(pegs((90, 80), (80, 0)), None, ring()))
    assert back[19] == (42, 16 + 128, 255)


def test_a_shared_game_hole_is_the_winners() -> None:
    shape = strips(2, 120, "shared")
    assert colours(draw_leds(pegs((100, 90), (99, 1)), None, shape))[240] == leds.GAME_HOLE_MARK
    assert colours(draw_leds(pegs((100, 90), (121, 99)), None, shape))[240] == BLUE
