"""A match with the way back: the presses played, taken back and corrected, and the game after them.

The list of events is the one truth. Undo returns to the game as it was before the event; no rule runs
backwards. A correction works out again all that came after the event it corrects.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.errors import IllegalEvent, InvalidGame, quoted
from engine.events import CORRECTS, Event, Kind, check
from engine.game import Game
from engine.match.timeline import BEGINS, Broken, Step, Timeline, corrected
from engine.state import Entry


class Move(NamedTuple):
    """A press that can be taken back, or put in again.

    Attributes:
        press: the number of presses that had taken effect before it.
        event: the event.
        before: the timeline of the match before it.
        after: the timeline after it.
    """

    press: int
    event: Event
    before: Timeline
    after: Timeline


class History(NamedTuple):
    """A match at one moment, with the way back.

    Attributes:
        timeline: the game, and the events that led to it.
        presses: the number of presses that have taken effect, undo and redo included.
        past: the moves that undo can reach, oldest first: those of this game and of the one before it.
        undone: the moves that redo can put in again, the next one last.
        broken: the press that the last one, a correction, made impossible.
    """

    timeline: Timeline
    presses: int = 0
    past: tuple[Move, ...] = ()
    undone: tuple[Move, ...] = ()
    broken: Broken | None = None

    @classmethod
    def of(cls, game: Game) -> History:
        """Return the history of a game in which nothing has happened.

        Raises:
            InvalidGame: it is not a game.
        """
        if not isinstance(game, Game):
            raise InvalidGame(f"{quoted(game)} is not a game: Game.new() makes one")
        return cls(Timeline(game))

    def __repr__(self) -> str:
        return f"<History of {self.presses} presses: {self.game!r}>"

    # Equal histories agree in these. The moves are left out: the stands in them would take quadratic time.
    def __hash__(self) -> int:
        return hash((self.timeline, self.presses, len(self.past), len(self.undone)))

    @property
    def game(self) -> Game:
        """The game after all events that stand."""
        return self.timeline.game

    def apply(self, event: Event) -> History:
        """Return the history after one more event.

        Raises:
            IllegalEvent: the event is malformed, or cannot happen here; the message says why.
        """
        check(event)
        if event.kind is Kind.UNDO:
            return self._undo()
        if event.kind is Kind.REDO:
            return self._redo()
        broken = None
        if event.kind in CORRECTS:
            after, broken = corrected(self.timeline, event, self.presses)
        else:
            after = self.timeline.apply(self.presses, event)
        move = Move(self.presses, event, self.timeline, after)
        return History(after, self.presses + 1, _within_reach((*self.past, move)), (), broken)

    @property
    def accepts(self) -> frozenset[Kind]:
        """The kinds of event that can happen now: of each of them, `apply` takes at least one event."""
        kinds = set(self.game.accepts)
        if self.past:
            kinds.add(Kind.UNDO)
        if self.undone:
            kinds.add(Kind.REDO)
        if self.this_deal:
            kinds.update(CORRECTS)
        return frozenset(kinds)

    def replay(self, events: Iterable[Event]) -> History:
        """Return the history after these events in turn.

        Raises:
            IllegalEvent: one of them cannot happen.
        """
        history = self
        for event in events if isinstance(events, Iterable) else (events,):
            history = history.apply(event)
        return history

    @property
    def pegged(self) -> tuple[tuple[int, Entry], ...]:
        """The entries of this game, each with the number of the press that scored it."""
        game, steps = self.timeline
        return tuple((steps[entry.at - steps[0].before.at].press, entry) for entry in game.entries)

    @property
    def this_deal(self) -> tuple[Step, ...]:
        """The events that can be corrected: from the last starter on or, before one, those of this game."""
        return self.timeline.this_deal

    def _undo(self) -> History:
        if not self.past:
            raise IllegalEvent("Nothing to undo")
        *past, move = self.past
        return History(move.before, self.presses + 1, tuple(past), (*self.undone, move))

    def _redo(self) -> History:
        if not self.undone:
            raise IllegalEvent("Nothing to redo")
        *undone, move = self.undone
        return History(move.after, self.presses + 1, (*self.past, move), tuple(undone))


def _within_reach(past: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the moves that undo may still reach once the last of them stands.

    As a game begins, what came before the first press of the previous one is forgotten.
    """
    if past[-1].event.kind not in BEGINS:
        return past
    for place in range(len(past) - 2, -1, -1):
        if past[place].event.kind in BEGINS:
            return past[place + 1 :]
    return past
