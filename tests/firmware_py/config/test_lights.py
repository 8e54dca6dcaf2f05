"""The settings of the lights: their LEDs and frames, the shapes of the tracks, the colours of the pegs."""

from __future__ import annotations

import math
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from firmware_py.config.lights import BUFSIZ, SignalSettings, timed_frame, wanted_bufsiz
from firmware_py.config.palette import DEFAULT, NAMED, NORMAL, colour, confused, seen
from firmware_py.config.track_shape import Shape, panel, ring, strips
from tests.support.loaded import written


def test_the_buffer_is_the_smallest_number_of_pages_that_takes_a_frame() -> None:
    for leds in (1, 242, 341, 363):
        wanted = wanted_bufsiz(leds, "GRB")
        assert wanted % BUFSIZ == 0
        assert wanted - BUFSIZ < timed_frame(leds, "GRB") <= wanted


def test_all_parts_of_a_file(tmp_path: Path) -> None:
    config = written(
        tmp_path,
        'extends = "usb-numpad"\n[signals]\nturn = [5, 6]\ndealer = [12, 13]\ngame_over = 16\nbuzzer = 26',
    )
    assert config.signals == SignalSettings((5, 6), (12, 13), 16, 26)
    assert written(tmp_path, 'extends = "usb-numpad"').signals is None


# The colours published by Okabe and Ito, as red, green and blue on a screen.
OKABE_ITO = {
    "orange": (230, 159, 0),
    "sky blue": (86, 180, 233),
    "bluish green": (0, 158, 115),
    "yellow": (240, 228, 66),
    "blue": (0, 114, 178),
    "vermilion": (213, 94, 0),
    "reddish purple": (204, 121, 167),
}


def linear(value: int) -> float:
    """Return the intensity of the light, from 0 to 1, that a screen emits for a value from 0 to 255.

    Use the sRGB formula (IEC 61966-2-1).
    """
    part = value / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def test_the_names_are_those_of_okabe_and_ito_in_linear_light() -> None:
    assert {*OKABE_ITO, "white", "rose", "violet", "indigo"} == set(NAMED)
    for name, screen in OKABE_ITO.items():
        light = [linear(value) for value in screen]
        assert NAMED[name] == tuple(round(255 * part / max(light)) for part in light)


@pytest.mark.parametrize("text", ["sky blue", " SKY-BLUE ", "Sky_Blue", "#1d8FFF"])
def test_a_colour_by_name_or_value(text: str) -> None:
    assert colour(text) == (0x1D, 0x8F, 0xFF)


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
    assert len(DEFAULT.sides) == 4
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


EVERY = {
    "two strips": strips(),
    "three strips": strips(tracks=3),
    "four strips": strips(tracks=4),
    "shared": strips(holes=120, game_hole="shared"),
    "three, shared, there and back": strips(3, 120, "shared", serpentine=True, rows=4),
    "there and back": strips(serpentine=True, rows=2),
    "ring": ring(),
    "ring for three": ring(61, 3),
    "once round": ring(120),
    "panel": panel(),
    "four panels": panel(8, 8, 4, "rows", False),
    "three on two panels": panel(16, 16, 2, "rows", True, tracks=3),
}


@pytest.mark.parametrize("shape", EVERY.values(), ids=EVERY)
def test_every_shape_has_121_holes_a_track_and_a_position_for_each_led(shape: Shape) -> None:
    assert {len(track) for track in shape.tracks} == {121}
    assert {led for track in shape.tracks for led in track} <= set(range(shape.leds))
    assert len(shape.positions) == len(set(shape.positions)) == shape.leds
    assert min(x for x, _ in shape.positions) == min(y for _, y in shape.positions) == 0


@pytest.mark.parametrize("name", [name for name in EVERY if "ring" not in name and "round" not in name])
def test_no_led_is_two_holes_except_a_shared_game_hole(name: str) -> None:
    shape = EVERY[name]
    laps = [led for track in shape.tracks for led in track[:120]]
    last = {track[120] for track in shape.tracks}
    assert len(set(laps)) == 120 * len(shape.tracks)
    assert not last & set(laps)
    assert len(last) == (1 if "shared" in name else len(shape.tracks))


@pytest.mark.parametrize("tracks", [2, 3])
def test_strips_are_one_track_of_121_after_the_other(tracks: int) -> None:
    shape = strips(tracks)
    assert shape.leds == 121 * tracks
    for side in range(tracks):
        assert list(shape.tracks[side]) == list(range(side * 121, side * 121 + 121))
    assert shape.positions[0] == (0, 0)
    assert shape.positions[120] == (round(120 * 6.944, 3), 0)
    assert shape.positions[121] == (0, 12)


