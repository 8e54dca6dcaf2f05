"""The drilling template, parsed from its SVG and measured."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from pathlib import Path

import pytest

from firmware_py.config import track_shape
from firmware_py.config.config import Config
from firmware_py.config.track_shape import Shape
from firmware_py.drawing.formats import svg
from firmware_py.drawing.front_plate import template
from firmware_py.system.errors import UsageError
from tests.support.svg_reader import Picture, board

PITCH = 6.944
"""The distance between the LEDs on a strip with 144 LEDs per metre, in millimetres."""


def shaped(shape: Shape) -> Config:
    config = board("usb-numpad", Path())
    assert config.lights
    return config._replace(lights=config.lights._replace(shape=shape))


def holes(picture: Picture, drill: float = 5.0) -> list[tuple[float, ...]]:
    """Return the centre (x, y) of each hole `drill` millimetres wide, in the order of the LED chain."""
    return [(x, y) for x, y, radius in picture.circles if radius == drill / 2]


def test_two_tracks_of_121_holes_are_as_far_apart_as_the_leds() -> None:
    found = holes(Picture(svg(template(board("keypad-20", Path())))))
    assert len(found) == 242
    for track in (found[:121], found[121:]):
        for number, (one, other) in enumerate(pairwise(track), 1):
            wanted = 12.0 if number in (30, 60, 90) else PITCH
            assert dist(one, other) == pytest.approx(wanted, abs=0.002)
    assert dist(found[0], found[121]) == pytest.approx(48)


def test_a_third_track_is_drawn_if_wanted() -> None:
    assert len(holes(Picture(svg(template(board("keypad-20", Path()), tracks=3))))) == 363
    assert len(holes(Picture(svg(template(board("oled-bonnet", Path()), tracks=3))))) == 242


def test_it_has_a_bar_of_100_mm_to_check_the_print() -> None:
    picture = Picture(svg(template(board("keypad-20", Path()))))
    (said,) = [label for label in picture.labels if label.text.startswith("100 mm")]
    (bar,) = [each for each in picture.strokes if abs(each.y - said.y) < 0.01 and each.y == each.to_y]
    assert bar.to_x - bar.x == 100


@pytest.mark.parametrize("rows", [1, 4])
def test_nothing_is_drawn_beyond_the_edge(rows: int) -> None:
    picture = Picture(svg(template(shaped(track_shape.strips(rows=rows)))))
    assert picture.size[0] > 121 / rows * PITCH
    assert all(label.left > 0 and label.right < picture.size[0] for label in picture.labels)


def test_numbers_and_names_are_beside_their_holes() -> None:
    picture = Picture(svg(template(board("usb-numpad", Path()))))
    found = holes(picture)
    for number in (5, 30, 35, 60, 65, 90, 95, 120):
        for label, hole in zip(
            picture.labels_with(str(number)), (found[number - 1], found[number + 120]), strict=True
        ):
            assert dist((label.middle, label.y), hole) < 5
    for label, hole in zip(picture.labels_with("GAME"), (found[120], found[241]), strict=True):
        assert dist((label.middle, label.y), hole) < 5
    for label, hole in zip(picture.labels_with("START"), (found[0], found[121]), strict=True):
        assert label.y == pytest.approx(hole[1], abs=0.01) and 4 < hole[0] - label.right < 10
    for label, hole in zip(
        (picture.labels_with("Side 1: orange")[0], picture.labels_with("Side 2: blue")[0]),
        (found[0], found[121]),
        strict=True,
    ):
        assert dist((label.right, label.y), hole) < 10


@pytest.mark.parametrize(
    "shape",
    [track_shape.strips(rows=4), track_shape.strips(rows=3), track_shape.strips(rows=1), track_shape.panel()],
)
def test_the_skunk_lines_are_between_90_and_91_and_60_and_61(shape: Shape) -> None:
    # RULES.md 7.
    picture = Picture(svg(template(shaped(shape))))
    order = sorted({led for track in shape.tracks for led in track})
    found = dict(zip(order, holes(picture), strict=True))
    middles = [((each.x + each.to_x) / 2, (each.y + each.to_y) / 2) for each in picture.strokes]
    for track in shape.tracks:
        for number in (30, 60, 90):
            one, other = found[track[number - 1]], found[track[number]]
            between = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
            assert any(dist(middle, between) < 0.01 and middle != one for middle in middles)
            name = {60: "DOUBLE SKUNK", 90: "SKUNK"}.get(number)
            if name:
                assert any(
                    min(dist((end, label.y), between) for end in (label.left, label.right)) < 9
                    for label in picture.labels_with(name)
                )


@pytest.mark.parametrize(
    "leds, labels", [(60, ["60/120/GAME", "30/90", "5/65"]), (121, ["GAME", "120", "5"])]
)
def test_a_ring_that_all_share_is_drilled_once(leds: int, labels: list[str]) -> None:
    picture = Picture(svg(template(shaped(track_shape.ring(leds)))))
    assert len(holes(picture)) == leds
    assert all(
        len(picture.labels_with(label)) == 1 for label in (*labels, "START", "Side 1: orange", "Side 2: blue")
    )


def test_leds_of_a_panel_that_are_no_holes_are_not_drilled() -> None:
    assert len(holes(Picture(svg(template(shaped(track_shape.panel())))))) == 242


def test_holes_may_not_overlap() -> None:
    config = board("keypad-20", Path())
    assert len(holes(Picture(svg(template(config, drill=6.9))), 6.9)) == 242
    for drill in (6.95, 10.0, 0.0, -1.0):
        with pytest.raises(
            UsageError, match=r"keypad-20: holes of .* mm: the centres are only 6\.944 mm apart"
        ):
            template(config, drill=drill)


def test_a_board_without_lights_has_nothing_to_drill() -> None:
    with pytest.raises(UsageError, match="oled-hat: this board has no lights"):
        template(board("oled-hat", Path()))
