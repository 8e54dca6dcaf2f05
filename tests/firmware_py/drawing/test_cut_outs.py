"""The drawn cut-outs of a front plate."""

from __future__ import annotations

from pathlib import Path

from firmware_py.drawing.front_plate import KEY_HOLE, SCREW_HOLE, cross, cut_outs, front_plate
from firmware_py.drawing.shapes import Circle, Rectangle, Text
from tests.support.svg_reader import board


def test_each_key_is_drawn_with_its_name_above_it() -> None:
    plate = front_plate(board("keypad-20", Path()))
    shapes = list(cut_outs(plate))
    circles = {(shape.x, shape.y): shape.radius for shape in shapes if isinstance(shape, Circle)}
    names = {shape.text: shape for shape in shapes if isinstance(shape, Text)}
    for name, at in plate.keys:
        assert circles[at] == KEY_HOLE / 2
        assert names[name].x == at[0] and KEY_HOLE / 2 < at[1] - names[name].y < KEY_HOLE
    assert [circles[at] for at in plate.screws] == [SCREW_HOLE / 2] * 4


def test_the_window_is_as_large_as_the_plate_says() -> None:
    plate = front_plate(board("usb-numpad", Path()))
    (drawn,) = [shape for shape in cut_outs(plate) if isinstance(shape, Rectangle)]
    assert (drawn.x, drawn.y, drawn.width, drawn.height) == plate.screen


def test_a_cross_marks_the_centre() -> None:
    for one, other in cross((10, 20)):
        assert ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2) == (10, 20)
