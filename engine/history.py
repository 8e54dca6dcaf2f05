"""What was played, what was taken back or put right, and where that leaves the game.

The list of events is the one truth. Taking an event back goes to the game as it was worked out before it,
never backwards through the rules; putting an earlier one right works out again all that came after it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.errors import IllegalEvent
from engine.events import CORRECTS, Event, Kind
from engine.game import Game
from engine.line import BEGINS, Broken, Stand, Step, corrected
from engine.state import Entry


class Move(NamedTuple):
    """A press that UNDO takes back, or REDO puts in again.

    Attributes:
        press: how many presses had taken effect before it.
        event: what happened.
        before: where the match stood before it.
        after: where it stood then.
    """

    press: int
    event: Event
    before: Stand
    after: Stand


class History(NamedTuple):
    """A match at one moment, with the way back.

    Attributes:
        stand: where it stands, and what led there.
        presses: how many presses have taken effect, undo and redo included.
        past: what UNDO can reach, oldest first: the presses of this game and the one before it.
        undone: what REDO can put in again, the next one last.
        broken: what the last press, a correction, made impossible.
    """

    stand: Stand
    presses: int = 0
    past: tuple[Move, ...] = ()
    undone: tuple[Move, ...] = ()
    broken: Broken | None = None

    @classmethod
    def of(cls, game: Game) -> History:
        """The history of a game in which nothing has happened."""
        return cls(Stand(game))

    @property
    def game(self) -> Game:
        """Where the match stands."""
        return self.stand.game

    def apply(self, event: Event) -> History:
        """The history after one more event.

        Raises:
            IllegalEvent: the event cannot happen here; the message says why.
        """
        if event.kind is Kind.UNDO:
            return self._undo()
        if event.kind is Kind.REDO:
            return self._redo()
        broken = None
        if event.kind in CORRECTS:
            after, broken = corrected(self.stand, event, self.presses)
        else:
            after = self.stand.apply(self.presses, event)
        move = Move(self.presses, event, self.stand, after)
        return History(after, self.presses + 1, _within_reach((*self.past, move)), (), broken)

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
        game, line = self.stand
        return tuple((line[entry.at - line[0].before.at].press, entry) for entry in game.entries)

    @property
    def this_deal(self) -> tuple[Step, ...]:
        """The events that can be put right: those from the last starter on, or, before one, of this game."""
        return self.stand.this_deal

    def _undo(self) -> History:
        if not self.past:
            raise IllegalEvent("there is nothing to take back")
        *past, move = self.past
        return History(move.before, self.presses + 1, tuple(past), (*self.undone, move))

    def _redo(self) -> History:
        if not self.undone:
            raise IllegalEvent("nothing was taken back that could be put in again")
        *undone, move = self.undone
        return History(move.after, self.presses + 1, (*self.past, move), tuple(undone))


def _within_reach(past: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves that UNDO may still reach once the last of them stands.

    As a game begins, what came before the first press of the previous one is forgotten.
    """
    if past[-1].event.kind not in BEGINS:
        return past
    for place in range(len(past) - 2, -1, -1):
        if past[place].event.kind in BEGINS:
            return past[place + 1 :]
    return past
