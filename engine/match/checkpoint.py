"""Checkpoints, from which a match can continue without replaying earlier games."""

# Without `from __future__ import annotations`, which would make each of these classes slower to create.

from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import Card
from engine.deals import Deal
from engine.errors import one_line
from engine.events import Event
from engine.game import Game
from engine.indices import EventIndex, Seat
from engine.match.history import History, Replacement
from engine.match.timeline import BEGINS, Step, Timeline
from engine.setup import Setup


@one_line
class Checkpoint(NamedTuple):
    """The state of a match at the beginning of a game, from which it can continue without the earlier games.

    Attributes:
        applied: the number of events applied to the match before this point, including undo, redo and events
            that were undone later.
        events: the number of earlier events that were not undone, which is the index of the next event.
        games: the number of games before this one.
        dealer: the first dealer, if the previous game determines it; None if the players cut for the deal.
        card: the last card entered in the previous game, whose suit the players can still enter; None if
            there is no such card.
        cut: the cards of the last cut, if no deal has followed it; otherwise empty.
        setup: the setup of the game.
    """

    applied: int
    events: int
    games: int
    dealer: Seat | None
    card: Card | None
    cut: tuple[Card, ...]
    setup: Setup

    def history(self) -> History:
        """Return the match as it was at the checkpoint. Events before the checkpoint cannot be undone.

        Raises:
            IllegalEvent: the checkpoint's dealer is not a player in the game.
        """
        game = Game.of(self.setup)._replace(number=self.games)
        if not self.events:
            return History.of(game)
        before = game._replace(number=self.games - 1, at=EventIndex(self.events - 1))
        game = before.apply(Event.new_game(self.setup))
        if self.dealer is not None:
            # The event that began the game also decided who deals.
            dealt = game._replace(at=before.at).apply(Event.deals(self.dealer))
            game = dealt._replace(changes=game.changes[:-1] + dealt.changes)
        if self.card is not None:
            deal = Deal(0, game.sides, 0, hands=((),) * game.rules.players)
            game = game._replace(cards=(self.card,), deal=deal)
        elif self.cut:
            game = game._replace(cards=self.cut)
        begin = Step(self.applied - 1, Event.new_game(self.setup), before)
        return History(Timeline(game, (begin,)), self.applied)


def begin_match(setup: Setup, checkpoint: Checkpoint | None = None) -> History:
    """Return the match as it is before its first event, or at the checkpoint if one is given.

    Raises:
        IllegalEvent: the checkpoint's dealer is not a player in the game.
    """
    return checkpoint.history() if checkpoint else History.of(Game.of(setup))


class Compacted(NamedTuple):
    """The previous and current games of a match, the only ones that undo can reach.

    Each of the two games can be replayed separately.

    Attributes:
        start: the state of the match at the beginning of the previous game; None if that is the first game of
            the match.
        earlier: the events from `start` up to and including the event that began the current game.
        checkpoint: the state of the match at the beginning of the current game.
        later: the events since `checkpoint`.
    """

    start: Checkpoint | None
    earlier: tuple[Event, ...]
    checkpoint: Checkpoint
    later: tuple[Event, ...]


def compact(history: History) -> Compacted | None:
    """Return only the current and the previous game of a match, because undo cannot reach earlier games.

    Return None if the match cannot be shortened now, because there is no previous game that undo can reach,
    or because an event can still be redone.

    If an event was undone and can no longer be redone, the event and its undo are replaced by another pair of
    events that cancel out. The number of events applied to the match stays the same.
    """
    past = history.past
    begins = [each for each in past if isinstance(each, Replacement) and each.event.kind in BEGINS]
    if not begins or history.undone:
        return None
    split = past.index(begins[-1]) + 1
    previous = begins[-1].timeline.beginning
    start = _checkpoint(previous) if previous.steps else None
    checkpoint = _checkpoint(history.timeline.beginning)
    earlier = _with_placeholders(past[:split], start.applied if start else 0, checkpoint.applied)
    later = _with_placeholders(past[split:], checkpoint.applied, history.applied)
    return Compacted(start, earlier, checkpoint, later)


def _checkpoint(beginning: Timeline) -> Checkpoint:
    setup, dealer = opening(beginning)
    game = beginning.game
    card = game.last_card if game.deal else None
    cut = () if game.deal else game.cards
    return Checkpoint(beginning.steps[0].applied + 1, game.at, game.number, dealer, card, cut, setup)


def _with_placeholders(past: Sequence[Step | Replacement], first: int, last: int) -> tuple[Event, ...]:
    """Return these `last - first` events, with a pair that cancels out for each two that are missing."""
    events: list[Event] = []
    applied = first
    for each in past:
        events += [each.event, Event.undo()] * ((each.applied - applied) // 2)
        events.append(each.event)
        applied = each.applied + 1
    events += [Event.undo(), Event.redo()] * ((last - applied) // 2)
    return tuple(events)


def opening(timeline: Timeline) -> tuple[Setup, Seat | None]:
    """Return the setup and the first dealer of a game that is not the first of its match.

    The dealer is None if the players cut for the first deal.
    """
    begin, game = timeline.steps[0], timeline.beginning.game
    start = begin.event.setup.start if begin.event.setup else ()
    won = tuple(side.games for side in game.sides)
    return Setup(game.rules, start, game.names, won).checked(), game.dealer
