"""The result of a game: who won, the points of each side in its deals, and its best hands."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from engine.cards import Card
from engine.entries import Entry, Source
from engine.game import Game
from engine.match.timeline import Timeline
from engine.scoring.items import total
from engine.seats import Seat
from engine.skunks import Skunk


class Share(NamedTuple):
    """The points of a side in the deals in which it had a role, dealer or pone.

    Only finished deals count. Points that a game begins with belong to none.

    Attributes:
        deals: the number of deals.
        points: all points pegged in them, by hand as well.
        play: of these, the points of the play.
        hand: of these, the points of its hands.
        crib: of these, the points of its crib.
    """

    deals: int = 0
    points: int = 0
    play: int = 0
    hand: int = 0
    crib: int = 0

    def plus(self, other: Share) -> Share:
        """Both together."""
        return Share(*map(sum, zip(self, other, strict=True)))


class Best(NamedTuple):
    """The hand or crib that counted most, in full worth.

    Attributes:
        points: what it counts.
        cards: its cards as they were keyed, then the starter.
    """

    points: int
    cards: tuple[Card, ...]


class Tally(NamedTuple):
    """The points of a side in a game.

    Attributes:
        dealer: in its own deals; with partners, in those of either.
        pone: in the deals of others.
        hand: its best hand that counted anything; of equal ones the first.
        crib: its best crib that did.
    """

    dealer: Share = Share()
    pone: Share = Share()
    hand: Best | None = None
    crib: Best | None = None


class Summary(NamedTuple):
    """The result of a game.

    Attributes:
        game: the game where it ended, or was given up.
        tallies: the points of each side.
    """

    game: Game
    tallies: tuple[Tally, ...]

    @property
    def skunks(self) -> tuple[Skunk | None, ...]:
        """The skunk of each side, classed alone (RULES.md 5)."""
        return tuple(self.game.skunk_of(side) for side in self.game.rules.each_side)


_PARTS = {Source.PLAY: "play", Source.HAND: "hand", Source.CRIB: "crib"}


def summary(timeline: Timeline) -> Summary:
    """Return the result of a game, from its timeline when it ended or was left."""
    game = timeline.game
    dealers = [game.rules.side_of(seat) for seat in _dealers(timeline)]
    tallies = []
    for side in game.rules.each_side:
        own = dealers.count(side)
        tallies.append(Tally(Share(own), Share(len(dealers) - own)))
    for entry in game.entries:
        tally = _with_best(tallies[entry.side], entry, timeline)
        deal = _before(timeline, entry).deals
        if entry.source is not Source.THREE_FOR_LAST and deal < len(dealers):
            tally = _with_points(tally, entry, deals=dealers[deal] == entry.side)
        tallies[entry.side] = tally
    return Summary(game, tuple(tallies))


def _dealers(timeline: Timeline) -> list[Seat]:
    """The dealer of each finished deal."""
    games = [*(step.before for step in timeline.steps), timeline.game]
    dealers: list[Seat] = []
    for before, after in pairwise(games):
        if after.number == before.number and after.deals > before.deals:
            assert before.dealer is not None
            dealers.append(before.dealer)
    return dealers


def _with_points(tally: Tally, entry: Entry, *, deals: bool) -> Tally:
    """The tally with points that its side made in a finished deal; `deals`: in one of its own."""
    share = Share(points=entry.points)
    if part := _PARTS.get(entry.source):
        share = share._replace(**{part: entry.points})
    if deals:
        return tally._replace(dealer=tally.dealer.plus(share))
    return tally._replace(pone=tally.pone.plus(share))


def _before(timeline: Timeline, entry: Entry) -> Game:
    """The game before the event that scored."""
    return timeline.steps[entry.at - timeline.steps[0].before.at].before


def _with_best(tally: Tally, entry: Entry, timeline: Timeline) -> Tally:
    """The tally with this hand or crib, if it is the best so far."""
    points = total(entry.findings)
    is_crib = entry.source is Source.CRIB
    so_far = tally.crib if is_crib else tally.hand
    if entry.source not in (Source.HAND, Source.CRIB) or points <= (so_far.points if so_far else 0):
        return tally
    best = Best(points, _cards(timeline, entry))
    return tally._replace(crib=best) if is_crib else tally._replace(hand=best)


def _cards(timeline: Timeline, entry: Entry) -> tuple[Card, ...]:
    """The cards of a hand or crib that was counted, then the starter, with their suits as known at last."""
    place = entry.at - timeline.steps[0].before.at + 1
    after = timeline.steps[place].before if place < len(timeline.steps) else timeline.game
    deal = after.deal
    assert deal is not None
    assert entry.seat is not None
    places = deal.crib if entry.source is Source.CRIB else deal.hands[entry.seat]
    return tuple(timeline.game.cards[deal.first + each] for each in (*places, 0))
