"""The timeline of a game: its events in order, each with the state of the game before it.

Events that were taken back are not in the timeline, and corrected events appear in their corrected form.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import InvalidGame, one_line, quoted
from engine.events import Event, Kind
from engine.game import Game
from engine.indices import EventIndex

BEGINS = (Kind.NEXT_GAME, Kind.NEW_GAME)
"""The kinds of event that begin a game."""
_BEGINS_DEAL = (Kind.STARTER, Kind.DEAL_OVER)


@one_line
class Step(NamedTuple):
    """An event in a timeline, with the state of the game before the event.

    Attributes:
        applied: the number of events applied to the match before this event, including undo and redo.
        event: the event.
        before: the state of the game before the event.
    """

    applied: int
    event: Event
    before: Game

    @property
    def at(self) -> EventIndex:
        """The index of the event in the match, not counting events that were undone. Corrections need it."""
        return self.before.at


class Timeline(NamedTuple):
    """A game, and the events that led to its current state.

    Attributes:
        game: the game after the last of these events.
        steps: the events in this game that were not undone, oldest first. If this game is not the first of
            its match, the first event is the one that began the game.
    """

    game: Game
    steps: tuple[Step, ...] = ()

    def __repr__(self) -> str:
        return f"<Timeline after {len(self.steps)} events: {self.game!r}>"

    # Equal timelines have equal games. Hashing the games of all steps too would take quadratic time.
    def __hash__(self) -> int:
        return hash((self.game, len(self.steps)))

    def apply(self, applied: int, event: Event) -> Timeline:
        """Return a copy of the timeline with one more event applied.

        `applied` is the number of events applied to the match before this one, including undo and redo.

        Raises:
            IllegalEvent: the event is not allowed at this point.
        """
        step = Step(applied, event, self.game)
        after = self.game.apply(event)
        return Timeline(after, (step,) if event.kind in BEGINS else (*self.steps, step))

    def without_last(self) -> Timeline:
        """Return the timeline without its last event, which must not be the event that began the game."""
        return Timeline(self.steps[-1].before, self.steps[:-1])

    def position_of(self, index: EventIndex) -> int | None:
        """Return the position in `steps` of the event with the given index; None if this game has none."""
        if type(index) is not int or not self.steps:
            return None
        position = index - self.steps[0].at
        return position if 0 <= position < len(self.steps) else None

    def step_at(self, index: EventIndex) -> Step:
        """Return the event with the given index, and the state of the game before it.

        Raises:
            InvalidGame: this game has no event with this index.
        """
        position = self.position_of(index)
        if position is None:
            raise InvalidGame(f"this game has no event with the index {quoted(index)}")
        return self.steps[position]

    def game_after(self, index: EventIndex) -> Game:
        """Return the state of the game after the event with the given index.

        Raises:
            InvalidGame: this game has no event with this index.
        """
        if self.step_at(index) is self.steps[-1]:
            return self.game
        return self.step_at(EventIndex(index + 1)).before

    @property
    def beginning(self) -> Timeline:
        """The timeline as it was just after the game began."""
        if self.steps and self.steps[0].event.kind in BEGINS:
            return Timeline(self.steps[1].before if len(self.steps) > 1 else self.game, self.steps[:1])
        return Timeline(self.steps[0].before if self.steps else self.game)

    @property
    def this_deal(self) -> tuple[Step, ...]:
        """The events of the latest deal, which are the only events that can be corrected.

        Before the first deal, they are the events of the cut.
        """
        steps = self.steps
        for index in range(len(steps) - 1, -1, -1):
            if steps[index].event.kind in _BEGINS_DEAL:
                return steps[index:]
        return steps[1:] if steps and steps[0].event.kind in BEGINS else steps
