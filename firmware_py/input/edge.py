"""An edge: the moment at which a key's contact closes or opens."""

from __future__ import annotations

from typing import NamedTuple

from firmware_py.input.keys import Input


class Edge(NamedTuple):
    """The moment when a key went down or up.

    Attributes:
        key: the key.
        down: True if the key went down, or False if it went up.
        at: the time, in seconds.
        source: the number of the keypad that the key is on.
    """

    key: Input
    down: bool
    at: float
    source: int = 0
