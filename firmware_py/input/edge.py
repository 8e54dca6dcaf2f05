"""The edge of a contact: a key went down or up."""

from __future__ import annotations

from typing import NamedTuple

from firmware_py.input.keys import Input


class Edge(NamedTuple):
    """An edge of a key's contact: the key went down or came up.

    Attributes:
        key: the key.
        down: True if the key went down, False if it came up.
        at: the time at which the contact moved, in seconds.
        source: the number of the keypad that the key is on. The same key on two keypads has two contacts.
    """

    key: Input
    down: bool
    at: float
    source: int = 0
