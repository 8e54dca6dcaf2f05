"""A key press as listed in the board's view file, with the changes that it made or took back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

Change = Mapping[str, Any]
"""A change as listed in the view file: the kind of change as `what`, and its other attributes."""
Press = Mapping[str, Any]
"""A key press as listed in the view file: the key, the reason if it was refused, and the changes."""


class Changes(NamedTuple):
    """The changes to a game, such as cards played and points, that a key press made or took back.

    Attributes:
        taken_back: the changes that the key press took back, either by undoing or by replacing them, oldest
            first.
        made: the changes that the key press made, oldest first.
    """

    taken_back: Sequence[Change]
    made: Sequence[Change]


def changes_of(press: Press) -> Changes:
    """Return the changes to the game, such as points, that a key press took back, and those that it made."""
    happened = press["happened"]
    if happened and happened[0]["what"] == "taken_back":
        return Changes(happened[0]["changes"], happened[1:])
    return Changes((), happened)
