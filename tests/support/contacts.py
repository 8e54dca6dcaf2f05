"""Simulated signal edges from keys pressed at given times, and the key presses detected from these edges."""

import math

from firmware_py.input.keys import Edge, Input
from firmware_py.input.press_detector import PressDetector


def edges(key: Input, *times: float, first: bool = True, source: int = 0) -> list[Edge]:
    """Return the signal edges of a key that is pressed and released alternately at these times.

    Args:
        key: the key.
        times: the times of the edges, in seconds.
        first: True if the first edge is a press, False if it is a release.
        source: the index of the keypad to which the key belongs.
    """
    return [Edge(key, (index % 2 == 0) is first, at, source) for index, at in enumerate(times)]


def in_order(*some: list[Edge]) -> list[Edge]:
    return sorted((edge for each in some for edge in each), key=lambda edge: edge.at)


def detected_on_time(some: list[Edge], until: float = math.inf) -> list[Input]:
    """Return the key presses that a new `PressDetector` reports for these edges.

    The detector's `tick` is called exactly at each of its deadlines, never late.

    Args:
        some: the signal edges of keys, sorted by time.
        until: the time, in seconds, after which `tick` is no longer called.
    """
    detector = PressDetector()
    presses = []
    for edge in some:
        presses += detected_at_deadlines(detector, edge.at)
        presses += detector.edge(edge)
    return presses + detected_at_deadlines(detector, until)


def detected_at_deadlines(detector: PressDetector, until: float) -> list[Input]:
    presses = []
    while (deadline := detector.deadline) is not None and deadline <= until:
        presses += detector.tick(deadline)
        assert detector.deadline is None or detector.deadline > deadline
    return presses


def detected_late(some: list[Edge]) -> list[Input]:
    detector = PressDetector()
    presses = [key for edge in some for key in detector.edge(edge)]
    return presses + detector.tick(some[-1].at + 60 if some else 0.0)
