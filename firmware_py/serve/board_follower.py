"""Watch what the board shows, in a separate thread, because the web server must not block."""

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


def follow_board(
    follower: Follower,
    journal: Path,
    show: Callable[[Mapping[str, Any], Sequence[Mapping[str, Any]] | None], object],
) -> None:
    """Call `show` with each new view of the board, until `show` raises an exception.

    A view contains only the latest key presses. Therefore, once at the beginning and once after each restart
    of the board, `show` also receives a list of everything that has happened in the current game, such as
    cards played and points scored. If the journal cannot be read, `show` does not receive this list.

    Args:
        follower: the object that reads the board's view file.
        journal: the path to the board's journal.
        show: a function that takes a view, and the list of what has happened in the game, or None.
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
