"""The outlines of plates that join at right angles with finger joints.

Each edge of a plate is divided into fingers and gaps. A gap is as deep as the other plate is thick. Where one
plate has a finger, the other has a gap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from firmware_py.diagram.shapes import Point

Span = tuple[float, float]
"""The start and the end of a finger along its edge, in millimetres from the start of the edge."""


class PlateEdges(NamedTuple):
    """The fingers that form the joints on each edge of a plate, from left to right or from top to bottom.

    A finger at a corner is listed for both edges. An edge without a joint has a single, long finger.
    """

    top: tuple[Span, ...]
    right: tuple[Span, ...]
    bottom: tuple[Span, ...]
    left: tuple[Span, ...]


def spans(start: float, end: float, length: float) -> tuple[Span, ...]:
    """Divide a section of an edge into an odd number of equally long spans, at least three.

    Args:
        start: the distance from the start of the edge to the start of the section, in millimetres.
        end: the distance from the start of the edge to the end of the section, in millimetres.
        length: the desired length of a span, in millimetres. The actual length may differ.
    """
    count = max(3, 2 * round((end - start) / length / 2) + 1)
    step = (end - start) / count
    return tuple((start + index * step, start + (index + 1) * step) for index in range(count))


def outline(width: float, height: float, edges: PlateEdges, depth: float) -> tuple[Point, ...]:
    """Return the closed outline of a plate with finger joints, clockwise from its upper left corner.

    All lengths are in millimetres.

    Args:
        width: the width of the plate, including its fingers.
        height: the height of the plate, including its fingers.
        edges: the fingers on each edge.
        depth: the depth of the gaps, which is the thickness of the other plates.
    """
    points: list[Point] = []
    points += [(x, y) for x, y in _along(width, edges.top, depth)]
    points += [(width - y, x) for x, y in _along(height, edges.right, depth)]
    points += [(width - x, height - y) for x, y in _along(width, _reversed(width, edges.bottom), depth)]
    points += [(y, height - x) for x, y in _along(height, _reversed(height, edges.left), depth)]
    points.append(points[0])
    return tuple(point for index, point in enumerate(points) if index == 0 or point != points[index - 1])


def _along(length: float, fingers: Sequence[Span], depth: float) -> Iterator[Point]:
    """Yield the corners of the outline along one edge of a plate. All lengths are in millimetres.

    Each corner is given as its distance from the start of the edge and its distance inwards from the edge.

    Args:
        length: the length of the edge.
        fingers: the fingers on the edge.
        depth: the depth of the gaps between the fingers.
    """
    merged = _merged(fingers)
    if not merged or merged[0][0] > 0:
        yield depth, depth
    for start, end in merged:
        if start > 0:
            yield start, depth
        yield start, 0
        yield end, 0
        if end < length:
            yield end, depth
    if not merged or merged[-1][1] < length:
        yield length - depth, depth


def _merged(fingers: Sequence[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(fingers):
        if merged and start - merged[-1][1] < 1e-6:
            merged[-1] = merged[-1][0], end
        else:
            merged.append((start, end))
    return merged


def _reversed(length: float, fingers: Sequence[Span]) -> list[Span]:
    return [(length - end, length - start) for start, end in fingers]
