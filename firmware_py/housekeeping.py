"""Housekeeping in short steps between key presses, such as archiving a finished game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware_py.errors import JournalError
from firmware_py.match import Match

if TYPE_CHECKING:
    from firmware_py.journal.steps import Steps


class Housekeeping:
    """Does the housekeeping for a match's journal, such as archiving finished games, between key presses."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._steps: Steps[None] | None = None

    @property
    def due(self) -> bool:
        """True if there is housekeeping to do, e.g. if a finished game has not been archived yet."""
        return self.is_under_way or (self._match.store is not None and self._match.store.due)

    @property
    def is_under_way(self) -> bool:
        """True if housekeeping has been started but not finished."""
        return self._steps is not None

    def work(self, enough: Callable[[], bool] = lambda: False) -> str | None:
        """Do the housekeeping that is due, such as archiving a finished game.

        Args:
            enough: a function that is called after each short step. If it returns True, the remaining steps
                are left for the next call. By default, everything is done in one call.

        Returns:
            The reason why the housekeeping has failed, or None if it has succeeded so far.
        """
        if self._steps is None:
            if self._match.store is None:
                return None
            self._steps = self._match.store.settle(self._match.history)
        try:
            for _ in self._steps:
                if enough():
                    return None
        except JournalError as error:
            self._steps = None
            return str(error)
        self._steps = None
        return None
