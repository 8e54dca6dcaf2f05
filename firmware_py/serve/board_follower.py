"""Follow the running board in a thread of its own, because the server must not block."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from firmware_py.errors import UsageError
from firmware_py.serve.game_so_far import changes_so_far
from firmware_py.window.follower import Follower

_AGAIN = 5.0
"""The time, in seconds, to wait before the next attempt if the board's view file cannot be read."""
_TRIES = 3
"""The maximum number of views for which the journal is read, if it is ahead of the view each time."""

View = Mapping[str, Any]


def follow_board(
    follower: Follower, journal: Path, show: Callable[[View, Sequence[View] | None], object]
) -> None:
    """Call `show` with every view of the board, until `show` raises an exception.

    After each start of the board, one of these calls also passes all changes in the game so far, such as
    cards played and points scored. If the journal cannot be read, these changes are left out.

    Args:
        follower: the object that reads the board's view file.
        journal: the path to the board's journal.
        show: a function that takes a view, and a list of the changes so far (None if they are not passed).
    """
    run, tries = None, 0
    while True:
        try:
            view = follower.changed()
        except UsageError:
            time.sleep(_AGAIN)
            continue
        run, tries = view["run"], tries if view["run"] == run else _TRIES
        so_far = changes_so_far(view, journal) if tries else None
        tries = 0 if so_far is not None else max(0, tries - 1)
        show(view, so_far)
