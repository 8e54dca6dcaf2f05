"""A record of which key press caused each recent change in the match.

When a change is undone, the voice uses the record to drop any unsaid sentences about that key press.
"""

from __future__ import annotations

MOST = 400
"""The maximum number of changes to store. Far fewer are ever waiting to be announced."""


class ToldChanges:
    """Stores the sequence number of the key press that caused each recent change in the match.

    A change is, for example, a card played or points scored.
    """

    def __init__(self) -> None:
        self._presses: list[int] = []

    def add(self, number: int, press: int) -> None:
        """Record that the key press with the sequence number `press` caused `number` changes in the match."""
        self._presses = [*self._presses, *[press] * number][-MOST:]

    def take_back(self, number: int) -> frozenset[int]:
        """Forget the last `number` changes to the match, which have been undone.

        Return the sequence numbers of the key presses that caused these changes.
        """
        if not number:
            return frozenset()
        self._presses, gone = self._presses[:-number], self._presses[-number:]
        return frozenset(gone)
