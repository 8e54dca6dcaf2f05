"""The front plate, its drilling template and the box: complete, without overlaps, and for parts as sold.

The template is read from its SVG and measured.
"""

from __future__ import annotations

import re
import shutil
from itertools import combinations, pairwise
from math import dist
from pathlib import Path

import pytest

from engine.rules import Rules
from firmware_py.config import track_shape
from firmware_py.config.config import Config
from firmware_py.config.track_shape import Shape
from firmware_py.drawing.enclosure import DEPTH, THICKNESS, box, enclosure
from firmware_py.drawing.formats import svg
from firmware_py.drawing.front_plate import (
    KEY_HOLE,
    SCREW_HOLE,
    FrontPlate,
    front_plate,
    template,
    track_marks,
)
from firmware_py.drawing.printed_box import openscad
from firmware_py.drawing.shapes import (
    CAPITAL,
    RED,
    Circle,
    Drawing,
    Line,
    Point,
    Rectangle,
    Strokes,
    Text,
    moved,
)
from firmware_py.system.errors import UsageError
from tests.support.processes import run
from tests.support.svg_reader import Picture, board


def plates() -> dict[str, FrontPlate]:
    found = {}
    for name in ("usb-numpad", "oled-bonnet", "keypad-20", "gpio-keys", "keypad-4x4", "bare"):
        found[name] = front_plate(board(name))
    config = board("keypad-20")
    assert config.lights
    for name, shape in {
        "one row": track_shape.strips(rows=1),
        "ring": track_shape.ring(60),
        "panel": track_shape.panel(),
    }.items():
        found[name] = front_plate(config._replace(lights=config.lights._replace(shape=shape)))
    return found


PLATES = plates()


@pytest.mark.parametrize("name", PLATES)
def test_nothing_overlaps_and_all_is_on_the_plate(name: str) -> None:
    plate = PLATES[name]
    holes = [(plate.leds[led], plate.drill / 2) for led in plate.holes]
    holes += [(at, KEY_HOLE / 2) for _, at in plate.keys] + [(at, SCREW_HOLE / 2) for at in plate.screws]
    for (x, y), radius in holes:
        assert radius < x < plate.width - radius and radius < y < plate.height - radius
    if plate.screen:
        left, top, width, height = plate.screen
        assert left > 0 and left + width < plate.width and top + height < plate.height
        for (x, y), radius in holes:
            nearest = min(max(x, left), left + width), min(max(y, top), top + height)
            assert dist((x, y), nearest) > radius + 1
    for (one, radius), (other, other_radius) in combinations(holes[-30:], 2):
        assert dist(one, other) > radius + other_radius + 1


def test_twenty_buttons_stand_in_the_order_of_the_cards() -> None:
    names = [name for name, _ in PLATES["keypad-20"].keys]
    assert names == "A 2 3 4 5 6 7 8 9 10 J Q K S H D C GO OK UNDO".split()
    assert PLATES["gpio-keys"].keys == PLATES["keypad-20"].keys
    across = [at for _, at in PLATES["keypad-20"].keys]
    assert across[1][0] - across[0][0] == pytest.approx(19) and across[1][1] == across[0][1]
    assert across[10][1] - across[0][1] == pytest.approx(19) and across[10][0] == across[0][0]


@pytest.mark.parametrize("controller, size", [("ssd1306", (21.744, 10.864)), ("ssd1309", (55.01, 27.49))])
def test_the_window_shows_all_of_the_lit_area(controller: str, size: tuple[float, float]) -> None:
    # The sizes are those of the data sheets of the UG-2864HSWEG01 and the UG-2864ASGPG14.
    config = board("usb-numpad")
    plate = front_plate(config._replace(displays=(config.displays[0]._replace(controller=controller),)))
    assert plate.screen
    for wanted, found in zip(size, plate.screen[2:], strict=True):
        assert wanted + 1 < found < wanted + 2


