"""The summary of a game: each side's points as dealer and as pone, and its best hands."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from engine.cards import Card
from engine.entries import Entry, Source
from engine.game import Game
from engine.indices import STARTER
from engine.match.timeline import Timeline
from engine.scoring.items import total
from engine.seats import Seat
from engine.skunks import Skunk


class Share(NamedTuple):
    """The points that a side scored as dealer, or as pone, in finished deals.

    Attributes:
        deals: the number of deals.
        points: all the points that the side scored in these deals, including manual corrections.
        play: the points scored in the play.
        hand: the points scored by hands.
        crib: the points scored by cribs.
    """

    deals: int = 0
    points: int = 0
    play: int = 0
    hand: int = 0
    crib: int = 0

    def plus(self, other: Share) -> Share:
        """Return the sum of two shares, calculated field by field."""
        return Share(*map(sum, zip(self, other, strict=True)))


class Best(NamedTuple):
    """A side's best hand or crib.

    Attributes:
        points: all the points that the hand or crib scored, even if fewer were needed to win.
        cards: the cards in the order in which they were entered, followed by the starter.
    """

    points: int
    cards: tuple[Card, ...]


class Tally(NamedTuple):
    """A side's points in a game.

    Attributes:
        dealer: the points scored in the deals that the side dealt.
        pone: the points scored in the deals that other sides dealt.
        hand: the best hand, or the first of several equally good ones; None if no hand scored.
        crib: the best crib, or the first of several equally good ones; None if no crib scored.
    """

    dealer: Share = Share()
    pone: Share = Share()
    hand: Best | None = None
    crib: Best | None = None


class Summary(NamedTuple):
    """The summary of a game that has ended or was given up.

    Attributes:
        game: the final state of the game.
        tallies: the points that each side scored in the finished deals.
    """

    game: Game
    tallies: tuple[Tally, ...]

    @property
    def skunks(self) -> tuple[Skunk | None, ...]:
        """The skunk that each side suffered; None for a side that was not skunked (RULES.md 5)."""
        return tuple(self.game.skunk_of(side) for side in self.game.rules.each_side)


_PARTS = {Source.PLAY: "play", Source.HAND: "hand", Source.CRIB: "crib"}


def summary(timeline: Timeline) -> Summary:
    """Return a summary of a game that was finished or given up."""
    game = timeline.game
    dealers = [game.rules.side_of(seat) for seat in _dealers(timeline)]
    tallies = []
    for side in game.rules.each_side:
        own = dealers.count(side)
        tallies.append(Tally(Share(own), Share(len(dealers) - own)))
    for entry in game.entries:
        tally = _with_best(tallies[entry.side], entry, timeline)
        deal = timeline.step_at(entry.at).before.deals
        if entry.source is not Source.THREE_FOR_LAST and deal < len(dealers):
            tally = _with_points(tally, entry, is_dealer=dealers[deal] == entry.side)
        tallies[entry.side] = tally
    return Summary(game, tuple(tallies))


def _dealers(timeline: Timeline) -> list[Seat]:
    games = [*(step.before for step in timeline.steps), timeline.game]
    dealers: list[Seat] = []
    for before, after in pairwise(games):
        if after.number == before.number and after.deals > before.deals:
            dealers.append(before.current_dealer)
    return dealers


def _with_points(tally: Tally, entry: Entry, *, is_dealer: bool) -> Tally:
    share = Share(points=entry.points)
    if part := _PARTS.get(entry.source):
        share = share._replace(**{part: entry.points})
    if is_dealer:
        return tally._replace(dealer=tally.dealer.plus(share))
    return tally._replace(pone=tally.pone.plus(share))


def _with_best(tally: Tally, entry: Entry, timeline: Timeline) -> Tally:
    points = total(entry.findings)
    is_crib = entry.source is Source.CRIB
    so_far = tally.crib if is_crib else tally.hand
    if entry.source not in (Source.HAND, Source.CRIB) or points <= (so_far.points if so_far else 0):
        return tally
    best = Best(points, _cards(timeline, entry))
    return tally._replace(crib=best) if is_crib else tally._replace(hand=best)


def _cards(timeline: Timeline, entry: Entry) -> tuple[Card, ...]:
    """Return the cards in a hand or crib, followed by the starter.

    Args:
        timeline: the timeline of the game.
        entry: the points scored by the hand or crib.
    """
    deal = timeline.game_after(entry.at).latest_deal
    assert entry.seat is not None  # points by hand alone have none
    indices = deal.crib if entry.source is Source.CRIB else deal.hands[entry.seat]
    return tuple(timeline.game.cards[deal.first + each] for each in (*indices, STARTER))
