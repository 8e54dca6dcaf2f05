"""Split a match into its games, so that each can be reviewed or saved separately, and summarise a game.

The summary holds each side's points as dealer and as pone, and its best hands.
"""

# Without `from __future__ import annotations`, which would make each of these classes slower to create.

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from engine.cards import Card
from engine.deals import Entry, Source
from engine.events import TAKES, Event, Kind
from engine.game import Game
from engine.indices import STARTER, Seat
from engine.match.checkpoint import opening
from engine.match.history import History
from engine.match.timeline import BEGINS, Timeline
from engine.scoring.items import total
from engine.scoring.pegs import Skunk
from engine.setup import Setup

_LAYS = frozenset(TAKES) - {Kind.SUIT}
"""The kinds of event that enter a card."""
_BEFORE_PLAY = (*BEGINS, Kind.CUT, Kind.DEALS, Kind.SUIT)


def timelines(start: History, events: Iterable[Event]) -> dict[int, Timeline]:
    """Return the timeline of each game in a match, keyed by game number, starting at 0.

    Raises:
        IllegalEvent: one of the events is not allowed.
    """
    return deque(timelines_after_each(start, events), maxlen=1).pop()


def timelines_after_each(start: History, events: Iterable[Event]) -> Iterator[dict[int, Timeline]]:
    """Replay a match, and yield its timelines: first as they are at the start, then after each event.

    Each item contains the timelines of the game in progress at `start` and of all later games, keyed by the
    number of the game.
    """
    history = start
    left = {history.game.number: history.timeline}
    yield left
    for event in events:
        history = history.apply(event)
        left = {number: timeline for number, timeline in left.items() if number < history.game.number}
        left[history.game.number] = history.timeline
        yield left


def as_single_game(setup: Setup, timeline: Timeline) -> tuple[Setup, tuple[Event, ...]]:
    """Return the setup and events of one game in a match, so that a separate record can be written for it.

    Events that were undone are left out, and corrected events appear in their corrected form. `setup` is that
    of the match.
    """
    steps = timeline.steps
    if not steps or steps[0].event.kind not in BEGINS:
        return setup, tuple(step.event for step in steps)
    setup, first = opening(timeline)
    steps = steps[1:]
    dealer = () if first is None else (Event.deals(first),)
    first_card = next((index for index, step in enumerate(steps) if step.event.kind in _LAYS), len(steps))
    events = tuple(
        step.event
        for index, step in enumerate(steps)
        if index > first_card or step.event.kind is not Kind.SUIT
    )
    return setup, (*dealer, *events)


def was_played(timeline: Timeline) -> bool:
    """Return True if anything happened in a game after the cut for the first deal."""
    return any(step.event.kind not in _BEFORE_PLAY for step in timeline.steps)


class Share(NamedTuple):
    """The points that a side scored as dealer, or as pone, in finished deals.

    `points` are all of them, including manual corrections; the others those of the play, hands and cribs.
    """

    deals: int = 0
    points: int = 0
    play: int = 0
    hand: int = 0
    crib: int = 0

    def plus(self, other: "Share") -> "Share":
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
    deal = timeline.game_after(entry.at).latest_deal
    assert entry.seat is not None  # points by hand alone have none
    indices = deal.crib if entry.source is Source.CRIB else deal.hands[entry.seat]
    return tuple(timeline.game.cards[deal.first + each] for each in (*indices, STARTER))
