"""The changes told so far, each with its press: nothing of a press is said once it is taken back."""

from __future__ import annotations

MOST = 400
"""The number of changes to remember: far more than the sentences that can be waiting are about."""


class ToldChanges:
    """The presses whose changes were told, a number for each change, oldest first."""

    def __init__(self) -> None:
        self._presses: list[int] = []

    def add(self, number: int, press: int) -> None:
        """Remember that a press made so many changes."""
        self._presses = [*self._presses, *[press] * number][-MOST:]

    def take_back(self, number: int) -> frozenset[int]:
        """Forget the latest changes, and return the presses that made them."""
        if not number:
            return frozenset()
        self._presses, gone = self._presses[:-number], self._presses[-number:]
        return frozenset(gone)
