"""A key press as listed in the board's view file, with the changes to the game that it caused or undid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from firmware_py.change_names import TAKEN_BACK

Change = Mapping[str, Any]
"""A change as listed in the view file: the kind of change as `what`, and its other attributes."""
Press = Mapping[str, Any]
"""A key press as listed in the view file: the key, the reason if it was refused, and the changes."""


class Changes(NamedTuple):
    """The changes to a game, such as a card played or points scored, that a key press caused or undid.

    A correction undoes old changes and causes new ones.

    Attributes:
        taken_back: the earlier changes that the key press undid, oldest first.
        made: the changes that the key press caused, oldest first.
    """

    taken_back: Sequence[Change]
    made: Sequence[Change]


def changes_of(press: Press) -> Changes:
    """Return the changes to the game, such as a card played, that a key press caused or undid."""
    happened = press["happened"]
    if happened and happened[0]["what"] == TAKEN_BACK:
        return Changes(happened[0]["changes"], happened[1:])
    return Changes((), happened)
