"""The plates of the box: when assembled, they fill every corner, and no two plates overlap."""

from __future__ import annotations

import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from firmware_py.drawing.enclosure import DEPTH, THICKNESS, box, enclosure
from firmware_py.drawing.front_plate import front_plate
from firmware_py.drawing.printed_box import openscad
from firmware_py.drawing.shapes import RED, Circle, Drawing, Line, Point
from firmware_py.system.errors import UsageError
from tests.support.processes import run
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
    fronts = [plates(drawing)[0] for drawing in (plain, wide)]
    widths = [max(x for x, _ in front) for front in fronts]
    assert widths[1] - widths[0] == pytest.approx(0.2)


def test_thicker_plates_have_deeper_fingers() -> None:
    for wall in plates(enclosure(board("keypad-20"), thickness=4.5))[2:]:
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
