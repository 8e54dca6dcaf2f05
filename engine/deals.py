"""A deal in progress, and the points scored in a game.

An `Entry` says by whom points were scored, for what, and in which part of the game. A `Deal` holds the hands,
the play, the crib, and the points that have not been called yet.
"""

# Without `from __future__ import annotations`, which would make each of these classes slower to create.

from enum import Enum
from typing import NamedTuple

from engine.errors import one_line
from engine.indices import DealIndex, EventIndex, Seat, Side
from engine.scoring.items import Finding, total
from engine.scoring.pegs import Pegs
from engine.scoring.suit_questions import Answer


class Source(Enum):
    """The part of a game in which points were scored."""

    THREE_FOR_LAST = "three for last"
    CUT_OFFER = "cut offer"
    HEELS = "heels"
    PLAY = "play"
    HAND = "hand"
    CRIB = "crib"
    MUGGINS = "muggins"
    BY_HAND = "by hand"
    SCORE_SET = "score set"
    """The score was set manually."""


@one_line
class Entry(NamedTuple):
    """Points that a player scored, or that were added or taken back manually.

    Attributes:
        at: the index of the event that scored the points.
        source: the part of the game in which they were scored.
        seat: the player who scored them, or the owner of the hand or crib; None for points changed manually.
        side: the side that pegged the points.
        points: the points pegged; fewer than scored if the game ended or the claim was too low. They are 0
            for a hand without points, and negative for points taken back manually.
        score: the side's score afterwards.
        findings: what the points are for, each with its full value. They refer to cards by their index in
            the deal; `Game.items` returns the cards.
        count: the count including the card that scored; 0 if the points were not scored by a card in the
            play.
        by: the seat whose wrong claim gave these points to the other side; None if there was no wrong claim.
        first: the index of the deal's first card, its starter, in `Game.cards`; 0 if no card scored.
    """

    at: EventIndex
    source: Source
    seat: Seat | None
    side: Side
    points: int
    score: int
    findings: tuple[Finding, ...]
    count: int = 0  # type: ignore[assignment]  # a word of cribbage; it hides tuple.count
    by: Seat | None = None
    first: int = 0


@one_line
class Missed(NamedTuple):
    """Points that a player has scored but has not called, or has called only in part (RULES.md 6, Muggins).

    Attributes:
        seat: the player who scored the points.
        source: where the points were scored: in the play, or for his heels.
        card: the card that scored them.
        findings: what the points are for, each with its full value. They refer to cards by their index in
            the deal.
        own: True while the player can still call the points.
        opened: the index of the event after which opponents may take the points; None if they may not take
            them yet.
        made: the index of the event that scored the points.
        limit: the highest score that the player can reach with these points. This is the target, or one point
            less for his heels if the rules do not let his heels win the game.
        count: the count including the card that scored; 0 for his heels, or if only a go scored.
        called: how many of the points the player has already called.
    """

    seat: Seat
    source: Source
    card: DealIndex
    findings: tuple[Finding, ...]
    own: bool
    opened: EventIndex | None
    made: EventIndex
    limit: int
    count: int  # type: ignore[assignment]  # a word of cribbage; it hides tuple.count
    called: int = 0

    @property
    def points(self) -> int:
        """The number of missed points that have not been called yet."""
        return total(self.findings) - self.called


@one_line
class Play(NamedTuple):
    """The state of the play, the part of a deal in which the players play cards in turn.

    Attributes:
        laid: the cards played in this count, oldest first.
        total: the count, from 0 to 31.
        last: the seat that played the last card, in this count or an earlier one. Before the first card, this
            is the dealer.
        passed: the seats that have said go in this count, in order.
        denied: for each seat, the highest card value that the player cannot hold after saying go, such as 6
            after a go at 25. The player cannot hold any lower value either. 0 if nothing is known.
        laid_at_go: the number of cards that had been played in this count before its last go.
    """

    laid: tuple[DealIndex, ...]
    total: int
    last: Seat
    passed: tuple[Seat, ...]
    denied: tuple[int, ...]
    laid_at_go: int = 0


class Claims(NamedTuple):
    """The points claimed for the hand to be counted next, when muggins is played.

    Attributes:
        points: the points that the owner of the hand claims; None if the owner has not claimed yet.
        more: the points that an opponent claims in addition; None if no opponent has claimed yet.
        by: the seat of the opponent who claimed `more`; None if no opponent has claimed yet.
        shown: True if the owner has counted the hand aloud. Only then may the board show the count.
    """

    points: int | None = None
    more: int | None = None
    by: Seat | None = None
    shown: bool = False


@one_line
class Deal(NamedTuple):
    """The state of a deal whose starter has been turned up.

    Attributes:
        first: the index of the starter in `Game.cards`. The deal's other cards follow it.
        sides: each side's pegs as they were before the deal.
        entries: the length of `Game.entries` before the deal began.
        hands: for each seat, the cards in its hand entered so far.
        play: the state of the play; None after the show has begun, unless the game was won in the play.
        missed: the points scored in the play that have not been called yet, oldest first. Empty without
            muggins.
        crib: the cards in the crib entered so far.
        answers: the answers to questions about suits, e.g. whether a hand is a flush.
        counted: the number of hands counted so far. The crib is counted last.
        claims: the points claimed for the hand to be counted next. None are claimed without muggins.
    """

    first: int
    sides: tuple[Pegs, ...]
    entries: int
    hands: tuple[tuple[DealIndex, ...], ...]
    play: Play | None = None
    missed: tuple[Missed, ...] = ()
    crib: tuple[DealIndex, ...] = ()
    answers: tuple[Answer, ...] = ()
    counted: int = 0
    claims: Claims = Claims()


class FalseGo(NamedTuple):
    """A go that has proved false, because the player could have played the card that was just entered.

    Attributes:
        seat: the player who said go.
        said_at: the count at which the player said go.
    """

    seat: Seat
    said_at: int