def test_there_is_a_track_for_each_side_of_the_game_unless_another_number_is_asked_for() -> None:
    config = board("keypad-20")
    three = config._replace(setup=config.setup._replace(rules=Rules(players=3)))
    four = config._replace(setup=config.setup._replace(rules=Rules(players=4)))  # partners: two sides
    assert [len(front_plate(each).tracks) for each in (config, three, four)] == [2, 3, 2]
    assert len(front_plate(config, 3).tracks) == 3
    assert len(front_plate(three, 2).tracks) == 2


PITCH = 6.944  # mm between the LEDs on a strip with 144 in a metre


def shaped(shape: Shape) -> Config:
    config = board("usb-numpad")
    assert config.lights
    return config._replace(lights=config.lights._replace(shape=shape))


def holes(picture: Picture, drill: float = 5.0) -> list[tuple[float, ...]]:
    """Return the centre (x, y) of each hole `drill` millimetres wide, in the order of the LED chain."""
    return [(x, y) for x, y, radius in picture.circles if radius == drill / 2]


def test_two_tracks_of_121_holes_are_as_far_apart_as_the_leds() -> None:
    found = holes(Picture(svg(template(board("keypad-20")))))
    assert len(found) == 242
    for track in (found[:121], found[121:]):
        for number, (one, other) in enumerate(pairwise(track), 1):
            wanted = 12.5 if number in (30, 60, 90) else PITCH
            assert dist(one, other) == pytest.approx(wanted, abs=0.002)
    assert dist(found[0], found[121]) == pytest.approx(50)


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


def test_every_fifth_hole_has_its_number_beside_it() -> None:
    picture = Picture(svg(template(board("usb-numpad"))))
    found = holes(picture)
    for number, name in (*((number, str(number)) for number in range(5, 121, 5)), (121, "GAME")):
        both = found[number - 1], found[number + 120]
        for label, hole in zip(picture.labels_with(name), both, strict=True):
            assert dist((label.middle, label.y), hole) < 5


def test_holes_may_not_overlap() -> None:
    config = board("keypad-20")
    assert len(holes(Picture(svg(template(config, drill=6.9))), 6.9)) == 242
    for drill in (6.95, 10.0, 0.0, -1.0):
        with pytest.raises(
            UsageError, match=r"keypad-20: holes of .* mm: the centres are only 6\.944 mm apart"
        ):
            template(config, drill=drill)


def test_a_board_without_lights_has_nothing_to_drill_or_cut() -> None:
    for draw in (front_plate, template, enclosure):
        with pytest.raises(UsageError, match="oled-hat: this board has no lights"):
            draw(board("oled-hat"))


def test_the_parts_are_cut_where_the_plate_has_them_with_a_cross_at_each_centre() -> None:
    for name in ("keypad-20", "usb-numpad"):
        plate, drawing = PLATES[name], template(board(name))
        outline, *windows = [shape for shape in drawing.shapes if isinstance(shape, Rectangle)]
        shapes = [moved(shape, -outline.x, -outline.y) for shape in drawing.shapes]
        circles = [shape for shape in shapes if isinstance(shape, Circle)]
        crosses = [ends for shape in shapes if isinstance(shape, Strokes) for ends in shape.ends]
        names = {shape.text: shape for shape in shapes if isinstance(shape, Text)}
        parts = [(at, SCREW_HOLE) for at in plate.screws] + [(at, KEY_HOLE) for _, at in plate.keys]
        for at, wide in parts:
            (drawn,) = [each for each in circles if dist((each.x, each.y), at) < 1]
            assert (drawn.x, drawn.y, drawn.radius) == pytest.approx((*at, wide / 2))
            marks = [ends for ends in crosses if dist(middle(*ends), at) < 0.001]
            assert {one[0] == other[0] for one, other in marks} == {True, False}
        for key, (x, y) in plate.keys:
            assert names[key].x == pytest.approx(x) and KEY_HOLE / 2 < y - names[key].y < KEY_HOLE
        (window,) = windows
        found = (window.x - outline.x, window.y - outline.y, window.width, window.height)
        assert found == pytest.approx(plate.screen)


def middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def test_a_bar_of_100_mm_with_a_mark_every_10_checks_the_print() -> None:
    shapes = template(board("keypad-20")).shapes
    (said,) = [shape for shape in shapes if isinstance(shape, Text) and shape.text.startswith("100 mm")]
    (marks,) = [shape for shape in shapes if isinstance(shape, Strokes) and len(shape.ends) == 11]
    (start, *_, end) = places = [middle(*ends) for ends in marks.ends]
    assert places == [(start[0] + at, said.y) for at in range(0, 101, 10)]
    assert (start, end) in [shape.points for shape in shapes if isinstance(shape, Line)]


@pytest.mark.parametrize("leds", [60, 61, 120, 121])
def test_no_line_of_a_ring_strikes_through_a_number(leds: int) -> None:
    config = board("usb-numpad")
    assert config.lights
    ring = config._replace(lights=config.lights._replace(shape=track_shape.ring(leds)))
    marks = list(track_marks(front_plate(ring), ["Ann", "Bob"]))
    lines = [mark for mark in marks if isinstance(mark, Line) and len(mark.points) == 2]
    numbers = [mark for mark in marks if isinstance(mark, Text) and mark.text[0].isdigit()]
    assert len(lines) == 3 and numbers
    for line in lines:
        (x, y), (to_x, to_y) = line.points
        for step in range(21):
            at = x + (to_x - x) * step / 20, y + (to_y - y) * step / 20
            for text in numbers:
                beside = abs(at[0] - text.x) > text.width / 2
                assert beside or abs(at[1] - text.y) > CAPITAL * text.size, (text.text, at)


# -- the plates of the box


BOARDS = ["usb-numpad", "keypad-20", "bare"]
Outline = tuple[Point, ...]


def inside(points: Outline, x: float, y: float) -> bool:
    crossings = 0
    for (left, upper), (right, lower) in pairwise(points):
        if (upper > y) != (lower > y) and x < left + (y - upper) / (lower - upper) * (right - left):
            crossings += 1
    return crossings % 2 == 1


def outlines(drawing: Drawing) -> list[Outline]:
    """Return the outlines of the front, the back, the two long walls and the two short walls.

    The coordinates in each outline are relative to the top left corner of its bounding box.
    """
    lines = [shape.points for shape in drawing.shapes if isinstance(shape, Line) and shape.colour == RED]
    found = []
    for points in lines:
        left, top = min(x for x, _ in points), min(y for _, y in points)
        if max(x for x, _ in points) - left > 60:  # not the window or an opening
            found.append(tuple((x - left, y - top) for x, y in points))
    assert len(found) == 6
    return found


def middles(length: float) -> list[float]:
    return [0.5 + index for index in range(int(length))]


@pytest.mark.parametrize("name", BOARDS)
def test_walls_and_back_interlock(name: str) -> None:
    plate = front_plate(board(name))
    _, back, long, _, short, _ = outlines(enclosure(board(name)))
    bottom = DEPTH - THICKNESS / 2
    for at in middles(plate.width):
        for edge in (THICKNESS / 2, plate.height - THICKNESS / 2):
            assert inside(back, at, edge) + inside(long, at, bottom) == 1
    for at in middles(plate.height):
        for edge in (THICKNESS / 2, plate.width - THICKNESS / 2):
            assert inside(back, edge, at) + inside(short, at, bottom) == 1
    for at in middles(DEPTH - THICKNESS):
        assert inside(long, THICKNESS / 2, at) + inside(short, THICKNESS / 2, at) == 1
        assert (
            inside(long, plate.width - THICKNESS / 2, at) + inside(short, plate.height - THICKNESS / 2, at)
            == 1
        )


@pytest.mark.parametrize("name", BOARDS)
def test_the_front_has_every_hole_of_the_front_plate(name: str) -> None:
    plate = front_plate(board(name))
    drawing = enclosure(board(name))
    cut = [shape for shape in drawing.shapes if isinstance(shape, Circle) and shape.line == RED]
    assert len(cut) == len(plate.holes) + len(plate.keys) + len(plate.screws) + 4 + 1 + 9  # Pi, jack, sound
    for shape in cut:
        assert shape.radius < shape.x < drawing.width - shape.radius


