"""A deal in progress: its hands, its play, its crib, and the points still to be called."""

from __future__ import annotations

from typing import NamedTuple

from engine.entries import Source
from engine.indices import DealIndex, GameIndex
from engine.pegs import Pegs
from engine.scoring.items import Finding, total
from engine.scoring.suit_questions import Answer
from engine.seats import Seat


class Missed(NamedTuple):
    """Points that a player scored but has not called (RULES.md 6, Muggins).

    Attributes:
        seat: the player who scored them.
        source: where the points were scored: in the play, or for his heels.
        card: the card that scored them.
        findings: the reasons for the points, each with its full value. They refer to cards by their index in
            the deal.
        own: True while the player can still call them.
        opened: the index of the event that let opponents take the points; None until then.
        made: the index of the event that scored the points.
        limit: the furthest hole that the front peg can reach when these points are pegged.
        count: the count including the card that scored; 0 for his heels.
        called: the number of points that were already called.
    """

    seat: Seat
    source: Source
    card: DealIndex
    findings: tuple[Finding[DealIndex], ...]
    own: bool
    opened: int | None
    made: int
    limit: int
    count: int  # type: ignore[assignment]  # a word of cribbage; it hides tuple.count
    called: int = 0

    @property
    def points(self) -> int:
        """The number of points that have not been called yet."""
        return total(self.findings) - self.called


class Play(NamedTuple):
    """The state of the play, the part of a deal in which the players lay their cards in turn.

    Attributes:
        laid: the cards of this count, oldest first.
        total: the count, 0 to 31.
        last: the seat that laid the last card, in this count or the previous one; the dealer until a card is
            laid.
        passed: the seats that have said go in this count, in order.
        denied: for each seat, a card value: by saying go, the player denied holding a card of this value or
            lower. The value is 0 if nothing was denied.
        laid_at_go: the number of cards laid in this count before its last go.
    """

    laid: tuple[DealIndex, ...]
    total: int
    last: Seat
    passed: tuple[Seat, ...]
    denied: tuple[int, ...]
    laid_at_go: int = 0


class Claims(NamedTuple):
    """The claims made for the hand that is counted next.

    Attributes:
        points: the points that the owner claims; None before the claim.
        more: the points that an opponent claims in addition; None before the opponent's claim.
        by: the seat of the opponent who claimed `more`; None before that claim.
        shown: True once the owner has counted aloud, so that the count can be shown.
    """

    points: int | None = None
    more: int | None = None
    by: Seat | None = None
    shown: bool = False


class Deal(NamedTuple):
    """A deal whose starter has been turned up.

    Attributes:
        first: the index of the starter among the cards of the game; the cards of the deal begin there.
        sides: the pegs of each side before the deal.
        entries: the length of `GameState.entries` before the deal.
        hands: for each seat, the cards of its hand entered so far.
        play: the play; None once the show has begun, unless the play won the game.
        missed: the points of the play that were not called, oldest first; only with muggins.
        crib: the cards of the crib entered so far.
        answers: the answers to questions about suits.
        counted: the number of hands counted so far; the crib is the last.
        claims: the claims for the next hand.
    """

    first: GameIndex
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
    """A false go: a player said go, but could have laid the card that has just been entered.

    Attributes:
        seat: the player who said go.
        said_at: the count at which he said go.
    """

    seat: Seat
    said_at: int
