"""A match carried over into a record of its own, without the games that undo cannot reach any more.

So a start reads the game in progress and the one before it, however many have been played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import Card
from engine.events import Event, Kind
from engine.game import Game
from engine.game_setup import Setup
from engine.match.history import History, Move
from engine.match.timeline import BEGINS, Step, Timeline
from engine.seats import Seat
from engine.state import Deal


class Checkpoint(NamedTuple):
    """The point at which a match continues: just after one of its games began.

    Attributes:
        presses: the number of presses that had taken effect before.
        events: the number of events that had led there, those undone left out: the place of the next one. 0
            where a journal begins anew beside games that were kept.
        games: the number of games before this one.
        dealer: the first dealer, if he followed from the game before; None if the deal is cut for.
        card: the last card of the last deal, whose suit can still be named; None if there was no deal.
        cut: the cards cut for a deal that never came.
        setup: the setup of the game.
    """

    presses: int
    events: int
    games: int
    dealer: Seat | None
    card: Card | None
    cut: tuple[Card, ...]
    setup: Setup

    def history(self) -> History:
        """Return the match there, with no way further back.

        Raises:
            IllegalEvent: there is no such dealer.
        """
        game = Game.of(self.setup)._replace(number=self.games)
        if not self.events:
            return History.of(game)
        game = game._replace(at=self.events - 1)  # the event that began the game
        before = game._replace(number=self.games - 1)
        if self.dealer is not None:
            game = game.apply(Event(Kind.DEALS, numbers=(self.dealer,)))
        if self.card is not None:
            deal = Deal(0, game.sides, 0, hands=((),) * game.rules.players)
            game = game._replace(cards=(self.card,), deal=deal)
        elif self.cut:
            game = game._replace(cards=self.cut)
        begin = Step(self.presses - 1, Event(Kind.NEW_GAME, setup=self.setup), before)
        return History(Timeline(game._replace(at=self.events), (begin,)), self.presses)


class Carry(NamedTuple):
    """A match in two parts, each of which can continue by itself.

    Attributes:
        begun: the point back to which undo reaches; None if that is the beginning of the record.
        back: the events from there to the one that began the game in progress, inclusive.
        here: the point at which that game began.
        events: the events since.
    """

    begun: Checkpoint | None
    back: tuple[Event, ...]
    here: Checkpoint
    events: tuple[Event, ...]


def carry_over(history: History) -> Carry | None:
    """Return the two parts of a match, such that undo reaches as far as before.

    All presses keep their numbers: events that can no longer be redone are replaced by placeholders that
    score nothing.

    Returns:
        None if undo reaches no earlier game, or if redo could still put something in again.
    """
    past = history.past
    begins = [place for place, move in enumerate(past) if move.event.kind in BEGINS]
    if not begins or history.undone:
        return None
    split = begins[-1] + 1
    first = past[0].before
    begun = _checkpoint(first) if first.steps and first.steps[0].event.kind in BEGINS else None
    here = _checkpoint(past[split - 1].after)
    back = _numbered(past[:split], begun.presses if begun else 0, here.presses)
    return Carry(begun, back, here, _numbered(past[split:], here.presses, history.presses))


def _checkpoint(timeline: Timeline) -> Checkpoint:
    """The point of a match just after a game of it began."""
    setup, dealer = opening(timeline)
    game = timeline.game
    card = game.last_card if game.deal else None
    cut = () if game.deal else game.cards
    return Checkpoint(timeline.steps[0].press + 1, game.at, game.number, dealer, card, cut, setup)


def _numbered(moves: Sequence[Move], presses: int, last: int) -> tuple[Event, ...]:
    """Return the events of moves, with placeholders between them so that each press keeps its number.

    The presses that were taken back for good are even in number: each with the one that took it back.

    Args:
        moves: the moves that stand.
        presses: the number of presses before the first of them.
        last: the number of presses with the last of them.
    """
    events: list[Event] = []
    for move in moves:
        events += [move.event, Event(Kind.UNDO)] * ((move.press - presses) // 2)
        events.append(move.event)
        presses = move.press + 1
    events += [Event(Kind.UNDO), Event(Kind.REDO)] * ((last - presses) // 2)
    return tuple(events)


def opening(timeline: Timeline) -> tuple[Setup, Seat | None]:
    """Return the setup of a game that followed another one, and the first dealer if he was known by then."""
    begin, *later = timeline.steps
    begun = later[0].before if later else timeline.game
    start = begin.event.setup.start if begin.event.setup else ()
    won = tuple(side.games for side in begun.sides)
    return Setup(begun.rules, start, begun.names, won).checked(), begun.dealer
