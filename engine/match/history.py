"""A match with undo, redo and corrections.

Undo restores the state of the game before the last event. A correction changes, inserts or removes an earlier
event, and then applies all later events again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.cards import Card
from engine.deals import Entry
from engine.errors import InvalidGame, one_line, quoted
from engine.events import CORRECTS, Event, Kind, check
from engine.game import Game
from engine.match.corrections import Dropped, correct
from engine.match.timeline import BEGINS, Step, Timeline
from engine.refusals import IllegalEvent, RefusalReason


@one_line
class Replacement(NamedTuple):
    """An event that replaced the whole timeline, i.e. a correction or the beginning of a new game.

    Attributes:
        applied: the number of events in the match before this one, including undo and redo events.
        event: the correction, or the event that began the game.
        timeline: the timeline before this event, which undo restores.
    """

    applied: int
    event: Event
    timeline: Timeline


class History(NamedTuple):
    """A match, together with the events that can be undone and redone.

    `History.of(game)` begins one. The constructor does not check its arguments.

    Attributes:
        timeline: the current game, and the events that led to it.
        applied: the number of events applied so far, including undo and redo.
        past: the events in this game and the previous one that can be undone, oldest first.
        undone: the events that can be redone. The last of them is redone first.
        dropped: the events that were removed because the last event, a correction, made them impossible. None
            if no events were removed.
    """

    timeline: Timeline
    applied: int = 0
    past: tuple[Step | Replacement, ...] = ()
    undone: tuple[Step | Replacement, ...] = ()
    dropped: Dropped | None = None

    @classmethod
    def of(cls, game: Game) -> History:
        """Return a history that begins with the given game and contains no events.

        Raises:
            InvalidGame: `game` is not a `Game`.
        """
        if not isinstance(game, Game):
            raise InvalidGame(f"{quoted(game)} is not a game: Game.new() makes one")
        return cls(Timeline(game))

    def __repr__(self) -> str:
        return f"<History of {self.applied} events: {self.game!r}>"

    # Equal histories agree in these values. Hashing the games of all steps too would take quadratic time.
    def __hash__(self) -> int:
        return hash((self.timeline, self.applied, len(self.past), len(self.undone)))

    @property
    def game(self) -> Game:
        """The current state of the game."""
        return self.timeline.game

    def apply(self, event: Event) -> History:
        """Return a copy of the history with one more event applied.

        Raises:
            IllegalEvent: the event is malformed or is not allowed now. The message says why.
        """
        check(event)
        if event.kind is Kind.UNDO:
            return self._undo()
        if event.kind is Kind.REDO:
            return self._redo()
        after, dropped = _next(self.timeline, event, self.applied)
        past = _within_reach((*self.past, _undoable(self.timeline, event, self.applied, after)))
        return History(after, self.applied + 1, past, (), dropped)

    def enter(self, card: Card) -> History:
        """Return a copy of the history with the card entered that the game waits for. See `Game.enter`.

        The rank and the suit are two events.

        Raises:
            IllegalEvent: the game waits for no card, or the card is not possible.
        """
        history = self.apply(self.game.entering(card))
        if card.suit is None or not history.game.has_entered_since(self.game):
            return history
        return history.apply(Event.suit(card.suit))

    @property
    def accepts(self) -> frozenset[Kind]:
        """The kinds of event that are possible now."""
        kinds = set(self.game.accepts)
        if self.past:
            kinds.add(Kind.UNDO)
        if self.undone:
            kinds.add(Kind.REDO)
        if self.this_deal:
            kinds.update(CORRECTS)
        return frozenset(kinds)

    def replay(self, events: Iterable[Event]) -> History:
        """Return a copy of the history with several more events applied.

        Raises:
            IllegalEvent: one of the events is not allowed.
        """
        history = self
        for event in events if isinstance(events, Iterable) else (events,):
            history = history.apply(event)
        return history

    @property
    def pegged(self) -> tuple[tuple[int, Entry], ...]:
        """The points pegged in this game, oldest first.

        Each item is a pair of a number and an entry for the points. The number says how many events,
        including undo and redo, had been applied to the match before the event that pegged the points.
        """
        step_at = self.timeline.step_at
        return tuple((step_at(entry.at).applied, entry) for entry in self.game.entries)

    @property
    def this_deal(self) -> tuple[Step, ...]:
        """The events that can be corrected: those of the latest deal.

        Before the first deal, they are the events of the cut.
        """
        return self.timeline.this_deal

    def _undo(self) -> History:
        if not self.past:
            raise IllegalEvent(RefusalReason.NOTHING_TO_UNDO)
        *past, last = self.past
        before = last.timeline if isinstance(last, Replacement) else self.timeline.without_last()
        return History(before, self.applied + 1, tuple(past), (*self.undone, last))

    def _redo(self) -> History:
        if not self.undone:
            raise IllegalEvent(RefusalReason.NOTHING_TO_REDO)
        *undone, last = self.undone
        after, _ = _next(self.timeline, last.event, last.applied)
        return History(after, self.applied + 1, (*self.past, last), tuple(undone))


def _next(timeline: Timeline, event: Event, applied: int) -> tuple[Timeline, Dropped | None]:
    if event.kind in CORRECTS:
        return correct(timeline, event, applied)
    return timeline.apply(applied, event), None


def _undoable(before: Timeline, event: Event, applied: int, after: Timeline) -> Step | Replacement:
    if event.kind in CORRECTS or event.kind in BEGINS:
        return Replacement(applied, event, before)
    return after.steps[-1]


def _within_reach(past: tuple[Step | Replacement, ...]) -> tuple[Step | Replacement, ...]:
    """Return the events that undo can still reach: those since the beginning of the previous game."""
    if past[-1].event.kind not in BEGINS:
        return past
    for index in range(len(past) - 2, -1, -1):
        if past[index].event.kind in BEGINS:
            return past[index + 1 :]
    return past
