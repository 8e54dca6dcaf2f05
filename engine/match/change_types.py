"""The types of change that can happen in a game, such as a card laid, a go, points scored or a new turn.

`changes(before, after)` returns values of these types. They are all that a program needs to announce, show or
explain a game, without comparing two games itself. Seats and sides count from 0. A card has no suit while its
suit is unknown; naming the suit later is a separate change.
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
    """Make values of a named tuple class equal only to values of the same class, not to other tuples."""

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
    """A game began, and the previous game, if any, is over.

    Attributes:
        number: the index of the game in the record, from 0.
        rules: the rules in force from now on.
        names: the players' names, by seat; empty if they have none.
        scores: the score of each side at the beginning.
        games: the number of games that each side has won in the match.
    """

    number: int
    rules: Rules
    names: tuple[str, ...]
    scores: tuple[int, ...]
    games: tuple[int, ...]


@_distinct
class CardCut(NamedTuple):
    """A player cut a card for the first deal."""

    seat: Seat
    card: Card


@_distinct
class DealBegun(NamedTuple):
    """A player has to deal now.

    Attributes:
        dealer: the player who has to deal.
        out_of_turn: True if the player deals out of turn, having taken the pack that was offered.
    """

    dealer: Seat
    out_of_turn: bool = False


@_distinct
class StarterTurned(NamedTuple):
    """The starter was turned up, so the cards of the previous deal are off the table."""

    card: Card


@_distinct
class DealThrownIn(NamedTuple):
    """The deal was thrown in: its cards are off the table, and its points are lost.

    Attributes:
        scores: the score of each side now.
    """

    scores: tuple[int, ...]


@_distinct
class GameWon(NamedTuple):
    """A side won the game.

    Attributes:
        side: the winner.
        skunk: the loser's skunk, or None. If there are two losers, the one with the higher score counts.
        games: the number of games that each side has won in the match, including this one.
    """

    side: Side
    skunk: Skunk | None
    games: tuple[int, ...]


# -- the play


@_distinct
class CardLaid(NamedTuple):
    """A player laid a card in the play.

    Attributes:
        seat: the player who laid the card.
        card: the card.
        count: the count including the card; None for an ace that may count one or eleven.
    """

    seat: Seat
    card: Card
    count: int | None  # type: ignore[assignment]  # a word of cribbage; it hides tuple.count


@_distinct
class AceCounted(NamedTuple):
    """A player said whether the ace that was just laid counts as one or eleven.

    Attributes:
        seat: the player who laid the ace.
        value: 1 or 11.
        count: the count including the ace.
    """

    seat: Seat
    value: int
    count: int  # type: ignore[assignment]  # as in CardLaid


@_distinct
class Go(NamedTuple):
    """A player said go.

    Attributes:
        seat: the player who said go.
        implied: True if nobody entered the go, but the next card would have taken the count past 31.
    """

    seat: Seat
    implied: bool = False


@_distinct
class GoProvedFalse(NamedTuple):
    """The card just entered shows that a player said go although he could have laid this card.

    Attributes:
        seat: the player who said go.
        said_at: the count at which the player said go.
    """

    seat: Seat
    said_at: int


@_distinct
class CountRestarted(NamedTuple):
    """A count ended, and the next one begins at 0."""


@_distinct
class PlayEnded(NamedTuple):
    """The play is over. Any cards left in hand are entered next; then the show begins."""


@_distinct
class CardLeft(NamedTuple):
    """A card that was left in a player's hand when the play stopped was entered (five-card game)."""

    seat: Seat
    card: Card


# -- the show


@_distinct
class HandCard(NamedTuple):
    """A card of a hand was entered in the show, because the play was not entered."""

    seat: Seat
    card: Card


@_distinct
class CribCard(NamedTuple):
    """A card of the crib was entered. `seat` is the dealer's seat."""

    seat: Seat
    card: Card


@_distinct
class SuitNamed(NamedTuple):
    """The suit of the last card was named. If this suit replaces another, a TakenBack precedes it."""

    card: Card


@_distinct
class QuestionAnswered(NamedTuple):
    """An open question about the suits of a hand was answered."""

    question: Question
    yes: bool


@_distinct
class Claimed(NamedTuple):
    """With muggins, a player claimed points for a hand or crib."""

    seat: Seat
    points: int


# -- points


@_distinct
class Points(NamedTuple):
    """Points were pegged or taken back, or a hand was counted.

    Attributes:
        side: the side that scored.
        seat: the player who scored; None for points changed manually.
        points: the points pegged; 0 for a hand without points, negative for points taken back manually.
        score: the side's score afterwards.
        source: the part of the game in which the points were scored.
        items: the reasons with their cards, each with its full value even if fewer points were pegged.
        count: the count including the card that scored; 0 if no card in the play scored.
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
    """The score of a side was set manually.

    Attributes:
        side: the side whose score was set.
        score: the new score.
        points: the new score minus the old score.
    """

    side: Side
    score: int
    points: int


# -- what comes next, and the way back


@_distinct
class Turn(NamedTuple):
    """The game now waits for another player, or for other input from the same player.

    Attributes:
        seat: the player for whom the game waits.
        prompt: the input that the game waits for.
    """

    seat: Seat
    prompt: Prompt


@_distinct
class TakenBack(NamedTuple):
    """Changes were taken back by an undo, by a correction, or because another suit was named for a card.

    These are always the latest changes. After a correction, the changes that replace them follow. To keep a
    list of all changes up to date, remove `len(changes)` changes from its end, and append every change
    that is not a TakenBack.

    Attributes:
        changes: the changes that were taken back, oldest first.
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
"""Any of the changes above."""
