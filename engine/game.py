"""A game at one moment, as an immutable value.

`Game.apply(event)` returns the game after the event; the game itself never changes. The parts of a deal are
in `engine.phases`. This module has the state that they share and the steps that all of them take: enter a
card, peg points, find the winner.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from engine.cards import Card, Rank, Suit
from engine.errors import IllegalEvent, InvalidRules, quoted
from engine.events import Event, Kind
from engine.game_setup import Setup
from engine.rules import Rules, in_force
from engine.scoring.items import Finding, Item, total
from engine.seats import Seat, Side
from engine.state import Deal, Entry, FalseGo, Missed, Pegs, Prompt, Skunk, Source

__all__ = ["Game"]

_Value = TypeVar("_Value")


class Game(NamedTuple):
    """A game, and the match so far, at one moment.

    Attributes:
        rules: the rules in force.
        sides: the tracks, by side.
        names: what the players are called, by seat; empty where they have no names.
        prompt: what the game waits for.
        to_act: the seat a key is wanted from: the player in turn, a hand's owner at a question, the dealer
            at `starter` and `crib`, None when the game is over.
        dealer: the seat that deals, None before the cut.
        first_dealer: the seat that dealt first in this game, None before the cut.
        offered: the pack is offered, and was neither cut nor taken yet (RULES.md 6).
        taken: the opponent took the pack, so that this deal is out of turn (RULES.md 6).
        cards: every card entered in this game, oldest first; before the first starter those cut.
        deal: the deal in progress; at `starter` the one before, until its starter is turned up.
        entries: the points scored in this game, hands that count nothing included.
        deals: finished deals of this game, in which the crib was counted; one that 121 cut short is not.
        winner: the side that has won; None before the end.
        skunk: the skunk of the losers; of two, that of the better one.
        number: the index of this game in the record, from 0.
        at: the number of events that led here since the record began, those undone left out.
        false_go: an earlier go that the last card laid has proved false.
        before_suit: the game before the last card's suit was named, while it can still be renamed.
    """

    rules: Rules
    sides: tuple[Pegs, ...]
    names: tuple[str, ...] = ()
    prompt: Prompt = Prompt.CUT_FOR_DEAL
    to_act: Seat | None = Seat(0)
    dealer: Seat | None = None
    first_dealer: Seat | None = None
    offered: bool = False
    taken: bool = False
    cards: tuple[Card, ...] = ()
    deal: Deal | None = None
    entries: tuple[Entry, ...] = ()
    deals: int = 0
    winner: Side | None = None
    skunk: Skunk | None = None
    number: int = 0
    at: int = 0
    false_go: FalseGo | None = None
    before_suit: Game | None = None

    def __repr__(self) -> str:
        # A line such as `<Game to 121: 34-29, play, seat 1 to act, count 15>`.
        number = f" {self.number + 1}" if self.number else ""
        scores = "-".join(str(side.front) for side in self.sides)
        to_act = "" if self.to_act is None else f", seat {self.to_act} to act"
        count = f", count {self.count}" if self.prompt is Prompt.PLAY else ""
        return f"<Game{number} to {self.rules.target}: {scores}, {self.prompt.value}{to_act}{count}>"

    @classmethod
    def new(
        cls,
        rules: Rules | None = None,
        start: Sequence[int] = (),
        names: Sequence[str] = (),
        games: Sequence[int] = (),
    ) -> Game:
        """Return a game that waits for the cut for the first deal.

        Args:
            rules: the rules to play by; the standard game by default.
            start: the points of each side before the first deal; none by default.
            names: what the players are called, by seat.
            games: the games that each side has won before; none by default.

        Raises:
            InvalidRules: not one number for each side, a number that no game in progress has, or names
                that cannot be.
        """
        return cls.of(Setup(in_force(rules), _tuple(start), _tuple(names), _tuple(games)))

    @classmethod
    def of(cls, setup: Setup) -> Game:
        """Return a game that begins with a setup.

        Raises:
            InvalidRules: the setup is not possible, or not a setup.
        """
        if not isinstance(setup, Setup):
            raise InvalidRules(f"a setup is made by Setup(…), not {quoted(setup)}")
        setup = setup.checked()
        sides = zip(setup.start, setup.games, strict=True)
        return cls(setup.rules, tuple(Pegs(front=points, games=won) for points, won in sides), setup.names)

    def apply(self, event: Event) -> Game:
        """Return the game after an event.

        Raises:
            IllegalEvent: the event is malformed, or cannot happen here; the message says why.
        """
        # The phases are written in terms of Game, so they can be named only once it exists.
        from engine import phases

        return phases.apply(self, event)

    @property
    def accepts(self) -> frozenset[Kind]:
        """The kinds of event that can happen now: of each of them, `apply` takes at least one event.

        Undo, redo and corrections need the events before: `History.accepts` has them.
        """
        from engine import phases  # as in `apply`

        return phases.accepts(self)

    @property
    def count(self) -> int:  # type: ignore[override]  # the game's word; nobody counts items of a Game
        """The count of the play; 0 outside it. Where the game was won in the play, the last count."""
        return self.deal.play.total if self.deal and self.deal.play else 0

    @property
    def pone(self) -> Seat:
        """The seat on the dealer's left. Only once there is a dealer."""
        assert self.dealer is not None
        return self.left_of(self.dealer)

    @property
    def deal_cards(self) -> tuple[Card, ...]:
        """The cards of the deal entered so far, its starter first; none before the first starter."""
        return self.cards[self.deal.first :] if self.deal else ()

    @property
    def last_card(self) -> Card | None:
        """The last card entered, whose suit can be named; None if its deal was thrown in."""
        thrown_in = self.deals and not self.deal and self.rules.follows_cards
        return self.cards[-1] if self.cards and not thrown_in else None

    @property
    def callable(self) -> Missed | None:
        """The points that their player can still call, those made last; only with muggins."""
        return next((one for one in reversed(self._missed) if one.own), None)

    @property
    def takeable(self) -> Missed | None:
        """The points that an opponent can take now, the oldest; only with muggins."""
        return next((one for one in self._missed if one.opened is not None), None)

    @property
    def _missed(self) -> list[Missed]:
        """The points that wait to be called or taken, as far as their player could still peg any of them."""
        if not self.deal or self.winner is not None:
            return []
        return [one for one in self.deal.missed if self.sides[self.rules.side_of(one.seat)].front < one.limit]

    def left_of(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        return self.rules.left_of(seat)

    def items(self, entry: Entry) -> tuple[Item, ...]:
        """Return the items of an entry, the cards with their suits as they are known now."""
        return tuple(Item.of(found, self.cards) for found in entry.findings)

    def skunk_of(self, side: Side) -> Skunk | None:
        """Return the skunk of a side, classed alone (RULES.md 5); None for the winner and before the end."""
        if self.winner in (None, side):
            return None
        return _class(self.sides[side].front, self.rules)

    # What follows is for the phases.

    def await_deal(self, dealer: Seat) -> Game:
        """The game as it waits for a deal of this seat's."""
        return self._replace(
            prompt=Prompt.STARTER if self.rules.follows_cards else Prompt.IDLE,
            dealer=dealer,
            to_act=dealer,
            offered=self.rules.pack_is_offered and self.rules.follows_cards,
            taken=False,
        )

    def add_card(self, rank: Rank) -> Game:
        """Return the game with one more card of the deal.

        Raises:
            IllegalEvent: all four of the rank are already out in this deal.
        """
        if sum(card.rank is rank for card in self.deal_cards) == len(Suit):
            raise IllegalEvent(f"All four {rank.plural} are already out")
        return self._replace(cards=(*self.cards, Card(rank)))

    def peg(
        self,
        seat: Seat,
        source: Source,
        found: Iterable[Finding],
        *,
        most: int | None = None,
        limit: int | None = None,
        count: int = 0,
        by: Seat | None = None,
    ) -> Game:
        """Return the game with points pegged to the side of a seat; see `peg_side`."""
        side = self.rules.side_of(seat)
        return self.peg_side(side, seat, source, found, most=most, limit=limit, count=count, by=by)

    def peg_side(
        self,
        side: Side,
        seat: Seat | None,
        source: Source,
        found: Iterable[Finding],
        *,
        most: int | None = None,
        limit: int | None = None,
        count: int = 0,
        by: Seat | None = None,
    ) -> Game:
        """Return the game with points pegged to a side; won if they reach the target.

        The front peg stops in the game hole, the back peg goes where the front one stood (RULES.md 7).
        Nothing pegged moves no peg. Indices in `found` are those of the deal.

        Args:
            side: the side that gets the points.
            seat: the player who scored them; None for points by hand.
            source: where in the deal.
            found: why, each in full worth.
            most: how many are pegged at most.
            limit: the hole that they reach at most, the game hole by default.
            count: the count that a card of the play has reached; 0 where no such card scores.
            by: the seat whose wrong claim gives the points.
        """
        first = self.deal.first if self.deal else 0
        found = tuple(
            Finding(one.reason, one.points, tuple(first + place for place in one.indices)) for one in found
        )
        pegs = self.sides[side]
        points = total(found) if most is None else min(total(found), most)
        score = max(pegs.front, min(pegs.front + points, self.rules.target if limit is None else limit))
        entry = Entry(self.at, source, seat, side, score - pegs.front, score, found, count, by)
        game = self._replace(entries=(*self.entries, entry))
        if not entry.points:
            return game
        game = game.moved(side, Pegs(score, pegs.front, pegs.games)).closed(side)
        return game._won(side) if score == self.rules.target else game

    def moved(self, number: Side, side: Pegs) -> Game:
        """The game with the pegs of a side as given."""
        return self._replace(sides=(*self.sides[:number], side, *self.sides[number + 1 :]))

    def closed(self, number: Side) -> Game:
        """A side has pegged: what it missed before can be taken no more, unless by this very press."""
        deal = self.deal
        if not deal or not deal.missed:
            return self
        missed = tuple(
            one
            for one in deal.missed
            if self.rules.side_of(one.seat) != number or one.opened is None or one.opened == self.at
        )
        return self._replace(deal=deal._replace(missed=missed))

    def _won(self, reached: Side) -> Game:
        """The game, over since a side reached the target: nothing more is scored by either (RULES.md 5)."""
        rules, sides = self.rules, len(self.sides)
        winner = reached
        if rules.reverse:
            others = [Side((reached + step) % sides) for step in range(1, sides)]
            winner = min(others, key=lambda number: self.sides[number].front)
        best = max(side.front for number, side in enumerate(self.sides) if number != winner)
        skunk = _class(best, rules)
        worth = {None: 1, Skunk.SKUNK: rules.skunk_worth, Skunk.DOUBLE: rules.double_worth}[skunk]
        side = self.sides[winner]
        return self.moved(winner, side._replace(games=side.games + worth))._replace(
            prompt=Prompt.GAME_OVER, to_act=None, winner=winner, skunk=skunk
        )


def _tuple(values: Sequence[_Value]) -> tuple[_Value, ...]:
    """Return values as a tuple; what holds none is left for the setup to refuse."""
    return tuple(values) if isinstance(values, Iterable) and not isinstance(values, str) else values  # type: ignore[return-value]


def _class(score: int, rules: Rules) -> Skunk | None:
    """The skunk of a loser with a score (RULES.md 5)."""
    if score < rules.double_line:
        return Skunk.DOUBLE
    return Skunk.SKUNK if score < rules.skunk_line else None
