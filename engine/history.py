"""What was played, what was taken back, and where that leaves the game.

The list of events is the one truth. Taking an event back goes to the game as it was worked out before it,
never backwards through the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.errors import IllegalEvent
from engine.events import Event, Kind
from engine.game import Entry, Game


class Step(NamedTuple):
    """An event that stands, or that was taken back.

    Attributes:
        press: how many presses had taken effect before the one that made it.
        event: what happened.
        before: the game before it.
        after: the game after it.
    """

    press: int
    event: Event
    before: Game
    after: Game


class History(NamedTuple):
    """A match at one moment, with the way back.

    Attributes:
        game: where it stands.
        presses: how many presses have taken effect, undo and redo included.
        past: the events that UNDO can reach, oldest first: those of this game and the one before it.
        undone: the events that REDO can put in again, the next one last.
    """

    game: Game
    presses: int = 0
    past: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()

    def apply(self, event: Event) -> History:
        """The history after one more event.

        Raises:
            IllegalEvent: the event cannot happen here; the message says why.
        """
        if event.kind is Kind.UNDO:
            return self._undo()
        if event.kind is Kind.REDO:
            return self._redo()
        step = Step(self.presses, event, self.game, self.game.apply(event))
        return History(step.after, self.presses + 1, _within_reach((*self.past, step)))

    def replay(self, events: Iterable[Event]) -> History:
        """The history after these events in turn.

        Raises:
            IllegalEvent: one of them cannot happen.
        """
        history = self
        for event in events:
            history = history.apply(event)
        return history

    @property
    def pegged(self) -> tuple[tuple[int, Entry], ...]:
        """What was scored in this game: the number of the press that did it, and the entry."""
        if not self.past:
            return ()
        first = self.past[0].before.at
        return tuple((self.past[entry.at - first].press, entry) for entry in self.game.entries)

    def _undo(self) -> History:
        if not self.past:
            raise IllegalEvent("there is nothing to take back")
        *past, step = self.past
        return History(step.before, self.presses + 1, tuple(past), (*self.undone, step))

    def _redo(self) -> History:
        if not self.undone:
            raise IllegalEvent("nothing was taken back that could be put in again")
        *undone, step = self.undone
        return History(step.after, self.presses + 1, (*self.past, step), tuple(undone))


_BEGINS = (Kind.NEXT_GAME, Kind.NEW_GAME)
"""The events with which a game begins."""


def _within_reach(past: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps that UNDO may still reach once the last of them stands.

    As a game begins, what came before the first press of the previous one is forgotten.
    """
    if past[-1].event.kind not in _BEGINS:
        return past
    for place in range(len(past) - 2, -1, -1):
        if past[place].event.kind in _BEGINS:
            return past[place + 1 :]
    return past
