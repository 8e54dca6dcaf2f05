"""The plates of the box: when assembled, they fill every corner, and no two plates overlap."""

from __future__ import annotations

from itertools import pairwise

import pytest

from firmware_py.drawing.enclosure import DEPTH, THICKNESS, enclosure
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
    plate = front_plate(board(name))
    _, back, long, _, short, _ = plates(enclosure(board(name)))
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
    assert len(cut) == len(plate.holes) + len(plate.keys) + len(plate.screws) + 4  # four for the Pi
    for shape in cut:
        assert shape.radius < shape.x < drawing.width - shape.radius


def test_a_pi_fits_on_its_holes() -> None:
    # In Raspberry Pi's mechanical drawing, the holes are 2.75 mm wide and 58 by 49 mm apart.
    holes = [shape for shape in enclosure(board("usb-numpad")).shapes if isinstance(shape, Circle)][-4:]
    assert {round(hole.radius * 2, 3) for hole in holes} == {2.75}
    assert max(hole.x for hole in holes) - min(hole.x for hole in holes) == pytest.approx(58)
    assert max(hole.y for hole in holes) - min(hole.y for hole in holes) == pytest.approx(49)


def test_a_board_that_plugs_onto_the_pi_has_no_enclosure() -> None:
    with pytest.raises(UsageError, match=r"oled-bonnet: its screen and keys plug onto the Pi"):
        enclosure(board("oled-bonnet"))


@pytest.mark.parametrize("name", BOARDS)
def test_fingers_are_equally_long_and_as_deep_as_the_plates_are_thick(name: str) -> None:
    drawing = enclosure(board(name))
    for wall in plates(drawing)[2:]:
        width = max(x for x, _ in wall)
        depths = {min(x, width - x, y, DEPTH - y) for x, y in wall}
        assert sorted(depths) == pytest.approx([0, THICKNESS])
        ends = sorted(x for x, y in wall if y == DEPTH)
        lengths = [end - start for start, end in pairwise(ends)]
        assert len(lengths) % 2 == 1 and lengths == pytest.approx([lengths[0]] * len(lengths))
        assert 10 < lengths[0] < 20 and ends[0] == pytest.approx(width - ends[-1])


@pytest.mark.parametrize("name", BOARDS)
def test_an_outline_is_closed_and_runs_square_without_turning_back(name: str) -> None:
    for plate in plates(enclosure(board(name))):
        assert plate[0] == plate[-1]
        steps = [(there[0] - here[0], there[1] - here[1]) for here, there in pairwise(plate)]
        assert all((abs(right) < 1e-6) != (abs(down) < 1e-6) for right, down in steps)
        assert all(one[0] * other[0] + one[1] * other[1] >= 0 for one, other in pairwise(steps))
