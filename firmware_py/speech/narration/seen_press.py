"""A press as the window lists it, and the changes that the press made or took back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

Change = Mapping[str, Any]
"""A change as the window lists it: `what` happened, and the attributes of the change."""
Press = Mapping[str, Any]
"""A press as the window lists it: its key, why it was refused, and what happened."""


class Changes(NamedTuple):
    """The changes of a press, oldest first.

    Attributes:
        taken_back: the changes that the press took back: by an undo, or because it replaced them.
        made: the changes that the press made.
    """

    taken_back: Sequence[Change]
    made: Sequence[Change]


def changes_of(press: Press) -> Changes:
    """Return the changes that a press took back, and the changes that it made."""
    happened = press["happened"]
    if happened and happened[0]["what"] == "taken_back":
        return Changes(happened[0]["changes"], happened[1:])
    return Changes((), happened)
