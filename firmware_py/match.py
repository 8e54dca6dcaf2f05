"""The match that a board plays, saved event by event."""

from __future__ import annotations

from engine.events import Event
from engine.match.history import History
from firmware_py.ports import Store


class Match:
    """A match, and the store that keeps its events.

    Attributes:
        history: the match so far.
        store: keeps each event before it takes effect; None if nothing is kept.
    """

    def __init__(self, history: History, store: Store | None = None) -> None:
        """Begin with the match so far, and the store that has its events."""
        self.history = history
        self.store = store
        self._reach = store.reach if store else None

    def take(self, event: Event) -> None:
        """Apply an event and keep it. If either fails, the match stays as it is.

        Raises:
            IllegalEvent: the rules do not allow the event now.
            JournalError: the store cannot keep the event.
        """
        self.reach_back()
        history = self.history.apply(event)
        if self.store:
            self.store.append(event)
        self.history = history

    def reach_back(self) -> None:
        """Load everything that UNDO can reach, once; the first picture need not wait for that."""
        reach, self._reach = self._reach, None
        self.history = (reach and reach()) or self.history
