"""The changes announced so far, and the key presses that made them.

They are used to drop sentences about changes that have since been undone.
"""

from __future__ import annotations

MOST = 400
"""The maximum number of changes to store. Far fewer are ever waiting to be announced."""


class ToldChanges:
    """The changes in the match that the voice has announced so far, such as a card played or points scored.

    For each change, only the ID of the key press that made it is stored.
    """

    def __init__(self) -> None:
        self._presses: list[int] = []

    def add(self, number: int, press: int) -> None:
        """Record that the key press with the ID `press` made the latest `number` changes."""
        self._presses = [*self._presses, *[press] * number][-MOST:]

    def take_back(self, number: int) -> frozenset[int]:
        """Forget the last `number` changes to the match, which have been undone.

        Return the IDs of the key presses that had made these changes.
        """
        if not number:
            return frozenset()
        self._presses, gone = self._presses[:-number], self._presses[-number:]
        return frozenset(gone)
