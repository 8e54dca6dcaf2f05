"""The 100 mm bar on a printed page."""

from __future__ import annotations

from firmware_py.drawing.shapes import Line, Strokes, ruler


def test_the_bar_is_100_mm_long_with_a_mark_every_10() -> None:
    shapes = list(ruler(20, 50))
    (bar,) = [shape for shape in shapes if isinstance(shape, Line)]
    assert bar.points == ((20, 50), (120, 50))
    (marks,) = [shape for shape in shapes if isinstance(shape, Strokes)]
    assert [start[0] for start, _ in marks.ends] == [20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120]