def test_a_pi_fits_on_its_holes() -> None:
    # In Raspberry Pi's mechanical drawing, the holes are 2.75 mm wide and 58 by 49 mm apart.
    shapes = enclosure(board("usb-numpad")).shapes
    holes = [shape for shape in shapes if isinstance(shape, Circle) and round(shape.radius * 2, 3) == 2.75]
    assert len(holes) == 4
    assert max(hole.x for hole in holes) - min(hole.x for hole in holes) == pytest.approx(58)
    assert max(hole.y for hole in holes) - min(hole.y for hole in holes) == pytest.approx(49)


def test_a_board_that_plugs_onto_the_pi_has_no_enclosure() -> None:
    with pytest.raises(UsageError, match=r"oled-bonnet: its screen and keys plug onto the Pi"):
        enclosure(board("oled-bonnet"))


def areas(drawing: Drawing) -> list[float]:
    """Return the area that each outline encloses, positive if it runs clockwise: around a plate."""
    lines = [shape.points for shape in drawing.shapes if isinstance(shape, Line) and shape.colour == RED]
    return [sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in pairwise(points)) / 2 for points in lines]


def test_plates_grow_and_openings_shrink_by_half_of_the_kerf() -> None:
    config = board("keypad-20")
    plain, wide = enclosure(config), enclosure(config, kerf=0.2)
    for before, after in zip(areas(plain), areas(wide), strict=True):
        # By as much more as is burnt along the outline, on the side of what is thrown away.
        assert after > before and (before > 0) == (after > 0)
    radii = [
        [shape.radius for shape in drawing.shapes if isinstance(shape, Circle)] for drawing in (plain, wide)
    ]
    assert radii[1] == pytest.approx([radius - 0.1 for radius in radii[0]])
    fronts = [outlines(drawing)[0] for drawing in (plain, wide)]
    widths = [max(x for x, _ in front) for front in fronts]
    assert widths[1] - widths[0] == pytest.approx(0.2)


def test_thicker_plates_have_deeper_fingers() -> None:
    for wall in outlines(enclosure(board("keypad-20"), thickness=4.5))[2:]:
        width = max(x for x, _ in wall)
        assert sorted({round(min(x, width - x, y, DEPTH - y), 6) for x, y in wall}) == [0, 4.5]


@pytest.mark.parametrize(("thickness", "kerf"), [(1.9, 0), (6.1, 0), (3, -0.1), (3, 0.6)])
def test_lengths_that_make_no_box_are_refused(thickness: float, kerf: float) -> None:
    with pytest.raises(UsageError, match=r"--(thickness|kerf) "):
        enclosure(board("keypad-20"), None, thickness, kerf)


@pytest.mark.slow
def test_openscad_makes_a_closed_box_of_the_same_size(tmp_path: Path) -> None:
    assert shutil.which("openscad"), "openscad, which .ci/install installs, is missing"
    made = box(board("bare"))
    (tmp_path / "box.scad").write_text(openscad(made, "A board"))
    command = ["openscad", "-o", tmp_path / "box.stl", tmp_path / "box.scad"]
    done = run(command, capture_output=True, text=True, seconds=600)
    assert done.returncode == 0, done.stderr
    assert "Simple: yes" in " ".join(done.stderr.split())  # each edge belongs to two faces: it is closed
    corners = re.findall(r"vertex (\S+) (\S+) (\S+)", (tmp_path / "box.stl").read_text())
    least, most = ([edge(map(float, axis)) for axis in zip(*corners, strict=True)] for edge in (min, max))
    plate = made.plate  # the case, and beyond 10 mm the front plate
    assert least == [0, 0, 0]
    assert most == pytest.approx([plate.width, 2 * plate.height + 10, DEPTH], abs=0.01)
