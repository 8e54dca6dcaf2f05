"""Contacts that go down and up at set times, and the presses that a keypad makes of them."""

import math

from firmware_py.input.edge import Edge
from firmware_py.input.keys import Input
from firmware_py.input.press_detector import PressDetector


def edges(key: Input, *times: float, first: bool = True, source: int = 0) -> list[Edge]:
    """A key that goes down at the first time, up at the second, and so on."""
    return [Edge(key, (place % 2 == 0) is first, at, source) for place, at in enumerate(times)]


def in_order(*some: list[Edge]) -> list[Edge]:
    """All these edges, as they come."""
    return sorted((edge for each in some for edge in each), key=lambda edge: edge.at)


def punctual(some: list[Edge], until: float = math.inf) -> list[Input]:
    """The presses when the keypad is asked at every one of its deadlines."""
    keypad = PressDetector()
    presses = []
    for edge in some:
        presses += due(keypad, edge.at)
        presses += keypad.edge(edge)
    return presses + due(keypad, until)


def due(keypad: PressDetector, until: float) -> list[Input]:
    """The presses at all deadlines up to a time; each deadline is settled by one tick."""
    presses = []
    while (deadline := keypad.deadline) is not None and deadline <= until:
        presses += keypad.tick(deadline)
        assert keypad.deadline is None or keypad.deadline > deadline
    return presses


def late(some: list[Edge]) -> list[Input]:
    """The presses when the loop was held up, and finds all edges waiting, with their own times."""
    keypad = PressDetector()
    presses = [key for edge in some for key in keypad.edge(edge)]
    return presses + keypad.tick(some[-1].at + 60 if some else 0.0)
