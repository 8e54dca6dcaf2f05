"""Plates connected by finger joints."""

from __future__ import annotations

from itertools import pairwise

import pytest

from firmware_py.drawing.enclosure import PlateEdges, outline, spans
from firmware_py.drawing.shapes import Point


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
