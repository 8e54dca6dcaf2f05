"""The plates of the box: when assembled, they fill every corner, and no two plates overlap.

Plates connected by finger joints.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from firmware_py.drawing.enclosure import DEPTH, THICKNESS, PlateEdges, enclosure, outline, spans
from firmware_py.drawing.front_plate import front_plate
from firmware_py.drawing.shapes import RED, Circle, Drawing, Line, Point
from firmware_py.system.errors import UsageError
from tests.support.svg_reader import board

BOARDS = ["usb-numpad", "keypad-20", "bare"]
Outline = tuple[Point, ...]


def inside(points: Outline, x: float, y: float) -> bool:
    crossings = 0
    for (left, upper), (right, lower) in pairwise(points):
        if (upper > y) != (lower > y) and x < left + (y - upper) / (lower - upper) * (right - left):
            crossings += 1
    return crossings % 2 == 1


def plates(drawing: Drawing) -> list[Outline]:
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
    plate = front_plate(board(name, Path()))
    _, back, long, _, short, _ = plates(enclosure(board(name, Path())))
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
    plate = front_plate(board(name, Path()))
    drawing = enclosure(board(name, Path()))
    cut = [shape for shape in drawing.shapes if isinstance(shape, Circle) and shape.line == RED]
    assert len(cut) == len(plate.holes) + len(plate.keys) + len(plate.screws) + 4  # four for the Pi
    for shape in cut:
        assert shape.radius < shape.x < drawing.width - shape.radius


def test_a_pi_fits_on_its_holes() -> None:
    # In Raspberry Pi's mechanical drawing, the holes are 2.75 mm wide and 58 by 49 mm apart.
    holes = [shape for shape in enclosure(board("usb-numpad", Path())).shapes if isinstance(shape, Circle)][
        -4:
    ]
    assert {round(hole.radius * 2, 3) for hole in holes} == {2.75}
    assert max(hole.x for hole in holes) - min(hole.x for hole in holes) == pytest.approx(58)
    assert max(hole.y for hole in holes) - min(hole.y for hole in holes) == pytest.approx(49)


def test_a_board_without_lights_has_no_enclosure() -> None:
    with pytest.raises(UsageError, match="oled-hat: this board has no lights"):
        enclosure(board("oled-hat", Path()))


def test_a_board_that_plugs_onto_the_pi_has_no_enclosure() -> None:
    with pytest.raises(UsageError, match=r"oled-bonnet: its screen and keys plug onto the Pi"):
        enclosure(board("oled-bonnet", Path()))


def area(points: tuple[Point, ...]) -> float:
    return abs(sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in pairwise(points))) / 2


@pytest.mark.parametrize("length", [5, 15, 40, 500])
def test_spans_are_equal_odd_in_number_and_leave_nothing_out(length: float) -> None:
    found = spans(3, 97, length)
    assert len(found) % 2 == 1 and len(found) >= 3
    assert found[0][0] == 3 and found[-1][1] == pytest.approx(97)
    assert all(end == pytest.approx(start) for (_, end), (start, _) in pairwise(found))
    assert {round(end - start, 6) for start, end in found} == {round(94 / len(found), 6)}


def test_a_plate_without_joints_is_a_rectangle() -> None:
    whole = ((0.0, 100.0),), ((0.0, 40.0),)
    points = outline(100, 40, PlateEdges(whole[0], whole[1], whole[0], whole[1]), 3)
    assert points == ((0, 0), (100, 0), (100, 40), (0, 40), (0, 0))


def test_fingers_reach_the_edge_and_gaps_are_as_deep_as_the_other_plate() -> None:
    across, along = ((40.0, 60.0),), ((10.0, 30.0),)
    points = outline(100, 40, PlateEdges(across, along, across, along), 3)
    assert points[:5] == ((3, 3), (40, 3), (40, 0), (60, 0), (60, 3))
    assert area(points) == pytest.approx(94 * 34 + 4 * 20 * 3)


def test_each_edge_has_its_own_fingers() -> None:
    edges = PlateEdges(((0.0, 100.0),), ((0.0, 10.0),), ((20.0, 30.0),), ((0.0, 15.0),))
    points = outline(100, 40, edges, 3)
    assert (100, 10) in points and (97, 10) in points  # right: a finger from the top to 10 mm
    assert (20, 40) in points and (30, 40) in points  # bottom: from 20 to 30 mm, from the left
    assert (0, 15) in points and (3, 15) in points
    # The middle, the whole upper edge, and the three fingers below it (the corners belong to two edges).
    assert area(points) == pytest.approx(94 * 34 + 100 * 3 + 3 * (10 - 3) + 10 * 3 + 3 * (15 - 3))
