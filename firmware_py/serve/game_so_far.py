"""The current game so far, according to the journal, for a server that starts in the middle of the game.

The server reads the journal only when it starts to follow a board, and when the board has been restarted.
After that, it finds all new key presses in the board's view file.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.errors import CribbageError
from engine.match.changes_between import changes
from engine.match.history import History
from firmware_py.errors import JournalError, UsageError
from firmware_py.journal.recovery import read_journal
from firmware_py.window.change_objects import change_object


def changes_so_far(view: Mapping[str, Any], journal: Path) -> list[Mapping[str, Any]] | None:
    """Return all changes in the current game so far, such as cards played and points scored, as JSON objects.

    Return None if the journal cannot be read, or if it does not have the same number of key presses and the
    same scores as the view.

    Args:
        view: the JSON object from the board's view file.
        journal: the path to the board's journal.
    """
    try:
        reading = read_journal(journal)
    except (JournalError, UsageError, CribbageError, OSError):
        return None
    if reading is None or not _matches_view(reading.history, view):
        return None
    history = reading.history
    steps = history.timeline.steps
    if not steps:
        return []
    return [change_object(each) for each in changes(History.of(steps[0].before), history)]


def _matches_view(history: History, view: Mapping[str, Any]) -> bool:
    scores = [side.front for side in history.game.sides]
    return history.applied == view["presses"] and scores == [side["score"] for side in view["sides"]]
