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
from engine.state import Entry


class Step(NamedTuple):
    """An event that stands.

    Attributes:
        press: how many presses had taken effect before the one that made it.
        event: what happened.
        before: the game before it.
    """

    press: int
    event: Event
    before: Game


class Stand(NamedTuple):
    """Where a match stands, and the events that led there.

    Attributes:
        game: the game.
        line: the events of this game that stand, oldest first, earlier ones put right; the one that began
            the game is among them.
    """

    game: Game
    line: tuple[Step, ...] = ()

    def apply(self, press: int, event: Event) -> Stand:
        """The stand after one more event.

        Raises:
            IllegalEvent: the event cannot happen here.
        """
        step = Step(press, event, self.game)
        after = self.game.apply(event)
        return Stand(after, (step,) if event.kind in BEGINS else (*self.line, step))


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


class Broken(NamedTuple):
    """A press that a correction made impossible, and with it all that came after.

    Attributes:
        event: what had been keyed.
        lost: how many events are lost, this one among them.
        why: why it cannot be.
    """

    event: Event
    lost: int
    why: str


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
            after, broken = self._corrected(event)
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
        line = self.stand.line
        for place in range(len(line) - 1, -1, -1):
            if line[place].event.kind in _DEALBEGINS:
                return line[place:]
        return line[1:] if line and line[0].event.kind in BEGINS else line

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

    def _corrected(self, event: Event) -> tuple[Stand, Broken | None]:
        """Where the match stands once an earlier event was put right, and what that made impossible.

        Raises:
            IllegalEvent: there is no such event in this deal, or it cannot be put right like this.
        """
        steps = self.this_deal
        first = steps[0].before.at if steps else 0
        place = event.numbers[0] - first
        if not 0 <= place < len(steps):
            raise IllegalEvent("that press is none of this deal: only those can be put right")
        if event.other is not None and event.other.kind in _NEVER:
            raise IllegalEvent(f"{event.other.kind.value} is nothing that a correction puts in")
        number = len(self.stand.line) - len(steps) + place
        stand = Stand(steps[place].before, self.stand.line[:number])
        if event.other is not None:
            stand = stand.apply(self.presses, event.other)
        later = steps[place:] if event.kind is Kind.PUT_IN else steps[place + 1 :]
        for done, step in enumerate(later):
            try:
                stand = stand.apply(step.press, step.event)
            except IllegalEvent as error:
                return stand, Broken(step.event, len(later) - done, str(error))
        return stand, None


BEGINS = (Kind.NEXT_GAME, Kind.NEW_GAME)
"""The events with which a game begins."""
_DEALBEGINS = (Kind.STARTER, Kind.DEAL_OVER)
_NEVER = (Kind.UNDO, Kind.REDO, *CORRECTS, *BEGINS)


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
