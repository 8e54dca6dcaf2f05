"""A 100 mm ruler for checking that a drawing was printed at its true size."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.diagram.shapes import BLACK, Line, Primitive, Strokes, Text


def ruler(x: float, y: float) -> Iterator[Primitive]:
    """Draw a 100 mm ruler to the right of (x, y), with a note on how to check the scale of the printout."""
    yield Line(((x, y), (x + 100, y)), BLACK, 0.4)
    yield Strokes(
        tuple(_mark(x + at, y, 2.5 if at % 50 == 0 else 1.2) for at in range(0, 101, 10)), BLACK, 0.3
    )
    yield Text(x + 104, y, "100 mm. Print at 100 %, without fitting to the page, then measure this.", 2.9)


def _mark(x: float, y: float, reach: float) -> tuple[tuple[float, float], tuple[float, float]]:
    return (x, y - reach), (x, y + reach)
