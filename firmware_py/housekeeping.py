"""The housekeeping of a match in slices, between presses: a finished game gets a file of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware_py.errors import JournalError
from firmware_py.match import Match

if TYPE_CHECKING:
    from firmware_py.journal.steps import Steps


class Housekeeping:
    """Does the work that presses leave to do in the store of a match."""

    def __init__(self, match: Match) -> None:
        """Do the housekeeping of a match. A match without a store has none."""
        self._match = match
        self._steps: Steps[None] | None = None

    @property
    def due(self) -> bool:
        """True if there is work to begin or to go on with."""
        return self.is_under_way or (self._match.store is not None and self._match.store.due)

    @property
    def is_under_way(self) -> bool:
        """True if work was begun and is not finished."""
        return self._steps is not None

    def work(self, enough: Callable[[], bool] = lambda: False) -> str | None:
        """Do the work that is due.

        Args:
            enough: asked after each short step; if it returns True, the rest waits for the next call. Presses
                may come between two calls.

        Returns:
            The reason why the work is not possible now; None if nothing is wrong.
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
