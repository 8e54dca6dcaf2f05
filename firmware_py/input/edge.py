"""An edge: the moment at which a key's contact closes or opens."""

from __future__ import annotations

from typing import NamedTuple

from firmware_py.input.keys import Input


class Edge(NamedTuple):
    """An edge in the signal of a key's contact, i.e. the moment when the key went down or up.

    Attributes:
        key: the key.
        down: True if the key went down, or False if it went up.
        at: the time of the edge, in seconds.
        source: the number of the keypad. If two keypads have the same key, their contacts are distinguished
            by this number.
    """

    key: Input
    down: bool
    at: float
    source: int = 0
