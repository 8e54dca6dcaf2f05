"""The match being played on a board. Each event is saved before it takes effect."""

from __future__ import annotations

from engine.events import Event
from engine.match.history import History
from firmware_py.ports import Store


class Match:
    """A match, and the store that saves its events.

    Attributes:
        history: the match so far.
        store: the store that saves each event before it takes effect; None if nothing is saved.
    """

    def __init__(self, history: History, store: Store | None = None) -> None:
        self.history = history
        self.store = store
        self._reach = store.reach if store else None

    def take(self, event: Event) -> None:
        """Apply an event and save it. If either fails, the match is unchanged.

        Raises:
            IllegalEvent: the rules do not allow the event now.
            JournalError: the store cannot save the event.
        """
        self.reach_back()
        history = self.history.apply(event)
        if self.store:
            self.store.append(event)
        self.history = history

    def reach_back(self) -> None:
        """Load all events that UNDO can reach, if they have not been loaded yet.

        Some may be missing at first, so that the board starts sooner.
        """
        reach, self._reach = self._reach, None
        self.history = (reach and reach()) or self.history
