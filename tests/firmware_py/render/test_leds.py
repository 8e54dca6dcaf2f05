"""The tracks of LEDs: pegs, marks, and the finale (RULES.md 7)."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from engine.game import Game
from engine.match.history import History
from firmware_py.board import Board
from firmware_py.input.key_file import read_keys
from firmware_py.render import led_finale, led_marks, leds
from firmware_py.render.hole_to_led import Shape, panel, ring, strips
from firmware_py.render.palette import DEFAULT, Colour, Palette
from firmware_py.view.view import Track, View

DARK = (0, 0, 0)


def shown(keys: str, start: tuple[int, int] = (0, 0)) -> View:
    board = Board(History.of(Game.new(start=start)))
    for key in read_keys(keys, "here"):
        board.press(key)
    return board.view


def tracks(colours: bytes) -> list[dict[int, Colour]]:
    """For each track, the holes that are lit and their colours."""
    assert len(colours) == 3 * 242
    lights = list(zip(colours[::3], colours[1::3], colours[2::3], strict=True))
    return [
        {hole: colour for hole, colour in enumerate(lights[first : first + 121], start=1) if colour != DARK}
        for first in (0, 121)
    ]


def brightness(colour: Colour) -> int:
    return sum(colour)


def test_an_empty_track_shows_its_streets_its_skunk_line_and_its_game_hole() -> None:
    for track in tracks(leds.draw(shown(""))):
        assert set(track) == {30, 60, 90, 120, 121}
        assert track[30] == track[60] == track[120] == led_marks.STREET_MARK
        assert track[90] == led_marks.SKUNK_MARK
        assert track[121] == led_marks.GAME_HOLE_MARK


def test_the_front_peg_is_bright_and_the_back_peg_dim() -> None:
    """RULES.md 7: after 2 and 6 points the pegs stand in 8 and 2; after 2 alone in 2 and a start hole."""
    left, right = tracks(leds.draw(shown("OK 2 10 5 5 5")))
    assert set(left) - {30, 60, 90, 120, 121} == {2, 8}
    assert left[8] == DEFAULT.sides[0]
    assert 4 * brightness(left[2]) < brightness(left[8])
    assert set(right) - {30, 60, 90, 120, 121} == {2}
    assert right[2] == DEFAULT.sides[1]


def test_a_peg_stands_over_a_mark() -> None:
    left, right = tracks(leds.draw(shown("", start=(30, 90))))
    assert left[30] == DEFAULT.sides[0]
    assert right[90] == DEFAULT.sides[1]


def test_the_winner_stands_in_the_game_hole() -> None:
    left, right = tracks(leds.draw(shown("OK 2 10 5 5 5", start=(113, 40))))
    assert left[121] == DEFAULT.sides[0]
    assert set(right) - {30, 60, 90, 120, 121} == {40, 42}


def test_the_finale_runs_on_the_winners_track_alone_and_always_moves() -> None:
    view = shown("OK 2 10 5 5 5", start=(113, 40))
    at_rest = tracks(leds.draw(view))
    moments = [step * led_finale.STEP for step in range(int(led_finale.FINALE / led_finale.STEP))]
    frames = [tracks(leds.draw(view, moment)) for moment in moments]
    assert all(right == at_rest[1] for _, right in frames)
    assert all(before[0] != after[0] for before, after in pairwise(frames))
    assert all(left[121] == (255, 255, 255) for left, _ in frames)


SHAPES = {
    "two strips": strips(),
    "three strips": strips(3),
    "there and back": strips(serpentine=True),
    "shared": strips(3, 120, "shared"),
    "ring": ring(tracks=3),
    "panel": panel(),
}
ORANGE, BLUE, WHITE = DEFAULT.sides


def pegs(*sides: tuple[int, int], target: int = 121, winner: int | None = None) -> View:
    """A view with these front and back pegs, and little else."""
    tracks = tuple(Track(f"side {side}", front, back) for side, (front, back) in enumerate(sides))
    return View(tracks, target, None, None, None, (), (), "", (), None, None, winner)


def lights(colours: bytes) -> list[Colour]:
    return list(zip(colours[::3], colours[1::3], colours[2::3], strict=True))


def part(colour: Colour, of: int) -> Colour:
    red, green, blue = colour
    return red // of, green // of, blue // of


def two_strips(sides: list[tuple[int, int]], target: int) -> list[Colour]:
    """The frame of a board of whole strips, hole by hole, in plain words."""
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
                colour = led_marks.STREET_MARK
            if hole == skunk and target > 31:
                colour = led_marks.SKUNK_MARK
            if hole == last:
                colour = led_marks.GAME_HOLE_MARK
            if hole == at[1]:
                colour = part(DEFAULT.sides[side], 6)
            if hole == at[0]:
                colour = DEFAULT.sides[side]
            frame.append(colour)
    return frame


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("target", [31, 61, 121, 181, 241])
def test_by_itself_it_draws_as_many_whole_strips_as_there_are_sides(count: int, target: int) -> None:
    chance = random.Random(target)
    for _ in range(20):
        sides = [(front, chance.randint(0, front)) for front in chance.choices(range(target + 1), k=count)]
        assert lights(leds.draw(pegs(*sides, target=target))) == two_strips(sides, target)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_each_hole_is_drawn_on_its_led(shape: Shape) -> None:
    """One side in one hole: the LED of that hole, and no other, is as it is not with both at the start."""
    for side in range(2):
        empty = lights(leds.draw(pegs((0, 0), (0, 0)), None, shape))
        for hole in range(1, 122):
            sides = [(0, 0), (0, 0)]
            sides[side] = (hole, 0)
            frame = lights(leds.draw(pegs(*sides), None, shape))
            changed = {
                led for led, colours in enumerate(zip(empty, frame, strict=True)) if len(set(colours)) > 1
            }
            assert changed == {shape.tracks[side][hole - 1]}


def test_strips_that_no_side_uses_are_left_out_only_at_the_end_of_the_chain() -> None:
    two, three = pegs((1, 0), (2, 0)), pegs((1, 0), (2, 0), (3, 0))
    sizes = {
        name: (len(leds.draw(two, None, each)), len(leds.draw(three, None, each)))
        for name, each in SHAPES.items()
    }
    assert sizes == {
        "two strips": (3 * 242, 3 * 242),
        "three strips": (3 * 242, 3 * 363),
        "there and back": (3 * 242, 3 * 242),
        "shared": (3 * 361, 3 * 361),
        "ring": (3 * 60, 3 * 60),
        "panel": (3 * 256, 3 * 256),
    }


def test_a_side_without_a_track_is_left_out_even_when_it_has_won() -> None:
    two, three = pegs((50, 40), (60, 50)), pegs((50, 40), (60, 50), (121, 100), winner=2)
    for since_won in (None, 0.0, 3.0):
        assert leds.draw(three, since_won, strips()) == leds.draw(two, None, strips())


def test_twice_round_a_ring_is_brighter_the_second_time() -> None:
    frame = lights(leds.draw(pegs((10, 5), (75, 67)), None, ring()))
    assert frame[9] == part(ORANGE, 2)
    assert frame[4] == part(ORANGE, 12)
    assert frame[14] == BLUE
    assert frame[6] == part(BLUE, 6)
    assert lights(leds.draw(pegs((60, 0), (0, 0)), None, ring()))[59] == part(ORANGE, 2)
    for last in (120, 121):
        assert lights(leds.draw(pegs((last, 0), (0, 0)), None, ring()))[59] == ORANGE


def test_a_front_peg_shows_rather_than_the_back_peg_a_round_before() -> None:
    assert lights(leds.draw(pegs((70, 10), (0, 0)), None, ring()))[9] == ORANGE
    assert lights(leds.draw(pegs((10, 70), (0, 0)), None, ring()))[9] == part(ORANGE, 2)


def test_pegs_of_two_sides_on_one_led_mix() -> None:
    frame = lights(leds.draw(pegs((80, 0), (80, 0)), None, ring()))
    assert frame[19] == (255, 96 + 128, 255)
    halves = lights(leds.draw(pegs((20, 0), (80, 0), (80, 0)), None, ring(tracks=3)))
    assert halves[19] == (255, 255, 255)
    back = lights(leds.draw(pegs((90, 80), (80, 0)), None, ring()))
    assert back[19] == (42, 16 + 128, 255)


def test_a_shared_game_hole_is_the_winners() -> None:
    shape = strips(2, 120, "shared")
    assert lights(leds.draw(pegs((100, 90), (99, 1)), None, shape))[240] == led_marks.GAME_HOLE_MARK
    assert lights(leds.draw(pegs((100, 90), (121, 99)), None, shape))[240] == BLUE


def test_another_palette() -> None:
    palette = Palette(((1, 2, 60), (70, 7, 7)))
    frame = lights(leds.draw(pegs((8, 0), (9, 0)), palette=palette))
    assert (frame[7], frame[121 + 8]) == ((1, 2, 60), (70, 7, 7))


def test_the_marks_speak_where_the_palette_lets_them() -> None:
    speaks = DEFAULT._replace(speaks=True)
    quiet = pegs((30, 2), (0, 0))
    refused, asks = quiet._replace(refusal="no"), quiet._replace(is_question=True)
    assert leds.draw(quiet._replace(notice="lights: back"), palette=speaks) == leds.draw(quiet)
    for view in (quiet, refused, asks, refused._replace(is_question=True)):
        assert leds.draw(view) == leds.draw(quiet)
    assert leds.draw(quiet, palette=speaks) == leds.draw(quiet)
    for view, colour in (
        (refused, led_marks.REFUSED),
        (asks, led_marks.QUESTION),
        (refused._replace(is_question=True), led_marks.REFUSED),
    ):
        left, right = tracks(leds.draw(view, palette=speaks))
        assert right == dict.fromkeys((30, 60, 90, 120, 121), colour)
        assert left == right | {30: ORANGE, 2: part(ORANGE, 6)}


def test_the_view_says_whether_a_question_stands() -> None:
    """Eight different ranks laid: the first hand may be a flush."""
    board = Board(History.of(Game.new()))
    for key in read_keys("OK 5 2 3 4 6 7 8 9 10", "here"):
        assert not board.view.is_question
        board.press(key)
    assert board.prompt == "flush"
    assert board.view.is_question
    (menu,) = read_keys("MENU", "here")
    board.press(menu)
    assert not board.view.is_question


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_the_finale_always_moves_on_every_shape_and_ends_in_the_game_hole(shape: Shape) -> None:
    for target in (61, 121, 241):
        view = pegs((40, 32), (target, 50), target=target, winner=1)
        moments = [step * led_finale.STEP for step in range(int(led_finale.FINALE / led_finale.STEP))]
        frames = [leds.draw(view, moment, shape) for moment in moments]
        assert all(before != after for before, after in pairwise(frames))
        hole = shape.tracks[1][min(target, 121) - 1]
        assert {lights(frame)[hole] for frame in frames} == {(255, 255, 255)}
        assert all(max(lights(frame)[shape.tracks[0][39]]) >= 127 for frame in frames)


@pytest.mark.parametrize("name", [name for name in SHAPES if name != "ring"])
def test_the_finale_leaves_other_lights_alone(name: str) -> None:
    shape = SHAPES[name]
    view = pegs((40, 32), (121, 50), winner=1)
    at_rest = lights(leds.draw(view, None, shape))
    others = set(range(len(at_rest))) - set(shape.tracks[1])
    for since_won in (0.0, 1.7, 5.9):
        frame = lights(leds.draw(view, since_won, shape))
        assert all(frame[led] == at_rest[led] for led in others)
        assert all(frame[led] != DARK for led in shape.tracks[1])
