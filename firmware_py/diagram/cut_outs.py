"""Draw the cut-outs of a front plate for the display, the keys and the screws."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.diagram.front_plate import KEY_HOLE, SCREW_HOLE, DisplayCutout, FrontPlate
from firmware_py.diagram.shapes import BLACK, GREY, Circle, Line, Point, Primitive, Rectangle, Strokes, Text


def cut_outs(plate: FrontPlate) -> Iterator[Primitive]:
    """Draw the cut-outs of a front plate: the window for the display and the holes for keys and screws."""
    if plate.screen:
        yield from _window(plate.screen)
    for name, at in plate.keys:
        yield Circle(*at, KEY_HOLE / 2, None, BLACK, 0.3)
        yield Text(at[0], at[1] - KEY_HOLE / 2 - 2, name, 2.4, "middle", bold=True)
    for at in plate.screws:
        yield Circle(*at, SCREW_HOLE / 2, None, BLACK, 0.3)
    centres = [at for _, at in plate.keys] + list(plate.screws)
    yield Strokes(tuple(stroke for at in centres for stroke in cross(at)), BLACK, 0.15)


def cross(at: Point) -> Iterator[tuple[Point, Point]]:
    """Yield the two lines of a cross, 2.4 mm wide, that marks the centre of a hole at the given point."""
    x, y = at
    yield (x - 1.2, y), (x + 1.2, y)
    yield (x, y - 1.2), (x, y + 1.2)


def _window(window: DisplayCutout) -> Iterator[Primitive]:
    x, y, width, height = window
    yield Rectangle(x, y, width, height, None, BLACK, 0.3)
    yield Line(((x, y), (x + width, y + height)), GREY, 0.15, dashed=True)
    yield Line(((x, y + height), (x + width, y)), GREY, 0.15, dashed=True)
    yield Text(x + width / 2, y - 2, "SCREEN", 2.4, "middle", bold=True)
    yield Text(x + width / 2, y + height + 2.5, f"{width:.1f} x {height:.1f}", 2.2, "middle")
