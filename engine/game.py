"""A game at one moment, as an immutable value.

`Game.apply(event)` gives the game after the event; the game itself never changes. What happens in each part
of a deal is in `engine.phases`; here are the state that they share and what all of them do with it: enter a
card, peg points, see who has won.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from engine.cards import Card, Rank, Suit
from engine.errors import IllegalEvent, InvalidRules
from engine.events import Event
from engine.rules import Rules
from engine.score import Found, Item, total
from engine.suits import Answer


class Prompt(Enum):
    """What the game waits for; the value is its name in the JSON of every command."""

    CUT_FOR_DEAL = "cut_for_deal"
    STARTER = "starter"
    PLAY = "play"
    FLUSH = "flush"
    FLUSH_WITH_STARTER = "flush_with_starter"
    NOBS = "nobs"
    CRIB = "crib"
    GAME_OVER = "game_over"


class Skunk(Enum):
    """How badly a game was lost (RULES.md 5); the value is its name in the JSON."""

    SKUNK = "skunk"
    DOUBLE = "double"


class Side(NamedTuple):
    """A track of the board and what stands on it.

    Attributes:
        front: the hole of the front peg, which is the score.
        back: the hole of the back peg: the score before the last points (RULES.md 7).
        games: games won in the match, with the worth of skunks.
    """

    front: int = 0
    back: int = 0
    games: int = 0


class Source(Enum):
    """Where in a deal points are scored."""

    HEELS = "heels"
    PLAY = "play"
    HAND = "hand"
    CRIB = "crib"


class Entry(NamedTuple):
    """Points scored by one card, or by one hand.

    Attributes:
        at: how many events the game had seen before the one that scored them.
        source: where in the deal.
        seat: who scored them; the owner of a hand or crib.
        side: the side they are pegged to.
        points: what was pegged, which the game hole may cut short; 0 for a hand that counts nothing.
        score: where the side then stands.
        found: the reasons, each in full worth; places are those of `Game.cards`.
    """

    at: int
    source: Source
    seat: int
    side: int
    points: int
    score: int
    found: tuple[Found, ...]


class Play(NamedTuple):
    """The play of a deal. Cards are places among the cards of the deal.

    Attributes:
        laid: the cards of this count, oldest first.
        total: what they add up to, 0 to 31.
        last: the seat that laid the last of them, or of the count before; before the first card the dealer,
            on whose left the leader sits.
        passed: the seats that have said go in this count.
        room: for each seat, the highest card that one of its gos in this deal denied holding, 0 for none.
    """

    laid: tuple[int, ...]
    total: int
    last: int
    passed: frozenset[int]
    room: tuple[int, ...]


class Deal(NamedTuple):
    """A deal from its starter on. Cards are places among its cards, the starter being 0.

    Attributes:
        first: the starter's place in `Game.cards`; the deal's cards are those from there on.
        hands: for each seat, the cards it laid.
        play: the play, while it is on or if the game was won in it.
        crib: the cards of the crib.
        answers: what has been answered about the suits.
        counted: how many hands have been counted, the crib last.
    """

    first: int
    hands: tuple[tuple[int, ...], ...]
    play: Play | None = None
    crib: tuple[int, ...] = ()
    answers: tuple[Answer, ...] = ()
    counted: int = 0


class FalseGo(NamedTuple):
    """A card just laid proves that its player had said go with a card that could be laid.

    Attributes:
        seat: who said it.
        said_at: the count at which he said it.
    """

    seat: int
    said_at: int


class Game(NamedTuple):
    """A game, and the match so far, at one moment.

    Attributes:
        rules: the rules in force.
        sides: the tracks, by side.
        prompt: what is waited for.
        to_act: the seat a key is wanted from: the player in turn, a hand's owner at a question, the dealer
            at `starter` and `crib`, None when the game is over.
        dealer: the seat that deals, None before the cut.
        cards: every card entered in this game, oldest first; before the first starter those cut.
        deal: the deal in progress; at `starter` the one before, until its starter is turned up.
        entries: what was scored in this game, hands that count nothing included.
        deals: deals of this game that were finished, the crib counted; one that 121 cut short is not.
        winner: the side that has won.
        skunk: how badly the other side lost.
        at: how many events have led here since the record began.
        false_go: what the last card laid proved of an earlier go.
        unnamed: the game before the last card's suit was named, while that can be named anew.
    """

    rules: Rules
    sides: tuple[Side, ...]
    prompt: Prompt = Prompt.CUT_FOR_DEAL
    to_act: int | None = 0
    dealer: int | None = None
    cards: tuple[Card, ...] = ()
    deal: Deal | None = None
    entries: tuple[Entry, ...] = ()
    deals: int = 0
    winner: int | None = None
    skunk: Skunk | None = None
    at: int = 0
    false_go: FalseGo | None = None
    unnamed: Game | None = None

    @classmethod
    def new(cls, rules: Rules | None = None, start: Sequence[int] = ()) -> Game:
        """A game that waits for the cut for the first deal.

        Args:
            rules: the rules to play by; the standard game by default.
            start: the points of each side before the first deal; none by default.

        Raises:
            InvalidRules: not one number for each side, or a number that no game in progress has.
        """
        rules = rules or Rules()
        start = start or (0,) * rules.sides
        highest = rules.target - 1
        if len(start) != rules.sides or not all(0 <= points <= highest for points in start):
            given = ",".join(map(str, start))
            raise InvalidRules(f"start cannot be {given}: it is {rules.sides} numbers from 0 to {highest}")
        return cls(rules, tuple(Side(front=points) for points in start))

    def apply(self, event: Event) -> Game:
        """The game after an event.

        Raises:
            IllegalEvent: the event cannot happen here; the message says why.
        """
        # The phases are written in terms of Game, so they can be named only once it exists.
        from engine import phases

        return phases.apply(self, event)

    @property
    def count(self) -> int:  # type: ignore[override]  # the game's word; nobody counts items of a Game
        """The count of the play; 0 outside it, and as it stood where the game was won in it."""
        return self.deal.play.total if self.deal and self.deal.play else 0

    @property
    def pone(self) -> int:
        """The seat on the dealer's left. Only once there is a dealer."""
        assert self.dealer is not None
        return self.left_of(self.dealer)

    @property
    def deal_cards(self) -> tuple[Card, ...]:
        """The cards of the deal entered so far, its starter first; none before the first starter."""
        return self.cards[self.deal.first :] if self.deal else ()

    def left_of(self, seat: int) -> int:
        """The next seat clockwise."""
        return (seat + 1) % self.rules.players

    def items(self, entry: Entry) -> tuple[Item, ...]:
        """Why points were scored, the cards with their suits as they are known now."""
        return tuple(Item.of(found, self.cards) for found in entry.found)

    # What follows is for the phases.

    def enter(self, rank: Rank) -> Game:
        """The game with one more card of the deal.

        Raises:
            IllegalEvent: all four of the rank have been seen in this deal.
        """
        if sum(card.rank is rank for card in self.deal_cards) == len(Suit):
            raise IllegalEvent(f"all four of rank {rank.symbol} have been seen in this deal")
        return self._replace(cards=(*self.cards, Card(rank)))

    def peg(self, seat: int, source: Source, found: Iterable[Found]) -> Game:
        """The game with points pegged to a seat's side; won if they reach the target.

        The front peg stops in the game hole, the back peg goes where the front one stood (RULES.md 7).
        Nothing found moves no peg. Places in `found` are those of the deal.
        """
        first = self.deal.first if self.deal else 0
        found = tuple(
            Found(one.reason, one.points, tuple(first + place for place in one.places)) for one in found
        )
        number = self.rules.side_of(seat)
        side = self.sides[number]
        score = min(side.front + total(found), self.rules.target)
        entry = Entry(self.at, source, seat, number, score - side.front, score, found)
        if found:
            side = side._replace(front=score, back=side.front)
        sides = (*self.sides[:number], side, *self.sides[number + 1 :])
        game = self._replace(sides=sides, entries=(*self.entries, entry))
        return game._won(number) if score == self.rules.target else game

    def _won(self, number: int) -> Game:
        """The game, won by a side: nothing more is scored by either (RULES.md 5)."""
        rules = self.rules
        lowest = max(side.front for other, side in enumerate(self.sides) if other != number)
        skunk, worth = None, 1
        if lowest < rules.double_line:
            skunk, worth = Skunk.DOUBLE, rules.double_worth
        elif lowest < rules.skunk_line:
            skunk, worth = Skunk.SKUNK, rules.skunk_worth
        side = self.sides[number]
        side = side._replace(games=side.games + worth)
        return self._replace(
            sides=(*self.sides[:number], side, *self.sides[number + 1 :]),
            prompt=Prompt.GAME_OVER,
            to_act=None,
            winner=number,
            skunk=skunk,
        )
