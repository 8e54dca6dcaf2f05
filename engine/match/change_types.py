"""The types of change: a card laid, a go, points, the turn, and everything else that can happen in a game.

`changes(before, after)` returns values of these types. A program that speaks, shows or explains a game needs
nothing else: it never has to compare two games itself. Seats and sides count from 0. A card whose suit is not
known yet has none; naming the suit later is a change of its own.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from engine.cards import Card
from engine.entries import Source
from engine.game_state import Prompt
from engine.rules import Rules
from engine.scoring.items import Item
from engine.scoring.suit_questions import Question
from engine.seats import Seat, Side
from engine.skunks import Skunk

_Type = TypeVar("_Type", bound=type)


def _distinct(kind: _Type) -> _Type:
    """Let the values of a named tuple equal values of the same type alone."""

    def is_equal(self: tuple[object, ...], other: object) -> bool:
        return type(self) is type(other) and tuple.__eq__(self, other)

    def is_other(self: tuple[object, ...], other: object) -> bool:
        return not is_equal(self, other)

    def hashed(self: tuple[object, ...]) -> int:
        return hash((type(self), *self))

    for name, method in (("__eq__", is_equal), ("__ne__", is_other), ("__hash__", hashed)):
        setattr(kind, name, method)
    return kind


# -- from game to game, and from deal to deal


@_distinct
class GameBegun(NamedTuple):
    """A game began, and whatever stood in the one before is over.

    Attributes:
        number: the index of the game in the record, from 0.
        rules: the rules in force from now on.
        names: what the players are called, by seat; empty where they have no names.
        scores: the score of each side at the beginning.
        games: the games that each side has won in the match.
    """

    number: int
    rules: Rules
    names: tuple[str, ...]
    scores: tuple[int, ...]
    games: tuple[int, ...]


@_distinct
class CardCut(NamedTuple):
    """A seat cut a card for the first deal."""

    seat: Seat
    card: Card


@_distinct
class DealBegun(NamedTuple):
    """A seat is to deal; the starter follows, if cards are followed at all.

    Attributes:
        dealer: the seat.
        out_of_turn: the opponent took the pack that was offered.
    """

    dealer: Seat
    out_of_turn: bool = False


@_distinct
class StarterTurned(NamedTuple):
    """The starter was turned up. The cards of the deal before are off the table."""

    card: Card


@_distinct
class DealThrownIn(NamedTuple):
    """The deal was thrown in: its cards are off the table, and its points are gone.

    Attributes:
        scores: the score of each side now.
    """

    scores: tuple[int, ...]


@_distinct
class GameWon(NamedTuple):
    """A side won the game.

    Attributes:
        side: the winner.
        skunk: the skunk of the losers; of two, that of the better one.
        games: the games that each side has won in the match, this one included.
    """

    side: Side
    skunk: Skunk | None
    games: tuple[int, ...]


# -- the play


@_distinct
class CardLaid(NamedTuple):
    """A seat laid a card in the play.

    Attributes:
        seat: the player.
        card: the card.
        count: the count with this card; None for an ace that is still to be called one or eleven.
    """

    seat: Seat
    card: Card
    count: int | None  # type: ignore[assignment]  # the game's word; nobody counts items of it


@_distinct
class AceCounted(NamedTuple):
    """The ace just laid was called one or eleven.

    Attributes:
        seat: the player.
        value: 1 or 11.
        count: the count with it.
    """

    seat: Seat
    value: int
    count: int  # type: ignore[assignment]  # as in CardLaid


@_distinct
class Go(NamedTuple):
    """A seat said go.

    Attributes:
        seat: the player.
        implied: nobody entered it: the next card would have passed 31.
    """

    seat: Seat
    implied: bool = False


@_distinct
class GoProvedFalse(NamedTuple):
    """The card just entered could have been laid when its player said go.

    Attributes:
        seat: the player.
        said_at: the count at which he said go.
    """

    seat: Seat
    said_at: int


@_distinct
class CountRestarted(NamedTuple):
    """A count ended, and the next one begins at 0."""


@_distinct
class PlayEnded(NamedTuple):
    """The play is over: cards left in hand follow, if there are any, then the show."""


@_distinct
class CardLeft(NamedTuple):
    """A card that a seat still held when the play stopped was entered (five-card game)."""

    seat: Seat
    card: Card


# -- the show


@_distinct
class HandCard(NamedTuple):
    """A card of a hand that was not followed in the play was entered."""

    seat: Seat
    card: Card


@_distinct
class CribCard(NamedTuple):
    """A card of the crib was entered; the seat is the dealer's."""

    seat: Seat
    card: Card


@_distinct
class SuitNamed(NamedTuple):
    """The suit of the last card entered was named. A suit named for it before was taken back."""

    card: Card


@_distinct
class QuestionAnswered(NamedTuple):
    """An open question about the suits of a hand was answered."""

    question: Question
    yes: bool


@_distinct
class Claimed(NamedTuple):
    """With muggins: the owner of a hand claimed so many points for it."""

    seat: Seat
    points: int


# -- points


@_distinct
class Points(NamedTuple):
    """Points were pegged or taken back, or a hand was counted.

    Attributes:
        side: the side they belong to.
        seat: the player who scored them; None for points by hand.
        points: the points pegged: 0 for a hand that counts nothing, negative if they were taken back by hand.
        score: the score of the side with them.
        source: where they were scored.
        items: the reasons, with their cards; each in full, also where fewer points were pegged.
        count: the count that the card brought the play to; 0 where no card of the play scored.
        by: the seat whose wrong claim gave these points to the other side; otherwise None.
    """

    side: Side
    seat: Seat | None
    points: int
    score: int
    source: Source
    items: tuple[Item, ...]
    count: int = 0  # type: ignore[assignment]  # as in CardLaid
    by: Seat | None = None


@_distinct
class ScoreSet(NamedTuple):
    """The score of a side was set by hand.

    Attributes:
        side: the side.
        score: its score now.
        points: the difference to its score before.
    """

    side: Side
    score: int
    points: int


# -- what comes next, and the way back


@_distinct
class Turn(NamedTuple):
    """The game waits for something else, or for somebody else.

    Attributes:
        seat: the player it waits for.
        prompt: what it waits for.
    """

    seat: Seat
    prompt: Prompt


@_distinct
class TakenBack(NamedTuple):
    """Changes that no longer stand, after an undo, a correction, or another suit for the same card.

    They are always the last ones that stood. After a correction, the changes that stand instead follow. So a
    list of changes stays true if each TakenBack removes as many from its end as it holds, and every other
    change is appended.

    Attributes:
        changes: the changes, oldest first.
    """

    changes: tuple[Change, ...]


Change = (
    GameBegun
    | CardCut
    | DealBegun
    | StarterTurned
    | DealThrownIn
    | GameWon
    | CardLaid
    | AceCounted
    | Go
    | GoProvedFalse
    | CountRestarted
    | PlayEnded
    | CardLeft
    | HandCard
    | CribCard
    | SuitNamed
    | QuestionAnswered
    | Claimed
    | Points
    | ScoreSet
    | Turn
    | TakenBack
)
"""Any of these."""
