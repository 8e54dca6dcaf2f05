"""The state of a game at one moment: an immutable value, which the phases take and return.

The properties in the middle describe the game to programs, those at the end are for the phases.
"""

# Without `from __future__ import annotations`, which would make each of these classes slower to create.

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self, TypeVar

from engine.cards import Card, Rank, Suit
from engine.change_types import Change
from engine.deals import Deal, Entry, FalseGo, Missed, Play
from engine.errors import InvalidGame, InvalidRules, quoted
from engine.indices import DealIndex, EventIndex, Seat, Side
from engine.prompts import Prompt
from engine.refusals import IllegalEvent, RefusalReason
from engine.rules import LIMIT, Rules, in_force
from engine.scoring.hands_and_crib import check_cards
from engine.scoring.items import Item
from engine.scoring.pegs import Pegs, Skunk, skunk_at
from engine.setup import Setup

_Value = TypeVar("_Value")


class State(NamedTuple):
    """The state of a game, and of its match, at one moment.

    Attributes:
        rules: the rules in force.
        sides: each side's pegs.
        names: the players' names, in the order of their seats; empty if they have no names.
        prompt: the next input that the game waits for.
        to_act: the seat that the game waits for, such as the player whose turn it is or, at the prompt
            `starter`, the dealer. None when the game is over.
        dealer: the seat that deals; None before the cut.
        first_dealer: the seat that dealt first in this game; None before the cut.
        offered: True while the dealer offers the pack to be cut (RULES.md 6).
        taken: True if the opponent took the pack, so that this deal is out of turn (RULES.md 6).
        cards: every card entered in this game, oldest first. Before the first starter, these are the cards
            cut for the first deal.
        deal: the latest deal of this game: the deal in progress or, between deals and after the end of the
            game, the last one played. None before the first starter, and if the latest deal was abandoned.
        entries: the points scored in this game, oldest first. A hand without points also has an entry.
        deals: the number of finished deals in this game. A deal that was cut short by the end of the game
            is not counted, unless its crib was counted.
        winner: the side that has won; None before the end of the game.
        skunk: the loser's skunk, if any. If there are two losers, it depends on the higher of their scores.
        number: the index of this game in the match, counted from 0.
        at: the index that the next event will have, which is the number of events in the match so far, not
            counting those that were undone.
        false_go: an earlier go that the last card entered has proved false, if any.
        before_suit: the game before the suit of the last card was named; None unless the last event named it.
        changes: what the last event changed, in the order in which it happened at the table. If the event
            named a suit, these are all changes since `before_suit`. Empty if there was no event. Games that
            differ only in this are equal.
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
    at: EventIndex = EventIndex(0)
    false_go: FalseGo | None = None
    before_suit: "State | None" = None
    changes: tuple[Change, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self[:-1] == other[:-1]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:-1])

    def __repr__(self) -> str:
        # A line such as `<Game to 121: 34-29, play, seat 1 to act, count 15>`.
        number = f" {self.number + 1}" if self.number else ""
        scores = "-".join(str(side.front) for side in self.sides)
        to_act = "" if self.to_act is None else f", seat {self.to_act} to act"
        count = f", count {self.count}" if self.prompt is Prompt.PLAY else ""
        return f"<Game{number} to {self.rules.target}: {scores}, {self.prompt.value}{to_act}{count}>"

    def __str__(self) -> str:
        """The table as text, on eight lines at most."""
        lines = [f"game {self.number + 1} to {self.rules.target}, {self.deals} deals played"]
        for side, pegs in enumerate(self.sides):
            who = " and ".join(
                self._name(seat) for seat in self.rules.seats if self.rules.side_of(seat) == side
            )
            lines.append(f"{who}: {pegs.front}, before {pegs.back}, games {pegs.games}")
        if self.dealer is not None:
            lines.append(f"dealer: {self._name(self.dealer)}")
        if self.deal and not self.prompt.between_deals:
            lines.append(f"starter: {self.deal_cards[0].pretty}")
            if self.deal.play:
                pile = " ".join(self.deal_cards[index].pretty for index in self.deal.play.laid)
                lines.append(f"pile: {pile or '-'}, count {self.count}")
        if self.to_act is None or self.winner is not None:
            lines.append("the game is over")
        else:
            lines.append(f"{self._name(self.to_act)} to act: the game waits for {self.prompt.waits_for}")
        return "\n".join(lines)

    def _name(self, seat: Seat) -> str:
        return self.names[seat] if self.names else f"seat {seat}"

    @classmethod
    def new(
        cls,
        rules: Rules | None = None,
        start: Sequence[int] = (),
        names: Sequence[str] = (),
        games: Sequence[int] = (),
    ) -> Self:
        """Return a new game, ready for the cut for the first deal.

        Args:
            rules: the rules to play by; the standard game by default.
            start: each side's points before the first deal; 0 for each side by default.
            names: the players' names, in the order of their seats.
            games: the number of games that each side has already won; 0 for each side by default.

        Raises:
            InvalidRules: `start` or `games` does not have one number for each side, a score is not possible
                in an unfinished game, or the names are not valid.
        """
        return cls.of(Setup(in_force(rules), _tuple(start), _tuple(names), _tuple(games)))

    @classmethod
    def of(cls, setup: Setup) -> Self:
        """Return a new game with the given setup, ready for the first cut for the deal.

        Raises:
            InvalidRules: `setup` is not a Setup, or describes a game that cannot be played.
        """
        if not isinstance(setup, Setup):
            raise InvalidRules(f"a setup is made by Setup(…), not {quoted(setup)}")
        setup = setup.checked()
        sides = zip(setup.start, setup.games, strict=True)
        return cls(setup.rules, tuple(Pegs(front=points, games=won) for points, won in sides), setup.names)

    def legal_cards(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """Return the cards of a hand that can be laid now, in the order given.

        The hand holds the cards that the player still has. The result is empty if the player has to say go.

        Raises:
            InvalidGame: the game does not wait for a card to be laid.
            InvalidHand: these are not cards.
        """
        if self.prompt is not Prompt.PLAY:
            raise InvalidGame(f"no card can be laid now: the game waits for {self.prompt.waits_for}")
        check_cards(hand)
        return tuple(card for card in hand if self.count + card.rank.counting_value <= LIMIT)

    @property
    def count(self) -> int:  # type: ignore[override]  # a word of cribbage; it hides tuple.count
        """The current count, from 0 to 31; 0 outside the play.

        If the game was won in the play, the count keeps its last value.
        """
        return self.deal.play.total if self.deal and self.deal.play else 0

    @property
    def pone(self) -> Seat:
        """The seat to the dealer's left; known only after the cut for the first deal.

        Raises:
            InvalidGame: nobody deals yet.
        """
        return self.left_of(self.current_dealer)

    @property
    def deal_cards(self) -> tuple[Card, ...]:
        """The cards entered in the latest deal, starter first. Empty before the game's first starter."""
        return self.cards[self.deal.first :] if self.deal else ()

    @property
    def has_deal(self) -> bool:
        """True if a deal is in progress. Only then can players throw in the deal, i.e. abandon it."""
        return self.deal is not None and not self.prompt.between_deals

    @property
    def last_card(self) -> Card | None:
        """The last card entered; None if no card has been entered yet, or if the deal was abandoned."""
        thrown_in = self.deals and not self.deal and self.rules.follows_cards
        return self.cards[-1] if self.cards and not thrown_in else None

    @property
    def points_to_call(self) -> Missed | None:
        """The latest points that their scorer can still call under muggins; None if there are none."""
        return next((one for one in reversed(self._missed) if one.own), None)

    @property
    def points_to_take(self) -> Missed | None:
        """The earliest missed points that an opponent can take now under muggins; None if there are none."""
        return next((one for one in self._missed if one.opened is not None), None)

    @property
    def _missed(self) -> list[Missed]:
        """The points in this deal that have not been called, and that can still be pegged."""
        if not self.deal or self.winner is not None:
            return []
        return [one for one in self.deal.missed if self.pegs_of(one.seat).front < one.limit]

    def left_of(self, seat: Seat) -> Seat:
        """Return the next seat in clockwise order. See `Rules.left_of`."""
        return self.rules.left_of(seat)

    def pegs_of(self, seat: Seat) -> Pegs:
        """Return the pegs of the side that a seat belongs to.

        Raises:
            InvalidGame: there is no such seat.
        """
        return self.sides[self.rules.side_of(seat)]

    def points_to_win(self, seat: Seat) -> int:
        """Return the number of points that the given seat's side still needs to reach the target.

        Raises:
            InvalidGame: there is no such seat.
        """
        return self.rules.target - self.pegs_of(seat).front

    def items(self, entry: Entry) -> tuple[Item, ...]:
        """Return the parts of a score, such as a fifteen or a go, each with the cards that score it.

        Raises:
            InvalidGame: `entry` is not an Entry, or is not one of this game.
        """
        if not isinstance(entry, Entry) or entry not in self.entries:
            raise InvalidGame(f"{quoted(entry)} is not an entry of this game: give one of its entries")
        return tuple(Item.of(finding, self.cards[entry.first :]) for finding in entry.findings)

    def skunk_of(self, side: Side) -> Skunk | None:
        """Return the skunk that a side suffered (RULES.md 5).

        Return None if the side was not skunked, or if nobody has won yet.

        Raises:
            InvalidGame: there is no such side.
        """
        self.rules.check_side(side)
        if self.winner in (None, side):
            return None
        return skunk_at(self.sides[side].front, self.rules)

    # The parts of a game that exist at certain prompts only; a phase asks for those that it needs. Each of
    # them raises InvalidGame at any other prompt.

    @property
    def latest_deal(self) -> Deal:
        """The deal in progress or, between deals and after the end of the game, the last one played."""
        return _existing(self.deal, "there is no deal yet: its starter has to be turned up first")

    @property
    def current_play(self) -> Play:
        """The state of the play.

        Available only during the play and, in a five-card game, while the cards left in hand are entered.
        """
        return _existing(self.latest_deal.play, "no cards are being played now")

    @property
    def current_dealer(self) -> Seat:
        """The seat of the current dealer. Available only after the cut for the first deal."""
        return _existing(self.dealer, "nobody deals yet: cut for the first deal")

    @property
    def in_turn(self) -> Seat:
        """The seat of the player whose turn it is. Not available after the game is over."""
        return _existing(self.to_act, "it is nobody's turn: the game is over")

    @property
    def last_index(self) -> DealIndex:
        """The index of the last card entered in this deal, counted from 0 for the starter."""
        return DealIndex(len(self.cards) - self._deal_in_progress.first - 1)

    @property
    def counts_crib(self) -> bool:
        """True if the crib is counted next, after all hands."""
        return self._deal_in_progress.counted == self.rules.players

    @property
    def hand_owner(self) -> Seat:
        """The owner of the hand or crib that is counted next; pone's hand is counted first."""
        if self.counts_crib:
            return self.current_dealer
        return Seat((self.pone + self.latest_deal.counted) % self.rules.players)

    @property
    def _deal_in_progress(self) -> Deal:
        return _existing(
            self.deal if self.has_deal else None, "no deal is in progress: turn up the starter first"
        )

    def tell(self, *changes: Change) -> "State":
        """Return a copy of the game in which more has changed with the current event."""
        return self._replace(changes=self.changes + changes)

    def with_deal(self, deal: Deal) -> "State":
        """Return a copy of the game with the given deal."""
        return self._replace(deal=deal)

    def with_play(self, play: Play) -> "State":
        """Return a copy of the game with the given state of the play."""
        return self._replace(deal=self.latest_deal._replace(play=play))

    def with_pegs(self, side: Side, pegs: Pegs) -> "State":
        """Return a copy of the game with the given pegs for one side."""
        return self._replace(sides=(*self.sides[:side], pegs, *self.sides[side + 1 :]))

    def add_card(self, rank: Rank) -> "State":
        """Return a copy of the game with a card of the given rank, without a suit, added to the deal.

        Raises:
            IllegalEvent: all four cards of the rank are already out in this deal.
        """
        if [card.rank for card in self.deal_cards].count(rank) == len(Suit):
            raise IllegalEvent(RefusalReason.ALL_FOUR_ARE_OUT, rank)
        return self._replace(cards=(*self.cards, Card(rank)))


def _existing(value: _Value | None, if_missing: str) -> _Value:
    if value is None:
        raise InvalidGame(if_missing)
    return value


def _tuple(values: Sequence[_Value]) -> tuple[_Value, ...]:
    """Convert the values to a tuple. A string, or a value that is not iterable, is returned unchanged."""
    return tuple(values) if isinstance(values, Iterable) and not isinstance(values, str) else values  # type: ignore[return-value]