def test_a_chain_that_turns_round_begins_the_second_strip_at_its_far_end() -> None:
    shape = strips(3, serpentine=True)
    assert shape.tracks[0][:2] == (0, 1)
    assert shape.tracks[1] == tuple(range(241, 120, -1))
    assert shape.tracks[2][:2] == (242, 243)
    plain = strips(3)
    for turned, straight in zip(shape.tracks, plain.tracks, strict=True):
        assert [shape.positions[led] for led in turned] == [plain.positions[led] for led in straight]


def test_a_ring_of_60_goes_round_twice_and_ends_in_the_game_hole() -> None:
    shape = ring(tracks=3)
    assert shape.leds == 60
    assert shape.tracks[0] == shape.tracks[1] == shape.tracks[2]
    track = shape.tracks[0]
    assert [track[hole - 1] for hole in (1, 60, 61, 120, 121)] == [0, 59, 0, 59, 59]
    assert ring(61).tracks[0][119:] == (59, 60)
    assert ring(121).tracks[0] == tuple(range(121))


def test_a_ring_is_a_circle_clockwise_from_the_top() -> None:
    shape = ring(61, pitch_mm=10)
    middle = shape.positions[60]
    radius = 60 * 10 / math.tau
    assert all(
        math.dist(position, middle) == pytest.approx(radius, abs=0.01) for position in shape.positions[:60]
    )
    assert shape.positions[0] == pytest.approx((middle[0], 0), abs=0.01)
    assert shape.positions[15] == pytest.approx((2 * radius, middle[1]), abs=0.01)


def test_a_panel_is_as_drawn() -> None:
    # A panel's holes are where the docstring of `panel` draws them, and the chain follows the columns.
    shape = panel()
    assert shape.leds == 256
    turns = [(1, 0), (30, 0), (30, 1), (1, 1), (1, 2), (30, 2), (30, 3), (1, 3), (0, 3)]
    drawn = dict(zip((1, 30, 31, 60, 61, 90, 91, 120, 121), turns, strict=True))
    for half, track in enumerate(shape.tracks):
        for hole, (column, row) in drawn.items():
            down = row + 4 * half
            led = track[hole - 1]
            assert led == 8 * column + (down if column % 2 == 0 else 7 - down)
            assert shape.positions[led] == (10 * column, 10 * down)


def test_a_high_panel_gives_each_side_its_part_and_spreads_its_streets() -> None:
    shape = panel(32, 16)
    rows = [[shape.positions[track[hole]][1] / 10 for hole in (0, 30, 60, 90)] for track in shape.tracks]
    assert rows == [[0, 2, 4, 6], [8, 10, 12, 14]]


@pytest.mark.parametrize("shape", [panel(), panel(8, 8, 4, "rows", False), panel(16, 16, 2), panel(31, 8)])
def test_the_next_hole_is_beside_or_below(shape: Shape) -> None:
    for track in shape.tracks:
        positions = [shape.positions[led] for led in track]
        steps = [(abs(a - c), abs(b - d)) for (a, b), (c, d) in pairwise(positions)]
        assert {step for step in steps if step[0]} == {(10, 0)}
        assert sum(step[0] == 0 for step in steps) == 3


@pytest.mark.parametrize(
    ("make", "values", "why"),
    [
        (strips, {"tracks": True}, "tracks is True"),
        (strips, {"holes": 119}, "holes is 119: choose 120 or 121"),
        (strips, {"holes": 120}, "holes is 120 and game_hole is 'own': choose 120 and 'shared'"),
        (strips, {"game_hole": "none"}, "game_hole is 'none': choose 'own' or 'shared'"),
        (strips, {"serpentine": 1}, "serpentine is 1: choose true or false"),
        (strips, {"rows": 7}, "rows is 7: choose 1, 2, 3, 4, 5, 6, 8, 10 or 12"),
        (strips, {"pitch_mm": 0}, "pitch_mm is 0: write a distance in mm, above 0 and up to 1000"),
        (strips, {"row_mm": float("nan")}, "row_mm is nan"),
        (ring, {"leds": 24}, "leds is 24: choose 60, 61, 120 or 121"),
        (panel, {"width": 8}, "width is 8 and panels is 1: 8 columns are too few, .* need 31"),
        (panel, {"height": 7}, "height is 7: too few rows, 2 tracks of 4 streets need 8"),
        (panel, {"by": "snake"}, "by is 'snake': choose 'columns' or 'rows'"),
        (panel, {"width": 1.5}, r"width is 1\.5: choose 1 to 256"),
    ],
)
def test_a_wrong_value_is_refused_by_name(make: object, values: dict[str, object], why: str) -> None:
    assert callable(make)
    with pytest.raises(ValueError, match=why):
        make(**values)
