"""Edges of contacts that open and close at given times, and the key presses detected from the edges."""

import math

from firmware_py.input.edge import Edge
from firmware_py.input.keys import Input
from firmware_py.input.press_detector import PressDetector


def edges(key: Input, *times: float, first: bool = True, source: int = 0) -> list[Edge]:
    """Return the edges of a key whose contact opens or closes at each of these times.

    Args:
        first: True if the first edge is a press, False if it is a release.
        source: the index of the keypad to which the key belongs.
    """
    return [Edge(key, (index % 2 == 0) is first, at, source) for index, at in enumerate(times)]


def in_order(*some: list[Edge]) -> list[Edge]:
    """Return all edges of these lists in a single list, sorted by time."""
    return sorted((edge for each in some for edge in each), key=lambda edge: edge.at)


def detected_on_time(some: list[Edge], until: float = math.inf) -> list[Input]:
    """Return the key presses that a detector reports for some edges if it is called at each of its deadlines.

    Args:
        some: the edges.
        until: the time after which deadlines are ignored.
    """
    detector = PressDetector()
    presses = []
    for edge in some:
        presses += detected_at_deadlines(detector, edge.at)
        presses += detector.edge(edge)
    return presses + detected_at_deadlines(detector, until)


def detected_at_deadlines(detector: PressDetector, until: float) -> list[Input]:
    """Return the key presses that a detector reports when it is called at its deadlines.

    Deadlines after the time `until` are ignored. Also check that each deadline is later than the previous
    one.
    """
    presses = []
    while (deadline := detector.deadline) is not None and deadline <= until:
        presses += detector.tick(deadline)
        assert detector.deadline is None or detector.deadline > deadline
    return presses


def detected_late(some: list[Edge]) -> list[Input]:
    """Return the key presses reported by a detector that reads all these edges only after a long delay."""
    detector = PressDetector()
    presses = [key for edge in some for key in detector.edge(edge)]
    return presses + detector.tick(some[-1].at + 60 if some else 0.0)
