"""A match carried over: it goes on in a record of its own, without what UNDO cannot reach any more.

So what has to be read at a start does not grow with the years: the game in progress and the one before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import Card
from engine.events import Event, Kind
from engine.game import Game
from engine.history import History, Move
from engine.line import BEGINS, Stand, Step
from engine.setup import Setup
from engine.state import Deal


class Carried(NamedTuple):
    """Where a match goes on: just after one of its games began.

    Attributes:
        presses: how many presses had taken effect before.
        events: how many events had led there, those undone left out: the place of the next one. None where a
            journal begins anew beside games that were kept.
        games: how many games there had been before this one.
        dealer: who deals first, where that followed from the game before; None where it is to be cut.
        card: the last card of the last deal, whose suit can still be named; None if there was no deal.
        cut: the cards cut for a deal that never came.
        setup: what the game began with.
    """

    presses: int
    events: int
    games: int
    dealer: int | None
    card: Card | None
    cut: tuple[Card, ...]
    setup: Setup

    def history(self) -> History:
        """The match there, with no way further back.

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
        return History(Stand(game._replace(at=self.events), (begin,)), self.presses)


class Carry(NamedTuple):
    """A match in two parts, so that it can go on from either.

    Attributes:
        begun: where UNDO reaches; None where that is the record's beginning.
        back: the events from there on, as far as the one that began the game in progress.
        here: where that game began.
        events: those since.
    """

    begun: Carried | None
    back: tuple[Event, ...]
    here: Carried
    events: tuple[Event, ...]


def carry_over(history: History) -> Carry | None:
    """How a match can go on so that UNDO reaches as far as before.

    The numbers of all presses stay as they are: for those that were taken back for good, others stand that
    come to nothing.

    Returns:
        None where no game was before that UNDO could reach, or REDO reaches something that was taken back.
    """
    past = history.past
    begins = [place for place, move in enumerate(past) if move.event.kind in BEGINS]
    if not begins or history.undone:
        return None
    split = begins[-1] + 1
    first = past[0].before
    begun = _carried(first) if first.line and first.line[0].event.kind in BEGINS else None
    here = _carried(past[split - 1].after)
    back = _numbered(past[:split], begun.presses if begun else 0, here.presses)
    return Carry(begun, back, here, _numbered(past[split:], here.presses, history.presses))


def _carried(stand: Stand) -> Carried:
    """Where a match stands just after a game of it began."""
    setup, dealer = opening(stand)
    game = stand.game
    card = game.last_card if game.deal else None
    cut = () if game.deal else game.cards
    return Carried(stand.line[0].press + 1, game.at, game.number, dealer, card, cut, setup)


def _numbered(moves: Sequence[Move], presses: int, last: int) -> tuple[Event, ...]:
    """The events of moves, and others that come to nothing, so that each press gets its number.

    What was taken back for good is even in number: each press, and the one that took it back.

    Args:
        moves: what stands.
        presses: how many presses had taken effect before.
        last: how many have with the last.
    """
    events: list[Event] = []
    for move in moves:
        events += [move.event, Event(Kind.UNDO)] * ((move.press - presses) // 2)
        events.append(move.event)
        presses = move.press + 1
    events += [Event(Kind.UNDO), Event(Kind.REDO)] * ((last - presses) // 2)
    return tuple(events)


def opening(stand: Stand) -> tuple[Setup, int | None]:
    """What a game began with that followed another one, and who dealt first if that was known by then."""
    begin, *later = stand.line
    begun = later[0].before if later else stand.game
    start = begin.event.setup.start if begin.event.setup else ()
    won = tuple(side.games for side in begun.sides)
    return Setup(begun.rules, start, begun.names, won).checked(), begun.dealer
