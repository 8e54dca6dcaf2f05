"""The types of change that can happen in a game, such as a card played, a go, points scored or a new turn.

`changes(before, after)` returns values of these types. With them, a program can announce, show or explain a
game without comparing game states itself. Seats and sides are counted from 0. A card has no suit while its
suit is unknown; naming the suit later is a separate change.
"""

# Without `from __future__ import annotations`, which would make each of these classes slower to create.

from typing import NamedTuple, TypeVar

from engine.cards import Card
from engine.deals import Source
from engine.errors import one_line
from engine.indices import Seat, Side
from engine.prompts import Prompt
from engine.rules import Rules
from engine.scoring.items import Item
from engine.scoring.pegs import Skunk
from engine.scoring.suit_questions import Question

_Type = TypeVar("_Type", bound=type)


def _distinct(kind: _Type) -> _Type:
    """Decorate a named tuple class so that its values equal only values of the same class."""

    def is_equal(self: tuple[object, ...], other: object) -> bool:
        return type(self) is type(other) and tuple.__eq__(self, other)

    def is_other(self: tuple[object, ...], other: object) -> bool:
        return not is_equal(self, other)

    def hashed(self: tuple[object, ...]) -> int:
        return hash((type(self), *self))

    for name, method in (("__eq__", is_equal), ("__ne__", is_other), ("__hash__", hashed)):
        setattr(kind, name, method)
    return one_line(kind)


# -- from game to game, and from deal to deal


@_distinct
class GameBegun(NamedTuple):
    """Reported when a game has begun. The previous game, if any, is over.

    Attributes:
        number: the index of the game in the match, counted from 0.
        rules: the rules in force from now on.
        names: the players' names, in the order of their seats; empty if they have no names.
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
    """Reported when a player has cut a card for the first deal."""

    seat: Seat
    card: Card


@_distinct
class DealBegun(NamedTuple):
    """Reported when a player is to deal next.

    Attributes:
        dealer: the player who is to deal.
        out_of_turn: True if it was the opponent's turn to deal, but this player took the pack instead of
            cutting it.
    """

    dealer: Seat
    out_of_turn: bool = False


@_distinct
class StarterTurned(NamedTuple):
    """Reported when the starter has been turned up.

    A program that still shows the cards of the previous deal should remove them now.
    """

    card: Card


@_distinct
class DealThrownIn(NamedTuple):
    """Reported when the players abandon a deal (throw in the cards). The points scored in it are lost.

    Attributes:
        scores: each side's score afterwards.
    """

    scores: tuple[int, ...]


@_distinct
class GameWon(NamedTuple):
    """Reported when a side has won the game.

    Attributes:
        side: the winner.
        skunk: the loser's skunk, if any. If there are two losers, it depends on the higher of their scores.
        games: the number of games that each side has won in the match, including this one.
        scores: the score of each side at the end of the game.
        hands: the points of each side's hands and cribs of 24 points and more, in order.
    """

    side: Side
    skunk: Skunk | None
    games: tuple[int, ...]
    scores: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...] = ()


# -- the play


@_distinct
class CardLaid(NamedTuple):
    """Reported when a player has played a card.

    Attributes:
        seat: the player who played the card.
        card: the card.
        count: the count including the card; None for an ace that can still count as one or eleven.
    """

    seat: Seat
    card: Card
    count: int | None  # type: ignore[assignment]  # a word of cribbage; it hides tuple.count


@_distinct
class AceCounted(NamedTuple):
    """Reported when a player has said whether the ace that was just played counts as one or eleven.

    Attributes:
        seat: the player who played the ace.
        value: 1 or 11.
        count: the count including the ace.
    """

    seat: Seat
    value: int
    count: int  # type: ignore[assignment]  # as in CardLaid


@_distinct
class Go(NamedTuple):
    """Reported when a player says go.

    Attributes:
        seat: the player who said go.
        implied: True if the go was not entered, but implied by the next card, because this card would have
            taken the count past 31.
    """

    seat: Seat
    implied: bool = False


@_distinct
class GoProvedFalse(NamedTuple):
    """Reported when the card just entered proves that a player said go while holding a playable card.

    Attributes:
        seat: the player who said go.
        said_at: the count at which the player said go.
    """

    seat: Seat
    said_at: int


@_distinct
class CountRestarted(NamedTuple):
    """Reported when a count in the play has ended, and the next one begins at 0."""


@_distinct
class PlayEnded(NamedTuple):
    """Reported when the play is over."""


@_distinct
class CardLeft(NamedTuple):
    """Reported when a card that was not played is entered after the play of a five-card game."""

    seat: Seat
    card: Card


# -- the show


@_distinct
class HandCard(NamedTuple):
    """Reported when a card in a player's hand has been entered for the show.

    This happens only in games in which the cards are not entered during the play.
    """

    seat: Seat
    card: Card


@_distinct
class CribCard(NamedTuple):
    """Reported when a card in the crib has been entered. `seat` is the dealer's seat."""

    seat: Seat
    card: Card


@_distinct
class SuitNamed(NamedTuple):
    """Reported when the suit of the most recently entered card has been entered."""

    card: Card


@_distinct
class QuestionAnswered(NamedTuple):
    """Reported when a pending question about the suits of a hand has been answered."""

    question: Question
    yes: bool


@_distinct
class Claimed(NamedTuple):
    """Reported when a player has claimed points for a hand or crib, in a game with muggins."""

    seat: Seat
    points: int


# -- points


@_distinct
class Points(NamedTuple):
    """Reported when points have been pegged or taken back, or a hand has been counted.

    Attributes:
        side: the side that scored.
        seat: the player who scored; None for points changed manually.
        points: the points pegged; 0 for a hand without points, negative for points taken back manually.
        score: the side's score afterwards.
        source: the part of the game in which the points were scored.
        items: what the points are for, with the scoring cards. Each item has its full value, even if fewer
            points were pegged.
        count: the count including the card that scored; 0 if the points were not scored in the play.
        by: the seat whose wrong claim gave these points to the other side; None if there was no wrong claim.
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
    """Reported when a side's score has been set manually.

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
    """Reported when the game is now waiting for a different player, or for a different kind of input.

    Attributes:
        seat: the player that the game is waiting for.
        prompt: the input that the game is waiting for.
    """

    seat: Seat
    prompt: Prompt


@_distinct
class TakenBack(NamedTuple):
    """Reported when undo, a correction or a change of suit takes back the latest changes to the game.

    To keep a list of all changes up to date, remove `len(changes)` changes from its end for each TakenBack.
    Append each change of any other type.

    Attributes:
        changes: the changes that were taken back, oldest first.
    """

    changes: "tuple[Change, ...]"


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
