"""Ignore the second key if one finger hits two keys.

If two rank keys on the same keypad go down almost simultaneously, a single finger has hit both, and only the
first key counts. The same applies to two suit keys and to two directions of a joystick. Keys from different
groups or on different keypads all count.
"""

from __future__ import annotations

from enum import Enum, auto
from math import inf

from firmware_py.input.debounce import is_bounce
from firmware_py.input.edge import Edge
from firmware_py.input.keys import RANKS, SUITS, Input, Stick


class _Group(Enum):
    RANKS = auto()
    SUITS = auto()
    JOYSTICK = auto()


_GROUP_OF: dict[Input, _Group] = {
    **dict.fromkeys(RANKS, _Group.RANKS),
    **dict.fromkeys(SUITS, _Group.SUITS),
    **dict.fromkeys(Stick, _Group.JOYSTICK),
}


class LastKeysDown:
    """The times of the last key presses, used to detect that one finger has hit two neighbouring keys."""

    def __init__(self) -> None:
        self._times: dict[tuple[int, _Group], float] = {}

    def has_neighbour_of(self, edge: Edge) -> bool:
        """Record that a key went down, and return True if another key of its group went down just before it.

        Only keys on the same keypad are considered. The groups are the rank keys, the suit keys, and the
        joystick's directions.
        """
        group = _GROUP_OF.get(edge.key)
        if group is None:
            return False
        before = self._times.get((edge.source, group), -inf)
        self._times[edge.source, group] = edge.at
        return is_bounce(edge.at - before)
